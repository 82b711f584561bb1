package dev.gatehouse.store.files;

import module java.base;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and folders that only their owner can read, and methods that make them durable. */
public final class PrivateFiles {
  private static final Logger log = LoggerFactory.getLogger(PrivateFiles.class);
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /** Creates a file unless it exists. Only its owner can read and write it. */
  public static Path made(Path file) {
    try {
      Files.createFile(file, only(file, FILE));
    } catch (FileAlreadyExistsException there) {
      tighten(file, FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /**
   * Creates a folder and its parents unless they exist. Permissions of existing folders are
   * unchanged.
   */
  public static Path folder(Path folder) throws IOException {
    return Files.createDirectories(folder, only(folder, FOLDER));
  }

  /** Creates a folder and its parents unless they exist, and makes their names durable. */
  public static Path durableFolder(Path folder) throws IOException {
    Path existing = folder.toAbsolutePath().normalize();
    List<Path> parents = new ArrayList<>();
    while (existing != null && Files.notExists(existing)) {
      existing = existing.getParent();
      if (existing != null) {
        parents.add(existing);
      }
    }
    folder(folder);
    for (Path parent : parents) {
      sync(parent);
    }
    return folder;
  }

  /** Creates a folder, or removes other users' permissions from an existing one. */
  public static Path closed(Path folder) throws IOException {
    durableFolder(folder);
    tighten(folder, FOLDER);
    return folder;
  }

  private static FileAttribute<?>[] only(Path path, Set<PosixFilePermission> allowed) {
    if (isPosix(path)) {
      return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(allowed)};
    }
    return new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Removes other users' permissions from a file.
   *
   * @return its former permissions if others had any
   */
  public static Optional<String> tightened(Path file) {
    return tighten(file, FILE);
  }

  /**
   * Restricts permissions. If another user owns the path, such as a mounted volume, a warning is
   * logged instead.
   */
  private static Optional<String> tighten(Path path, Set<PosixFilePermission> allowed) {
    try {
      if (isPosix(path)) {
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(path);
        if (!allowed.containsAll(found)) {
          Files.setPosixFilePermissions(path, allowed);
          return Optional.of(PosixFilePermissions.toString(found));
        }
      }
    } catch (IOException e) {
      log.warn(
          "{} may be readable by others, its permissions cannot be changed: {}",
          path,
          e.toString());
    }
    return Optional.empty();
  }

  /** Replaces a file's text atomically. It is durable when this returns. */
  public static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    Files.writeString(Files.createFile(draft, only(draft, FILE)), text);
    sync(draft);
    move(draft, file);
  }

  /** Renames a file atomically, and makes the rename durable. Replaces an existing file. */
  public static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    sync(to.toAbsolutePath().getParent());
  }

  /** Makes a file, or a folder's entries, durable against power loss. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
