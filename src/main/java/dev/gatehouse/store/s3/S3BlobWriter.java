package dev.gatehouse.store.s3;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.BlockSums;
import dev.gatehouse.store.files.DiskSpaceGuard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of one blob to a local file, which is uploaded when complete. Its size and digest are
 * known by then, and an interrupted upload leaves nothing in the object store. The file goes into
 * the cache, because a new blob is often read soon.
 */
final class S3BlobWriter implements BlobWriter {
  private static final Logger LOG = LoggerFactory.getLogger(S3BlobWriter.class);

  /** Number of bytes between two checks of the free space. */
  private static final long LOOK_EVERY = 1 << 20;

  private final String id;
  private final Path file;
  private final DiskSpaceGuard reserve;
  private final Sending sending;
  private final MessageDigest digest = Sha256.digest();
  private final BlockSums.Builder sums = new BlockSums.Builder();
  private final FileChannel channel;
  private long size;
  private long nextLook = LOOK_EVERY;
  private boolean ended;

  /** Upload of a complete file to the object store, and its move into the cache. */
  interface Sending {
    void send(Blob blob, Path file, BlockSums sums) throws IOException;

    /** Ensures that this machine has space for more bytes, evicting cached copies if necessary. */
    void require(long bytes) throws IOException;
  }

  /**
   * @param file path that does not exist yet; the file is moved or deleted in the end
   */
  S3BlobWriter(String id, Path file, DiskSpaceGuard reserve, Sending sending) throws IOException {
    this.id = id;
    this.file = file;
    this.reserve = reserve;
    this.sending = sending;
    this.channel = FileChannel.open(file, CREATE_NEW, WRITE);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    requireOpen();
    try {
      if (size + bytes.remaining() >= nextLook) {
        sending.require(bytes.remaining());
        nextLook = size + bytes.remaining() + LOOK_EVERY;
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
    Blob blob = new Blob(id, size, HexFormat.of().formatHex(digest.digest()));
    try {
      channel.close();
      sending.send(blob, file, sums.end());
      ended = true;
      return blob;
    } finally {
      close();
    }
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("could not remove the unfinished blob {}; the next start will", id, e);
    }
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("the blob " + id + " has ended");
    }
  }
}
