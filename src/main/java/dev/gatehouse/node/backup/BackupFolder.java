package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.backup.BackupFiles.FileCopy;
import dev.gatehouse.node.backup.BackupFiles.Manifest;
import dev.gatehouse.node.backup.DataPlaces.SettingsCopy;
import dev.gatehouse.store.InitialCredential;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.sqlite.EmbeddedReader;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.FolderLock;

/**
 * Takes a backup of a node's data into a folder. A later backup into the same folder copies only
 * new blobs, and reuses a blob of the earlier backup only if its digest is right.
 *
 * <p>Blobs never change and documents reference them. The blobs are therefore listed before and
 * after the documents are copied, which covers every referenced blob.
 */
public final class BackupFolder {
  private final BackupFiles files;
  private final BackupProgress progress;
  private final InstantSource clock;
  private final SortedMap<String, Manifest.Entry> listed = new TreeMap<>();
  private final Optional<Path> previous;

  /**
   * Outcome of a backup.
   *
   * @param blobs number of newly copied blobs
   * @param damaged ids of corrupted blobs, which are not in the backup
   */
  public record Taken(int blobs, List<String> damaged) {}

  public BackupFolder(Path folder, BackupProgress progress, InstantSource clock) {
    this(folder, progress, clock, Optional.empty());
  }

  /**
   * @param previous backup in another folder, whose unchanged blobs are linked if they are intact
   *     and both folders are on one file system that supports hard links
   */
  BackupFolder(Path folder, BackupProgress progress, InstantSource clock, Optional<Path> previous) {
    this.files = new BackupFiles(folder);
    this.progress = progress;
    this.clock = clock;
    this.previous = previous;
  }

  private Path folder() {
    return files.folder();
  }

  /**
   * Creates the backup and verifies it. A node may be running at the same time. Must be called
   * once.
   *
   * @throws IllegalStateException if the folder contains other files or another node's backup, or
   *     if what was written differs from what was read
   */
  public Taken take(DataPlaces node) throws IOException {
    if (Files.exists(folder()) && !files.isBackup() && !BackupFiles.isEmpty(folder())) {
      throw new IllegalStateException(folder() + " is neither empty nor a backup");
    }
    if (!EmbeddedStore.isIn(node.documents())) {
      throw new IllegalStateException("no document store in " + node.documents());
    }
    mustBeOfOneStore(node);
    Path mark = PrivateFiles.folder(folder()).resolve(BackupFiles.MARK);
    Files.writeString(PrivateFiles.made(mark), "2\n");
    try (FolderLock _ = FolderLock.ofBackup(folder())) {
      return takeAlone(node);
    }
  }

  private void mustBeOfOneStore(DataPlaces node) throws IOException {
    Optional<String> theirs = node.blobs().store();
    // Lost documents, or documents of another node, must not replace the good backup.
    if (!theirs.equals(storeOf(node.documents()))) {
      throw new IllegalStateException(
          ("the documents in %s and the files in %s do not belong to one store: nothing was"
                  + " backed up (see %s store adopt)")
              .formatted(node.documents(), node.blobs().place(), CommandName.get()));
    }
    Optional<String> ours = files.blobs().store();
    boolean begun = ours.isPresent() || EmbeddedStore.isIn(files.documents());
    if (begun && !ours.equals(theirs)) {
      throw new IllegalStateException(
          folder() + " is a backup of another store: use another folder for this one");
    }
  }

  private static Optional<String> storeOf(Path folder) {
    try (EmbeddedReader reader = new EmbeddedReader(folder)) {
      return StoreId.of(reader.documents());
    }
  }

  private Taken takeAlone(DataPlaces node) throws IOException {
    finishSwitch();
    Files.writeString(PrivateFiles.made(folder().resolve(BackupFiles.UNFINISHED)), "1\n");
    PrivateFiles.sync(folder());
    FileCopy.deleteUnfinished(files.blobs().root());
    var blobs = new BackupBlobs(files, progress, listed);
    blobs.findReusable();
    if (previous.isPresent()) {
      blobs.linkFrom(new BackupFiles(previous.get()));
    }
    Path next = files.next(BackupFiles.DOCUMENTS);
    long bytes = EmbeddedStore.bytes(node.documents());
    progress.expect(bytes);
    blobs.copy(node.blobs());
    EmbeddedStore.copy(node.documents(), next);
    progress.advance(bytes, BackupFiles.DOCUMENTS);
    blobs.copy(node.blobs());
    copySecrets(node.secrets());
    copySettings(node.settings());
    addIdentity(node.blobs());
    mustBeIntact(next);
    blobs.compareWithDocuments(next, node.owners());
    Path database = next.resolve(EmbeddedStore.name(next));
    listed.put(BackupFiles.database(next), FileCopy.entry(database));
    blobs.verifyWritten();
    new Manifest(clock.instant(), listed).write(folder(), Manifest.NEXT);
    EmbeddedStore.move(next, files.documents());
    finishSwitch();
    deleteUnlisted();
    Files.delete(folder().resolve(BackupFiles.UNFINISHED));
    PrivateFiles.sync(folder());
    progress.end();
    return new Taken(blobs.copied(), blobs.damaged());
  }

  /** Completes the last step of a run whose documents are in place. */
  private void finishSwitch() throws IOException {
    Path next = folder().resolve(Manifest.NEXT);
    Optional<Manifest> switching = files.switching();
    if (switching.isPresent()) {
      for (String part : BackupFiles.SMALL) {
        moveSmall(part, switching.get());
      }
      PrivateFiles.move(next, folder().resolve(Manifest.NAME));
    }
    Files.deleteIfExists(next);
  }

  private void moveSmall(String part, Manifest manifest) throws IOException {
    Path next = files.next(part);
    PrivateFiles.folder(files.at(part));
    for (Path file : BackupFiles.regularFiles(next)) {
      Path to = files.at(part).resolve(next.relativize(file).toString());
      PrivateFiles.folder(to.getParent());
      PrivateFiles.move(file, to);
    }
    for (Path file : BackupFiles.regularFiles(files.at(part))) {
      if (!manifest.files().containsKey(files.name(file))) {
        Files.delete(file);
      }
    }
  }

  private void copySecrets(Path from) throws IOException {
    SortedMap<String, Path> secrets = new TreeMap<>();
    for (Path file : BackupFiles.regularFiles(from)) {
      String name = from.relativize(file).toString();
      if (!InitialCredential.isPlainText(name)) {
        secrets.put(name, file);
      }
    }
    copySmall(BackupFiles.SECRETS, secrets);
  }

  private void copySettings(SettingsCopy settings) throws IOException {
    copySmall(BackupFiles.SETTINGS, settings.files());
    Path next = PrivateFiles.folder(files.next(BackupFiles.SETTINGS));
    Path text = next.resolve(SettingsCopy.NAME);
    PrivateFiles.write(text, settings.text());
    listed.put(BackupFiles.SETTINGS + "/" + SettingsCopy.NAME, FileCopy.entry(text));
  }

  private void copySmall(String part, SortedMap<String, Path> from) throws IOException {
    for (Path old : BackupFiles.regularFiles(files.next(part))) {
      Files.delete(old);
    }
    var copy = new FileCopy(progress);
    for (Map.Entry<String, Path> file : from.entrySet()) {
      Path to = files.next(part).resolve(file.getKey());
      listed.put(files.name(files.at(part).resolve(file.getKey())), copy.copy(file.getValue(), to));
    }
    copy.sync();
  }

  private void addIdentity(BlobStoreIdentity from) throws IOException {
    Optional<String> store = from.store();
    if (store.isPresent()) {
      files.blobs().belongTo(store.get());
      Path file = files.blobs().file();
      listed.put(files.name(file), FileCopy.entry(file));
    }
  }

  private static void mustBeIntact(Path documents) {
    List<String> faults = EmbeddedStore.verify(documents).faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          ("the node's documents are damaged, and the earlier backup is unchanged: %s (see %s"
                  + " store verify)")
              .formatted(faults.getFirst(), CommandName.get()));
    }
  }

  private void deleteUnlisted() throws IOException {
    for (String name : files.unlisted(new Manifest(clock.instant(), listed))) {
      if (name.startsWith(BackupFiles.BLOBS + "/")) {
        Files.delete(folder().resolve(name));
      }
    }
    for (String part : BackupFiles.SMALL) {
      BackupFiles.deleteEmptyFolders(files.next(part));
    }
  }

  /** Receiver of the progress of a backup, in bytes. */
  public interface BackupProgress {
    /** Progress that is not shown. */
    BackupProgress NONE = new BackupProgress() {};

    /** Adds to the expected total. */
    default void expect(long more) {}

    /** Adds to the completed amount, with the name of the file in progress. */
    default void advance(long by, String name) {}

    default void end() {}
  }
}
