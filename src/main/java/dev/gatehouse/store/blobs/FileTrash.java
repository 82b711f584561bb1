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
    Set<Path> left = new HashSet<>();
    int taken = 0;
    for (Map.Entry<String, String> one : names.entrySet()) {
      Path blob = FileBlobs.path(root, one.getKey());
      if (move(blob, folder.resolve(one.getValue()))) {
        left.add(blob.getParent());
        taken++;
      }
    }
    PrivateFiles.sync(folder);
    syncAll(left);
    return taken;
  }

  @Override
  public int giveBack(Map<String, String> ids) throws IOException {
    Set<Path> entered = new HashSet<>();
    int given = 0;
    for (Map.Entry<String, String> one : ids.entrySet()) {
      Path blob = FileBlobs.path(root, one.getValue());
      if (move(folder.resolve(one.getKey()), blob)) {
        entered.add(blob.getParent());
        given++;
      }
    }
    syncAll(entered);
    PrivateFiles.sync(folder);
    return given;
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

  private static boolean move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  private static void syncAll(Set<Path> folders) throws IOException {
    for (Path each : folders) {
      PrivateFiles.sync(each);
    }
  }
}
