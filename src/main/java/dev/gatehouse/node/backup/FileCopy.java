package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.store.files.SteadySync;

/**
 * Copies files with owner-only permissions. A file appears under its name once it is complete. Used
 * by one thread.
 */
final class FileCopy {
  /** Suffix of the names of incomplete files. */
  static final String UNFINISHED = ".new";

  private static final int CHUNK = 1 << 18;

  private final BackupProgress progress;
  private final Set<Path> folders = new LinkedHashSet<>();

  /** Reused, because a backup copies many small files beside requests. */
  private final byte[] chunk = new byte[CHUNK];

  FileCopy(BackupProgress progress) {
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

  /** Copies a file with its modification time, and replaces an existing file. */
  Manifest.Entry copy(Path from, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(from)) {
      Manifest.Entry copied = copy(in, to, Optional.empty()).orElseThrow();
      Files.setLastModifiedTime(to, Files.getLastModifiedTime(from));
      return copied;
    }
  }

  /**
   * Copies a stream to its end, and replaces an existing file.
   *
   * @param sha256 expected digest in hexadecimal; empty to accept any content
   * @return empty if the digest differs; then no file is written
   */
  Optional<Manifest.Entry> copy(InputStream from, Path to, Optional<String> sha256)
      throws IOException {
    Path unfinished =
        PrivateFiles.made(
            PrivateFiles.folder(to.getParent()).resolve(to.getFileName() + UNFINISHED));
    MessageDigest digest = Sha256.digest();
    long size = 0;
    try (FileChannel out =
        FileChannel.open(
            unfinished, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      var sync = new SteadySync(out::force);
      for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
        digest.update(chunk, 0, n);
        ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, n);
        while (bytes.hasRemaining()) {
          size += out.write(bytes);
        }
        sync.grown(size);
        progress.advance(n, to.getFileName().toString());
      }
      out.force(true);
    }
    String found = HexFormat.of().formatHex(digest.digest());
    if (!sha256.orElse(found).equals(found)) {
      Files.delete(unfinished);
      return Optional.empty();
    }
    Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
    folders.add(to.getParent());
    return Optional.of(new Manifest.Entry(size, found));
  }

  /** Creates a hard link. Returns false if the target exists, or links are not supported. */
  boolean link(Path from, Path to) throws IOException {
    PrivateFiles.folder(to.getParent());
    try {
      Files.createLink(to, from);
    } catch (FileSystemException | UnsupportedOperationException unsupported) {
      return false;
    }
    folders.add(to.getParent());
    return true;
  }

  /** Reads a file and returns its size and digest. */
  static Manifest.Entry entry(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new Manifest.Entry(Files.size(file), Sha256.hex(in));
    }
  }

  /** Flushes the folders of the copied files to disk, so that they survive a power loss. */
  void sync() throws IOException {
    for (Path folder : folders) {
      PrivateFiles.sync(folder);
    }
  }
}
