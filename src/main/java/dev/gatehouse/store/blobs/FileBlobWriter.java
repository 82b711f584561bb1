package dev.gatehouse.store.blobs;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one blob to a temporary file and moves it into place. */
final class FileBlobWriter implements BlobWriter {
  private static final Logger log = LoggerFactory.getLogger(FileBlobWriter.class);

  /** Number of bytes between two checks of the free space. */
  private static final long LOOK_EVERY = 1 << 20;

  /**
   * Number of bytes between two synchronizations with the disk. A commit of documents can wait for
   * all bytes that other files have not yet synchronized.
   */
  private static final long FORCE_EVERY = 8 << 20;

  private final String id;
  private final Path temporary;
  private final Path place;
  private final Sidecars sidecars;
  private final DiskSpaceGuard reserve;
  private final MessageDigest digest;
  private final BlockSums.Builder sums = new BlockSums.Builder();
  private final FileChannel channel;
  private long size;
  private long nextLook = LOOK_EVERY;
  private long nextForce = FORCE_EVERY;
  private boolean ended;

  /**
   * Location of a new blob.
   *
   * @param temporary file while it is written
   * @param complete its final file
   * @param sidecars folder of its checksums
   */
  record Place(String id, Path temporary, Path complete, Sidecars sidecars) {}

  FileBlobWriter(Place blob, DiskSpaceGuard reserve) throws IOException {
    this.id = blob.id();
    this.temporary = blob.temporary();
    this.place = blob.complete();
    this.sidecars = blob.sidecars();
    this.reserve = reserve;
    this.digest = Sha256.digest();
    try {
      var ownerOnly =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      this.channel = FileChannel.open(temporary, Set.of(CREATE_NEW, WRITE), ownerOnly);
    } catch (IOException e) {
      throw reserve.typed(e);
    }
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    requireOpen();
    try {
      if (size + bytes.remaining() >= nextLook) {
        reserve.require(bytes.remaining());
        nextLook = size + bytes.remaining() + LOOK_EVERY;
      }
      if (size >= nextForce) {
        channel.force(false);
        nextForce = size + FORCE_EVERY;
      }
      digest.update(bytes.duplicate());
      sums.update(bytes);
      while (bytes.hasRemaining()) {
        size += channel.write(bytes);
      }
    } catch (IOException e) {
      close();
      throw reserve.typed(e);
    }
  }

  @Override
  public Blob commit() throws IOException {
    requireOpen();
    try {
      channel.force(true);
      channel.close();
      sidecars.write(id, sums.end());
      Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
      // A rename survives a power loss only after its folder is synchronized to disk.
      PrivateFiles.sync(place.getParent());
    } catch (IOException e) {
      close();
      Files.deleteIfExists(place);
      sidecars.delete(id);
      throw reserve.typed(e);
    }
    ended = true;
    return new Blob(id, size, HexFormat.of().formatHex(digest.digest()));
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    try (channel) {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      log.warn("could not remove the unfinished blob {}; the sweep will", id, e);
    }
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("the blob " + id + " has ended");
    }
  }
}
