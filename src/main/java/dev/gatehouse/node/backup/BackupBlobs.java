package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.node.backup.BackupFiles.FileCopy;
import dev.gatehouse.node.backup.BackupFiles.Manifest;
import dev.gatehouse.node.backup.BackupFolder.BackupProgress;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.sqlite.EmbeddedReader;

/** Blobs of a backup that is being taken. Blobs of the earlier backup are reused if intact. */
final class BackupBlobs {
  private final BackupFiles files;
  private final BackupProgress progress;
  private final SortedMap<String, Manifest.Entry> listed;
  private final Map<String, Manifest.Entry> reusable = new HashMap<>();
  private final Set<Path> written = new HashSet<>();
  private final List<String> damaged = new ArrayList<>();
  private final Map<String, Manifest.Entry> linkable = new HashMap<>();
  private Path linkedFolder;
  private int copied;

  /**
   * @param listed receives the blobs of the new backup
   */
  BackupBlobs(
      BackupFiles files, BackupProgress progress, SortedMap<String, Manifest.Entry> listed) {
    this.files = files;
    this.progress = progress;
    this.listed = listed;
  }

  /** Returns the number of newly copied blobs. */
  int copied() {
    return copied;
  }

  /** Returns the ids of damaged blobs, which are not in the backup. */
  List<String> damaged() {
    return List.copyOf(damaged);
  }

  /** Links blobs of this backup instead of copying them, if it has a manifest. */
  void linkFrom(BackupFiles other) throws IOException {
    linkedFolder = other.folder();
    other.manifest().map(Manifest::files).ifPresent(linkable::putAll);
  }

  /** Reads the blobs of the earlier backup. Without a manifest, all are copied again. */
  void findReusable() throws IOException {
    SortedMap<String, Manifest.Entry> earlier = Manifest.none();
    try {
      earlier = files.manifest().map(Manifest::files).orElse(earlier);
    } catch (IllegalStateException damagedManifest) {
      // Nothing is reused.
    }
    for (Map.Entry<String, Manifest.Entry> file : earlier.entrySet()) {
      Path path = files.folder().resolve(file.getKey());
      if (file.getKey().startsWith(BackupFiles.BLOBS + "/")
          && BackupFiles.isIntact(path, file.getValue())) {
        reusable.put(file.getKey(), file.getValue());
      }
    }
  }

  /** Copies the blobs that are not in the backup yet, or are damaged there. */
  void copy(BlobStoreIdentity from) throws IOException {
    var copy = new FileCopy(progress);
    for (Map.Entry<String, Long> blob : from.sizes().entrySet()) {
      String name = name(blob.getKey());
      if (listed.containsKey(name) || damaged.contains(blob.getKey())) {
        continue;
      }
      Optional<Manifest.Entry> there = reused(name, blob.getValue(), copy);
      if (there.isPresent()) {
        listed.put(name, there.get());
        continue;
      }
      progress.expect(blob.getValue());
      try {
        copy(blob.getKey(), from, copy);
      } catch (NoSuchFileException gone) {
        // A blob that was deleted meanwhile is no longer referenced by any document.
      }
    }
    copy.sync();
  }

  /** Returns a blob that is in this backup already, or is linked from another one now. */
  private Optional<Manifest.Entry> reused(String name, long size, FileCopy copy)
      throws IOException {
    Manifest.Entry earlier = reusable.get(name);
    if (earlier != null && earlier.size() == size) {
      return Optional.of(earlier);
    }
    Manifest.Entry entry = linkable.get(name);
    boolean linked =
        entry != null
            && entry.size() == size
            && BackupFiles.isIntact(linkedFolder.resolve(name), entry)
            && copy.link(linkedFolder.resolve(name), files.folder().resolve(name));
    return Optional.ofNullable(entry).filter(any -> linked);
  }

  private String name(String blob) {
    return files.name(files.blobs().path(blob));
  }

  private void copy(String id, BlobStoreIdentity from, FileCopy copy) throws IOException {
    Path to = files.blobs().path(id);
    Optional<Path> source = from.file(id);
    Optional<Manifest.Entry> there = copied(to, source, from.sha256(id));
    if (there.isPresent()) {
      listed.put(name(id), there.get());
      return;
    }
    Optional<Manifest.Entry> done;
    if (source.isPresent()) {
      done = Optional.of(copy.copy(source.get(), to));
    } else {
      try (InputStream in = from.read(id)) {
        done = copy.copy(in, to, from.sha256(id));
      }
    }
    if (done.isEmpty()) {
      damaged.add(id);
      return;
    }
    listed.put(name(id), done.get());
    written.add(to);
    copied++;
  }

  /** Returns a blob that an interrupted run has copied, if its digest is that of the source. */
  private static Optional<Manifest.Entry> copied(
      Path to, Optional<Path> source, Optional<String> sha256) throws IOException {
    if (Files.notExists(to)) {
      return Optional.empty();
    }
    Manifest.Entry found = FileCopy.entry(to);
    String right = source.isPresent() ? FileCopy.entry(source.get()).sha256() : sha256.orElse("");
    return Optional.of(found).filter(entry -> entry.sha256().equals(right));
  }

  /**
   * Compares the blobs with the digests in the documents, removes the damaged ones, and keeps blobs
   * of the earlier backup that the node has lost.
   */
  void compareWithDocuments(Path documents, Function<Documents, List<BlobOwner>> owners)
      throws IOException {
    try (EmbeddedReader reader = new EmbeddedReader(documents)) {
      Documents read = Documents.toRead(reader.documents());
      for (var owner : owners.apply(read)) {
        try (Stream<NamedBlob> named = owner.named()) {
          for (NamedBlob blob : (Iterable<NamedBlob>) named::iterator) {
            check(blob);
          }
        }
      }
    }
  }

  private void check(NamedBlob blob) throws IOException {
    String name = name(blob.id());
    Manifest.Entry earlier = reusable.get(name);
    if (!listed.containsKey(name) && earlier != null) {
      listed.put(name, earlier);
    }
    Manifest.Entry found = listed.get(name);
    if (found != null
        && blob.fault(new Blob(blob.id(), found.size(), found.sha256())).isPresent()) {
      listed.remove(name);
      damaged.add(blob.id());
    }
  }

  /**
   * Reads the copied blobs again.
   *
   * @throws IllegalStateException if the disk returns other bytes than were written
   */
  void verifyWritten() throws IOException {
    for (Path file : written) {
      Manifest.Entry entry = listed.get(files.name(file));
      if (entry != null && !BackupFiles.isIntact(file, entry)) {
        throw new IllegalStateException(
            "the backup's disk returned other bytes than were written to " + file);
      }
    }
  }
}
