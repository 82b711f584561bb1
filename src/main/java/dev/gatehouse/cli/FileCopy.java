package dev.gatehouse.cli;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Copies files with owner-only permissions. A file appears under its name once it is complete. */
final class FileCopy {
  /** Suffix of the names of incomplete files. */
  private static final String UNFINISHED = ".new";

  private static final long AT_ONCE = 8 << 20;
  private static final int CHUNK = 1 << 16;

  private final Progress progress;
  private final Set<Path> folders = new LinkedHashSet<>();

  FileCopy(Progress progress) {
    this.progress = progress;
  }

  /** Deletes incomplete files of an interrupted copy, in all subfolders of a folder. */
  static void deleteUnfinished(Path root) throws IOException {
    if (Files.notExists(root)) {
      return;
    }
    List<Path> unfinished;
    try (Stream<Path> files = Files.walk(root, 2)) {
      unfinished = files.filter(file -> file.toString().endsWith(UNFINISHED)).toList();
    }
    for (Path file : unfinished) {
      Files.delete(file);
    }
  }

  /** Returns the temporary name of a file while it is written. */
  private static Path unfinished(Path to) throws IOException {
    return PrivateFiles.made(
        PrivateFiles.folder(to.getParent()).resolve(to.getFileName() + UNFINISHED));
  }

  /** Copies a file with its modification time, and replaces an existing file. */
  void copy(Path from, Path to) throws IOException {
    Path unfinished = unfinished(to);
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(
                unfinished, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      long size = in.size();
      for (long at = 0; at < size; ) {
        long moved = in.transferTo(at, Math.min(AT_ONCE, size - at), out);
        at += moved;
        progress.advance(moved, from.getFileName().toString());
      }
      out.force(true);
    }
    Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(from));
    move(unfinished, to);
  }

  private void move(Path unfinished, Path to) throws IOException {
    Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
    folders.add(to.getParent());
  }

  /**
   * Copies a stream to its end, and replaces an existing file.
   *
   * @param sha256 expected digest in hexadecimal; empty to accept any content
   * @return whether the digest matches; otherwise no file is written
   */
  boolean copy(InputStream from, Path to, Optional<String> sha256) throws IOException {
    Path unfinished = unfinished(to);
    MessageDigest digest = Sha256.digest();
    try (FileChannel out =
        FileChannel.open(
            unfinished, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      byte[] chunk = new byte[CHUNK];
      for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
        digest.update(chunk, 0, n);
        ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, n);
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        progress.advance(n, to.getFileName().toString());
      }
      out.force(true);
    }
    String found = HexFormat.of().formatHex(digest.digest());
    if (!sha256.orElse(found).equals(found)) {
      Files.delete(unfinished);
      return false;
    }
    move(unfinished, to);
    return true;
  }

  /** Flushes the copied files to disk, so that they survive a power loss. */
  void sync() throws IOException {
    for (Path folder : folders) {
      PrivateFiles.sync(folder);
    }
  }
}
