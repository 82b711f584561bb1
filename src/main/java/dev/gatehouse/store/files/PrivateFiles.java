package dev.gatehouse.store.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and folders that only their owner may read, and what makes them last. */
public final class PrivateFiles {
  private static final Logger log = LoggerFactory.getLogger(PrivateFiles.class);
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /** Makes a file unless it is there; only its owner may read and write it. */
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

  /** Makes a folder, and those above it, unless it is there: then it stays as its owner has it. */
  public static Path folder(Path folder) throws IOException {
    return Files.createDirectories(folder, only(folder, FOLDER));
  }

  /** Makes a folder, or closes the one that is there to all but its owner. */
  public static Path closed(Path folder) throws IOException {
    folder(folder);
    tighten(folder, FOLDER);
    return folder;
  }

  private static FileAttribute<?>[] only(Path path, Set<PosixFilePermission> allowed) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(allowed)}
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** A folder of another user's, a mounted volume for example, is that user's to close. */
  private static void tighten(Path path, Set<PosixFilePermission> allowed) {
    if (!isPosix(path)) {
      return;
    }
    try {
      if (!allowed.containsAll(Files.getPosixFilePermissions(path))) {
        Files.setPosixFilePermissions(path, allowed);
      }
    } catch (IOException e) {
      log.warn("{} may be readable by others and cannot be closed: {}", path, e.toString());
    }
  }

  /** Makes a file, or a folder's entries, survive a loss of power. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
