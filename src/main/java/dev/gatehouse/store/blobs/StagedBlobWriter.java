package dev.gatehouse.store.blobs;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.files.DiskSpaceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one blob to a file of this machine, which becomes the blob when it is complete. */
public abstract class StagedBlobWriter implements BlobWriter {
  private static final Logger log = LoggerFactory.getLogger(StagedBlobWriter.class);

  /** Number of bytes between two checks of the free space. */
  private static final long LOOK_EVERY = 1 << 20;

  private final String id;
  private final Path file;
  private final DiskSpaceGuard diskSpace;
  private final MessageDigest digest = Sha256.digest();
  private final FileChannel channel;
  private long size;
  private long nextLook = LOOK_EVERY;
  private boolean ended;

  /**
   * @param file path that does not exist yet; the file is moved or deleted in the end
   */
  protected StagedBlobWriter(String id, Path file, DiskSpaceGuard diskSpace) throws IOException {
    this.id = id;
    this.file = file;
    this.diskSpace = diskSpace;
    try {
      var ownerOnly =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      this.channel = FileChannel.open(file, Set.of(CREATE_NEW, WRITE), ownerOnly);
    } catch (IOException e) {
      throw diskSpace.typed(e);
    }
  }

  /** Ensures that this machine has space for more bytes. */
  protected abstract void require(long bytes) throws IOException;

  /** Is called before each write. */
  protected void beforeWrite(FileChannel channel, long size) throws IOException {}

  /**
   * Makes the file a blob, and moves or deletes it.
   *
   * @param channel of the file, which must be closed
   */
  protected abstract void complete(Blob blob, Path file, FileChannel channel) throws IOException;

  @Override
  public final void write(ByteBuffer bytes) throws IOException {
    requireOpen();
    try {
      if (size + bytes.remaining() >= nextLook) {
        require(bytes.remaining());
        nextLook = size + bytes.remaining() + LOOK_EVERY;
      }
      beforeWrite(channel, size);
      digest.update(bytes.duplicate());
      while (bytes.hasRemaining()) {
        size += channel.write(bytes);
      }
    } catch (IOException e) {
      close();
      throw diskSpace.typed(e);
    }
  }

  @Override
  public final Blob commit() throws IOException {
    requireOpen();
    Blob blob = new Blob(id, size, HexFormat.of().formatHex(digest.digest()));
    try {
      verify(blob);
      complete(blob, file, channel);
      ended = true;
      return blob;
    } finally {
      close();
    }
  }

  /** Reads the file again, and compares it with what was written. */
  private void verify(Blob blob) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (!Sha256.hex(in).equals(blob.sha256())) {
        throw new IOException("the disk returned other bytes than were written to " + file);
      }
    }
  }

  @Override
  public final void close() {
    if (ended) {
      return;
    }
    ended = true;
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.warn("could not remove the unfinished blob {}; the next start will", id, e);
    }
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("the blob " + id + " has ended");
    }
  }
}
