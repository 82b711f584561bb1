package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.node.backup.BackupFiles.FileCopy;
import dev.gatehouse.node.backup.BackupFiles.Manifest;
import dev.gatehouse.node.backup.BackupFolder.BackupProgress;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.UnfinishedRestore;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.sqlite.EmbeddedReader;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.FolderLock;

/** Verifies a backup, and restores it into an empty data folder. */
public final class RestoredBackup {
  private static final int MAX_FAULTS = 20;

  private final BackupFiles files;
  private final BackupProgress progress;
  private final Function<Documents, List<BlobOwner>> owners;

  /**
   * @param owners collections whose documents name blobs
   */
  public RestoredBackup(
      Path folder, BackupProgress progress, Function<Documents, List<BlobOwner>> owners) {
    this.files = new BackupFiles(folder);
    this.progress = progress;
    this.owners = owners;
  }

  /**
   * Result of a verification.
   *
   * @param faults a line for each fault; empty if the backup is intact
   * @param ignored files of an interrupted later backup, which a restore ignores
   */
  public record Verified(Instant created, int files, List<String> faults, int ignored) {}

  /**
   * Reads all files of the backup and compares them with its manifest.
   *
   * @throws IllegalStateException if the folder is not a backup, or has no intact manifest
   */
  public Verified verify() throws IOException {
    Manifest manifest = manifest();
    List<String> faults = new ArrayList<>(faults(manifest));
    int ignored = files.isUnfinished() ? files.unlisted(manifest).size() : 0;
    progress.end();
    return new Verified(manifest.created(), manifest.files().size(), faults, ignored);
  }

  private List<String> faults(Manifest manifest) throws IOException {
    manifest.files().values().forEach(file -> progress.expect(file.size()));
    SortedMap<String, String> faults = files.faults(manifest, progress);
    if (faults.isEmpty()) {
      return EmbeddedStore.verify(files.documents()).faults();
    }
    Map<String, String> naming = documentsOf(faults.keySet());
    return faults.entrySet().stream()
        .map(fault -> {
          String document = naming.get(BackupFiles.id(fault.getKey()));
          String of = document == null ? "" : " (" + document + ")";
          return fault.getKey() + of + " " + fault.getValue();
        })
        .toList();
  }

  /** Returns the documents of blobs, by ID. None if the documents are damaged, too. */
  private Map<String, String> documentsOf(Set<String> faulty) {
    List<String> ids = faulty.stream().filter(files::isBlob).map(BackupFiles::id).toList();
    if (ids.isEmpty() || faulty.contains(BackupFiles.database(files.documents()))) {
      return Map.of();
    }
    try (EmbeddedReader reader = new EmbeddedReader(files.documents())) {
      Documents documents = Documents.toRead(reader.documents());
      return owners.apply(documents).stream()
          .flatMap(owner -> owner.find(ids).stream())
          .collect(Collectors.toMap(NamedBlob::id, NamedBlob::document, (one, other) -> one));
    }
  }

  private Manifest manifest() throws IOException {
    if (!files.isBackup()) {
      throw new IllegalStateException(files.folder() + " is not a backup");
    }
    if (!EmbeddedStore.isIn(files.documents())) {
      throw new IllegalStateException(
          "the backup %s is incomplete because it was interrupted: run the backup again"
              .formatted(files.folder()));
    }
    return files
        .manifest()
        .orElseThrow(() ->
            new IllegalStateException(
                "the backup "
                    + files.folder()
                    + " has no manifest, which was deleted: make a new backup"));
  }

  /**
   * Restores the backup to the locations that a node reads, after all its files are verified. An
   * interrupted restore leaves a marker that prevents nodes from starting, and resumes when it is
   * run again.
   *
   * @throws IllegalStateException if this is no backup or it is damaged, or if data or a running
   *     node exists; then nothing was restored
   */
  public void restore(DataPlaces node) throws IOException {
    Manifest manifest = manifest();
    List<String> faults = faults(manifest);
    if (!faults.isEmpty()) {
      throw damaged(faults);
    }
    try (FolderLock _ = FolderLock.ofData(PrivateFiles.closed(node.data()))) {
      restoreAlone(node, manifest);
    }
  }

  private IllegalStateException damaged(List<String> faults) {
    String shown = String.join("\n", faults.subList(0, Math.min(MAX_FAULTS, faults.size())));
    String more =
        faults.size() > MAX_FAULTS ? "\nand " + (faults.size() - MAX_FAULTS) + " more" : "";
    return new IllegalStateException(
        "the backup " + files.folder() + " is damaged, nothing was restored:\n" + shown + more);
  }

  private void restoreAlone(DataPlaces node, Manifest manifest) throws IOException {
    Path backup = files.folder().toRealPath();
    var unfinished = new UnfinishedRestore(node.data());
    Optional<String> begun = unfinished.backup();
    if (begun.isEmpty()) {
      mustBeEmpty(node);
    } else if (!begun.get().equals(backup.toString())) {
      unfinished.mustNotBe();
    }
    unfinished.begin(backup);
    copyBlobs(node, manifest);
    copySecrets(node, manifest);
    long bytes = EmbeddedStore.bytes(files.documents());
    progress.expect(bytes);
    EmbeddedStore.copy(files.documents(), node.documents());
    progress.advance(bytes, BackupFiles.DOCUMENTS);
    unfinished.end();
    progress.end();
  }

  private void copyBlobs(DataPlaces node, Manifest manifest) throws IOException {
    SortedMap<String, Long> there = node.blobs().sizes();
    var copy = new FileCopy(progress);
    for (Map.Entry<String, Manifest.Entry> file : manifest.files().entrySet()) {
      String name = file.getKey();
      String id = BackupFiles.id(name);
      if (files.isBlob(name) && !Long.valueOf(file.getValue().size()).equals(there.get(id))) {
        progress.expect(file.getValue().size());
        copyBlob(node, id, file.getValue(), copy);
      }
    }
    copy.sync();
    Optional<String> store = files.blobs().store();
    if (store.isPresent() && !store.equals(node.blobs().store())) {
      node.blobs().belongTo(store.get());
    }
  }

  private void copyBlob(DataPlaces node, String id, Manifest.Entry entry, FileCopy copy)
      throws IOException {
    Path from = files.blobs().path(id);
    Optional<Path> target = node.blobs().file(id);
    if (target.isEmpty()) {
      node.blobs().write(id, from);
      progress.advance(entry.size(), id);
      return;
    }
    if (!copy.copy(from, target.get()).equals(entry)) {
      Files.delete(target.get());
      throw new IllegalStateException("the backup's file " + from + " changed during the restore");
    }
  }

  private void copySecrets(DataPlaces node, Manifest manifest) throws IOException {
    var copy = new FileCopy(progress);
    String prefix = BackupFiles.SECRETS + "/";
    for (Map.Entry<String, Manifest.Entry> file : manifest.files().entrySet()) {
      if (file.getKey().startsWith(prefix)) {
        Path to = node.secrets().resolve(file.getKey().substring(prefix.length()));
        copy.copy(files.locate(file.getKey(), file.getValue()), to);
      }
    }
    copy.sync();
  }

  private static void mustBeEmpty(DataPlaces node) throws IOException {
    if (node.blobs().store().isPresent() || node.blobs().holdsBlobs()) {
      throw notEmpty(node.blobs().place());
    }
    for (Path place : new Path[] {node.documents(), node.secrets()}) {
      if (Files.exists(place) && !BackupFiles.isEmpty(place)) {
        throw notEmpty(place.toString());
      }
    }
  }

  private static IllegalStateException notEmpty(String place) {
    return new IllegalStateException(place + " is not empty: nothing was restored");
  }
}
