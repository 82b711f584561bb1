package dev.gatehouse.cli;

import dev.gatehouse.node.Modules;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.StoreId;
import dev.gatehouse.store.UnfinishedRestore;
import dev.gatehouse.store.blobs.BlobFolder;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.store.sqlite.EmbeddedReader;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * A backup of a node's data, with the layout of the data folder. A repeated backup into the same
 * folder copies only new blobs.
 *
 * <p>Blobs never change and documents reference them. The blobs are therefore listed before and
 * after the documents are copied, which covers every referenced blob. The documents are moved into
 * place last, so an interrupted backup leaves the previous backup, or none.
 */
final class BackupFolder {
  private static final String MARK = "gatehouse-backup";
  private static final String NEXT = "documents.next";
  private static final int BATCH = 1_000;

  private final Path folder;
  private final Path documents;
  private final BlobFolder blobs;
  private final Progress progress;

  /** Data of a node: its embedded store, its blobs in any kind of blob store, and its secrets. */
  record Places(Path data, Path documents, BlobStoreIdentity blobs, Path secrets) {}

  /**
   * Outcome of a backup.
   *
   * @param blobs number of newly copied blobs
   * @param damaged ids of corrupted blobs, which are not in the backup
   */
  record Taken(int blobs, List<String> damaged) {}

  BackupFolder(Path folder, Progress progress) {
    this.folder = folder;
    this.documents = folder.resolve("documents");
    this.blobs = new BlobFolder(folder.resolve("blobs"));
    this.progress = progress;
  }

  private Path secrets() {
    return folder.resolve("secrets");
  }

  /**
   * Creates the backup. A node may be running at the same time.
   *
   * @throws IllegalStateException if the folder contains other files or another node's backup
   */
  Taken take(Places node) throws IOException {
    Path mark = folder.resolve(MARK);
    if (Files.exists(folder) && Files.notExists(mark) && !isEmpty(folder)) {
      throw new IllegalStateException(folder + " is neither empty nor a backup");
    }
    if (!EmbeddedStore.isIn(node.documents())) {
      throw new IllegalStateException("no document store in " + node.documents());
    }
    mustBeOfOneStore(node);
    Files.writeString(PrivateFiles.made(PrivateFiles.folder(folder).resolve(MARK)), "1\n");
    try (FolderLock _ = FolderLock.ofBackup(folder)) {
      return takeAlone(node);
    }
  }

  private void mustBeOfOneStore(Places node) throws IOException {
    Optional<String> theirs = node.blobs().store();
    // Lost documents, or documents of another node, must not replace the good backup.
    if (!theirs.equals(storeOf(node.documents()))) {
      throw new IllegalStateException(
          "the documents in "
              + node.documents()
              + " and the files in "
              + node.blobs().place()
              + " do not belong to one store: nothing was backed up (see scripts/gatehouse store"
              + " adopt)");
    }
    Optional<String> ours = blobs.store();
    boolean begun = ours.isPresent() || EmbeddedStore.isIn(documents);
    if (begun && !ours.equals(theirs)) {
      throw new IllegalStateException(
          folder + " is a backup of another store: use another folder for this one");
    }
  }

  private static Optional<String> storeOf(Path folder) {
    try (EmbeddedReader reader = new EmbeddedReader(folder)) {
      return StoreId.of(reader.documents(MongoUrl.DATABASE));
    }
  }

  /**
   * Returns the blobs that the backup's documents do not reference. The node has lost any other
   * blob of these.
   */
  private List<String> unnamed(Set<String> ids) {
    try (EmbeddedReader reader = new EmbeddedReader(documents)) {
      List<BlobOwner> owners = Modules.blobs(Documents.toRead(reader.documents(MongoUrl.DATABASE)));
      return ids.stream()
          .gather(Gatherers.windowFixed(BATCH))
          .flatMap(batch -> {
            Set<String> named = new HashSet<>();
            owners.forEach(owner -> named.addAll(owner.owned(batch)));
            return batch.stream().filter(id -> !named.contains(id));
          })
          .toList();
    }
  }

  private Taken takeAlone(Places node) throws IOException {
    FileCopy.deleteUnfinished(blobs.root());
    Path next = folder.resolve(NEXT);
    var copy = new BlobCopy(progress);
    SortedMap<String, Long> before = node.blobs().sizes();
    long bytes = EmbeddedStore.bytes(node.documents());
    progress.expect(bytes);
    copy.run(before, node.blobs(), blobs);
    EmbeddedStore.copy(node.documents(), next);
    progress.advance(bytes, "documents");
    SortedMap<String, Long> after = node.blobs().sizes();
    copy.run(after, node.blobs(), blobs);
    copyAll(node.secrets(), secrets());
    EmbeddedStore.move(next, documents);
    Set<String> gone = new TreeSet<>(blobs.sizes().keySet());
    gone.removeAll(before.keySet());
    gone.removeAll(after.keySet());
    for (String old : unnamed(gone)) {
      Files.delete(blobs.path(old));
    }
    progress.end();
    return new Taken(copy.copied(), copy.damaged());
  }

  /**
   * Restores the backup to the locations that a node reads. An interrupted restore leaves a marker
   * that prevents nodes from starting, and resumes when it is run again.
   *
   * @throws IllegalStateException if this is no backup or it is damaged, or if data or a running
   *     node exists
   */
  void restore(Places node) throws IOException {
    if (Files.notExists(folder.resolve(MARK))) {
      throw new IllegalStateException(folder + " is not a backup");
    }
    if (!EmbeddedStore.isIn(documents)) {
      throw new IllegalStateException(
          "the backup "
              + folder
              + " is incomplete because it was interrupted: run the backup again");
    }
    try (FolderLock _ = FolderLock.ofData(PrivateFiles.closed(node.data()))) {
      restoreAlone(node);
    }
  }

  private void restoreAlone(Places node) throws IOException {
    Path backup = folder.toRealPath();
    var unfinished = new UnfinishedRestore(node.data());
    Optional<String> begun = unfinished.backup();
    if (begun.isEmpty()) {
      mustBeEmpty(node);
    } else if (!begun.get().equals(backup.toString())) {
      unfinished.mustNotBe();
    }
    var faults = EmbeddedStore.verify(documents).faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException("the backup is damaged: " + faults.getFirst());
    }
    unfinished.begin(backup);
    long bytes = EmbeddedStore.bytes(documents);
    progress.expect(bytes);
    new BlobCopy(progress).run(blobs.sizes(), blobs, node.blobs());
    copyAll(secrets(), node.secrets());
    EmbeddedStore.copy(documents, node.documents());
    progress.advance(bytes, "documents");
    unfinished.end();
    progress.end();
  }

  private static void mustBeEmpty(Places node) throws IOException {
    if (node.blobs().store().isPresent() || node.blobs().holdsBlobs()) {
      throw notEmpty(node.blobs().place());
    }
    for (Path place : new Path[] {node.documents(), node.secrets()}) {
      if (Files.exists(place) && !isEmpty(place)) {
        throw notEmpty(place.toString());
      }
    }
  }

  private static IllegalStateException notEmpty(String place) {
    return new IllegalStateException(place + " is not empty: nothing was restored");
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  private void copyAll(Path from, Path to) throws IOException {
    if (Files.notExists(from)) {
      return;
    }
    var copy = new FileCopy(progress);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        copy.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    copy.sync();
  }
}
