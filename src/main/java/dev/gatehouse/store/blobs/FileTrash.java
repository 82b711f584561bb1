package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.store.blobs.Trash.TrashLocation;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * Trash for blobs that are files. They are moved by renaming into a folder beside the blob folders.
 */
final class FileTrash implements TrashLocation {
  static final String FOLDER = "trash";

  private static final String NOTE = "hours";

  private final Path root;
  private final Path folder;

  FileTrash(Path root) {
    this.root = root;
    this.folder = root.resolve(FOLDER);
  }

  @Override
  public List<Entry> list() throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        try {
          entries.add(new Entry(file.getFileName().toString(), Files.size(file)));
        } catch (NoSuchFileException gone) {
          // Another node has already removed it.
        }
      }
    }
    return entries;
  }

  @Override
  public int take(Map<String, String> names) throws IOException {
    return move(names, id -> FileBlobs.path(root, id), folder::resolve);
  }

  @Override
  public int giveBack(Map<String, String> ids) throws IOException {
    return move(ids, folder::resolve, id -> FileBlobs.path(root, id));
  }

  private static int move(
      Map<String, String> names, Function<String, Path> from, Function<String, Path> to)
      throws IOException {
    Set<Path> entered = new HashSet<>();
    Set<Path> left = new HashSet<>();
    int moved = 0;
    for (Map.Entry<String, String> one : names.entrySet()) {
      Path source = from.apply(one.getKey());
      Path target = to.apply(one.getValue());
      try {
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        entered.add(target.getParent());
        left.add(source.getParent());
        moved++;
      } catch (NoSuchFileException gone) {
        // Another node has already moved or deleted it.
      }
    }
    syncAll(entered);
    syncAll(left);
    return moved;
  }

  @Override
  public void renew(String name, Instant now) throws IOException {
    try {
      Files.setLastModifiedTime(folder.resolve(name), FileTime.from(now));
    } catch (NoSuchFileException gone) {
      // Then it cannot be restored either.
    }
  }

  @Override
  public boolean delete(String name) throws IOException {
    return Files.deleteIfExists(folder.resolve(name));
  }

  @Override
  public Optional<String> note() throws IOException {
    try {
      return Optional.of(Files.readString(folder.resolve(NOTE), StandardCharsets.US_ASCII).strip());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  @Override
  public void note(String line) throws IOException {
    Path draft = folder.resolve(NOTE + ".new");
    Files.writeString(draft, line + "\n", StandardCharsets.US_ASCII);
    Files.move(draft, folder.resolve(NOTE), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void syncAll(Set<Path> folders) throws IOException {
    for (Path each : folders) {
      PrivateFiles.sync(each);
    }
  }
}
