package dev.gatehouse.store.blobs;

import dev.gatehouse.contract.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An {@link UploadCheck} that checks only the first bytes and stores all bytes unchanged. */
public final class SignatureCheck implements UploadCheck {
  private final String name;
  private final long limit;
  private final byte[] magic;
  private final String refusal;

  /**
   * @param magic bytes that every upload must begin with
   * @param refusal error message for other uploads, sent with 415
   */
  public SignatureCheck(String name, long limit, byte[] magic, String refusal) {
    this.name = name;
    this.limit = limit;
    this.magic = magic.clone();
    this.refusal = refusal;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long limit() {
    return limit;
  }

  @Override
  public BlobWriter into(BlobWriter stored) {
    return new Looking(stored);
  }

  private final class Looking implements BlobWriter {
    private final BlobWriter stored;
    private int matched;

    Looking(BlobWriter stored) {
      this.stored = stored;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      for (int at = bytes.position(); at < bytes.limit() && matched < magic.length; at++) {
        if (bytes.get(at) != magic[matched++]) {
          throw new UnfitException(ErrorCode.FILE_FORMAT_UNSUPPORTED, refusal);
        }
      }
      stored.write(bytes);
    }

    @Override
    public Blob commit() throws IOException {
      if (matched < magic.length) {
        throw new UnfitException(ErrorCode.FILE_FORMAT_UNSUPPORTED, refusal);
      }
      return stored.commit();
    }

    @Override
    public void close() {
      stored.close();
    }
  }
}
