package dev.gatehouse.store.blobs;

import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Files with the block checksums of a folder's blobs. A power loss may lose the latest of them,
 * because they are not synchronized to disk; the scrub then writes them again.
 */
public final class Sidecars {
  static final String FOLDER = "checksums";

  private final Path folder;

  public Sidecars(Path root) {
    this.folder = root.resolve(FOLDER);
  }

  private Path path(String blob) {
    return folder.resolve(BlobId.checked(blob).substring(0, 2)).resolve(blob);
  }

  /** Returns a blob's checksums; empty if they are missing or damaged. */
  public Optional<BlockSums> find(String blob) throws IOException {
    try {
      return BlockSums.decode(blob, Files.readAllBytes(path(blob)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /** Writes a blob's checksums. Replaces existing ones. Incomplete checksums count as missing. */
  public void write(String blob, BlockSums sums) throws IOException {
    Path file = path(blob);
    PrivateFiles.folder(file.getParent());
    try (FileChannel out =
        FileChannel.open(
            PrivateFiles.made(file),
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = sums.encode(blob);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Deletes the checksums in one of the 256 folders whose blobs do not exist. Checksums that were
   * written after {@code before} remain, because they are written before their blob.
   */
  void deleteWithoutBlob(String shard, Instant before, Predicate<String> exists)
      throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder.resolve(shard))) {
      files = all.toList();
    }
    for (Path file : files) {
      String id = file.getFileName().toString();
      if (BlobId.is(id)
          && !exists.test(id)
          && Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Deletes a blob's checksums, if there are any. */
  public void delete(String blob) throws IOException {
    Files.deleteIfExists(path(blob));
  }
}
