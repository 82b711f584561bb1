package dev.gatehouse.command;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.embedded.FolderLock;
import dev.gatehouse.store.OwnFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A backup of a node's data, laid out like the data folder itself. Taken again into the same
 * folder, it copies only the blobs that are new.
 *
 * <p>Blobs never change and documents name them, so the documents are copied between two looks at
 * the blobs: whatever they name was there before them or comes after.
 */
final class BackupFolder {
  private static final String MARK = "gatehouse-backup";
  private static final Pattern BLOB = Pattern.compile("[0-9a-f]{2}/[0-9a-f]{24}");

  private final Path folder;

  /** The data of a node: its embedded store, its blobs, and the secrets that open them. */
  record Places(Path data, Path documents, Path blobs, Path secrets) {}

  BackupFolder(Path folder) {
    this.folder = folder;
  }

  private Places own() {
    return new Places(
        folder, folder.resolve("documents"), folder.resolve("blobs"), folder.resolve("secrets"));
  }

  /**
   * Takes the backup, beside a running node too; says how many blobs it copied.
   *
   * @throws IllegalStateException if the folder holds something else
   */
  int take(Places node) throws IOException {
    Path mark = folder.resolve(MARK);
    if (Files.exists(folder) && Files.notExists(mark) && !isEmpty(folder)) {
      throw new IllegalStateException(folder + " is neither empty nor a backup");
    }
    OwnFiles.folder(folder);
    Files.writeString(mark, "1\n");
    Set<String> before = blobs(node.blobs());
    int copied = copyBlobs(before, node.blobs(), own().blobs());
    EmbeddedStore.copy(node.documents(), own().documents());
    Set<String> after = blobs(node.blobs());
    copied += copyBlobs(after, node.blobs(), own().blobs());
    for (String old : blobs(own().blobs())) {
      if (!before.contains(old) && !after.contains(old)) {
        Files.delete(own().blobs().resolve(old));
      }
    }
    copyAll(node.secrets(), own().secrets());
    return copied;
  }

  /**
   * Puts the backup where a node finds it; the documents last, so that half of it is no node.
   *
   * @throws IllegalStateException if this is no backup, it is damaged, or there is data already, or
   *     a node
   */
  void restore(Places node) throws IOException {
    if (Files.notExists(folder.resolve(MARK))) {
      throw new IllegalStateException(folder + " is not a backup");
    }
    try (FolderLock _ = FolderLock.ofData(OwnFiles.closed(node.data()))) {
      restoreAlone(node);
    }
  }

  private void restoreAlone(Places node) throws IOException {
    for (Path place : new Path[] {node.documents(), node.blobs(), node.secrets()}) {
      if (Files.exists(place) && !isEmpty(place)) {
        throw new IllegalStateException(place + " is not empty: nothing was restored");
      }
    }
    var faults = EmbeddedStore.verify(own().documents()).faults();
    if (!faults.isEmpty()) {
      throw new IllegalStateException("the backup is damaged: " + faults.getFirst());
    }
    copyBlobs(blobs(own().blobs()), own().blobs(), node.blobs());
    copyAll(own().secrets(), node.secrets());
    EmbeddedStore.copy(own().documents(), node.documents());
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Names of whole blobs within their folder. */
  private static Set<String> blobs(Path root) throws IOException {
    if (Files.notExists(root)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(root, 2)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> BLOB.matcher(name).matches())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static int copyBlobs(Set<String> names, Path from, Path to) throws IOException {
    int copied = 0;
    for (String name : names) {
      // One that was deleted in between is missed by nobody who can still name it.
      if (Files.notExists(to.resolve(name)) && Files.exists(from.resolve(name))) {
        copy(from.resolve(name), to.resolve(name));
        copied++;
      }
    }
    return copied;
  }

  private static void copyAll(Path from, Path to) throws IOException {
    if (Files.notExists(from)) {
      return;
    }
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** With its permissions, and under its name only when it is whole and on the disk. */
  private static void copy(Path from, Path to) throws IOException {
    OwnFiles.folder(to.getParent());
    Path unfinished = to.resolveSibling(to.getFileName() + ".new");
    Files.copy(
        from, unfinished, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.READ)) {
      channel.force(true);
    }
    Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
  }
}
