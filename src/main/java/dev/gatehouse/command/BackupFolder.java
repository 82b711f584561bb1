package dev.gatehouse.command;

import dev.gatehouse.embedded.EmbeddedReader;
import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.FolderLock;
import dev.gatehouse.node.Modules;
import dev.gatehouse.store.BlobFolder;
import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.MongoUrl;
import dev.gatehouse.store.OwnFiles;
import dev.gatehouse.store.StoreIdentity;
import dev.gatehouse.store.UnfinishedRestore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * A backup of a node's data, laid out like the data folder itself. Taken again into the same
 * folder, it copies only the blobs that are new.
 *
 * <p>Blobs never change and documents name them, so the documents are copied between two looks at
 * the blobs: whatever they name was there before them or comes after. They get their place last, so
 * that whoever is interrupted leaves the backup that was, or none.
 */
final class BackupFolder {
  private static final String MARK = "gatehouse-backup";
  private static final String NEXT = "documents.next";
  private static final Pattern BLOB = Pattern.compile("[0-9a-f]{2}/[0-9a-f]{24}");
  private static final Pattern HALF = Pattern.compile(BLOB + "\\.new");

  private static final int BATCH = 1_000;

  private final Path folder;
  private final Progress progress;

  /** The data of a node: its embedded store, its blobs, and the secrets that open them. */
  record Places(Path data, Path documents, Path blobs, Path secrets) {}

  BackupFolder(Path folder, Progress progress) {
    this.folder = folder;
    this.progress = progress;
  }

  private Places own() {
    return new Places(
        folder, folder.resolve("documents"), folder.resolve("blobs"), folder.resolve("secrets"));
  }

  /**
   * Takes the backup, beside a running node too; says how many blobs it copied.
   *
   * @throws IllegalStateException if the folder holds something else, or another's backup
   */
  int take(Places node) throws IOException {
    Path mark = folder.resolve(MARK);
    if (Files.exists(folder) && Files.notExists(mark) && !isEmpty(folder)) {
      throw new IllegalStateException(folder + " is neither empty nor a backup");
    }
    if (!EmbeddedStore.isIn(node.documents())) {
      throw new IllegalStateException("there is no document store in " + node.documents());
    }
    mustBeOfOneStore(node);
    Files.writeString(OwnFiles.made(OwnFiles.folder(folder).resolve(MARK)), "1\n");
    try (FolderLock _ = FolderLock.ofBackup(folder)) {
      return takeAlone(node);
    }
  }

  private void mustBeOfOneStore(Places node) throws IOException {
    Optional<String> theirs = new BlobFolder(node.blobs()).store();
    // Documents that were lost or taken for others must not get into the place of the good ones.
    if (!theirs.equals(storeOf(node.documents()))) {
      throw new IllegalStateException(
          "the documents in "
              + node.documents()
              + " and the files in "
              + node.blobs()
              + " are not those of one store: nothing was backed up (see scripts/gatehouse store"
              + " adopt)");
    }
    Optional<String> ours = new BlobFolder(own().blobs()).store();
    boolean begun = ours.isPresent() || EmbeddedStore.isIn(own().documents());
    if (begun && !ours.equals(theirs)) {
      throw new IllegalStateException(
          folder + " is a backup of another store: take this one into a folder of its own");
    }
  }

  private static Optional<String> storeOf(Path folder) {
    try (EmbeddedReader reader = new EmbeddedReader(folder)) {
      return StoreIdentity.of(reader.documents(MongoUrl.DATABASE));
    }
  }

  /** Those that the backup's documents do not name: one that they name, the node has lost. */
  private List<String> unnamed(Set<String> names) {
    try (EmbeddedReader reader = new EmbeddedReader(own().documents())) {
      List<BlobOwner> owners = Modules.blobs(Documents.toRead(reader.documents(MongoUrl.DATABASE)));
      return names.stream()
          .gather(Gatherers.windowFixed(BATCH))
          .flatMap(batch -> {
            List<String> ids = batch.stream().map(BackupFolder::id).toList();
            Set<String> named = new HashSet<>();
            owners.forEach(owner -> named.addAll(owner.owned(ids)));
            return batch.stream().filter(name -> !named.contains(id(name)));
          })
          .toList();
    }
  }

  private static String id(String name) {
    return name.substring(name.indexOf('/') + 1);
  }

  private int takeAlone(Places node) throws IOException {
    for (String half : names(own().blobs(), HALF)) {
      Files.delete(own().blobs().resolve(half));
    }
    Path next = folder.resolve(NEXT);
    Set<String> before = names(node.blobs(), BLOB);
    long documents = EmbeddedStore.bytes(node.documents());
    progress.expect(documents);
    int copied = copyBlobs(before, node.blobs(), own().blobs());
    EmbeddedStore.copy(node.documents(), next);
    progress.advance(documents, "documents");
    Set<String> after = names(node.blobs(), BLOB);
    copied += copyBlobs(after, node.blobs(), own().blobs());
    copyAll(node.secrets(), own().secrets());
    EmbeddedStore.move(next, own().documents());
    Set<String> gone = new TreeSet<>(names(own().blobs(), BLOB));
    gone.removeAll(before);
    gone.removeAll(after);
    for (String old : unnamed(gone)) {
      Files.delete(own().blobs().resolve(old));
    }
    progress.end();
    return copied;
  }

  /**
   * Puts the backup where a node finds it. Interrupted, it leaves a mark that keeps nodes away, and
   * goes on when it is run again.
   *
   * @throws IllegalStateException if this is no backup, it is damaged, or there is data already, or
   *     a node
   */
  void restore(Places node) throws IOException {
    if (Files.notExists(folder.resolve(MARK))) {
      throw new IllegalStateException(folder + " is not a backup");
    }
    if (!EmbeddedStore.isIn(own().documents())) {
      throw new IllegalStateException(
          "the backup " + folder + " was interrupted before it was whole: take it again");
    }
    try (FolderLock _ = FolderLock.ofData(OwnFiles.closed(node.data()))) {
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
    var faults = EmbeddedStore.verify(own().documents()).faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException("the backup is damaged: " + faults.getFirst());
    }
    unfinished.begin(backup);
    long documents = EmbeddedStore.bytes(own().documents());
    progress.expect(documents);
    copyBlobs(names(own().blobs(), BLOB), own().blobs(), node.blobs());
    copyAll(own().secrets(), node.secrets());
    EmbeddedStore.copy(own().documents(), node.documents());
    progress.advance(documents, "documents");
    unfinished.end();
    progress.end();
  }

  private static void mustBeEmpty(Places node) throws IOException {
    for (Path place : new Path[] {node.documents(), node.blobs(), node.secrets()}) {
      if (Files.exists(place) && !isEmpty(place)) {
        throw new IllegalStateException(place + " is not empty: nothing was restored");
      }
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Names of whole blobs, or of half ones, within their folder. */
  private static Set<String> names(Path root, Pattern wanted) throws IOException {
    if (Files.notExists(root)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(root, 2)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> wanted.matcher(name).matches())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Copies what is not there yet, and whose it is. */
  private int copyBlobs(Set<String> names, Path from, Path to) throws IOException {
    Set<String> missing = new TreeSet<>();
    for (String name : names) {
      // One that was deleted in between is missed by nobody who can still name it.
      if (Files.notExists(to.resolve(name)) && Files.exists(from.resolve(name))) {
        missing.add(name);
        progress.expect(Files.size(from.resolve(name)));
      }
    }
    var copy = new FileCopy(progress);
    for (String name : missing) {
      copy.copy(from.resolve(name), to.resolve(name));
    }
    Path identity = new BlobFolder(from).file();
    if (Files.exists(identity)) {
      copy.copy(identity, new BlobFolder(to).file());
    }
    copy.sync();
    return missing.size();
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
