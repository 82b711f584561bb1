package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.contract.ErrorCode;

/** An {@link UploadCheck} that looks for a format's mark and stores all bytes unchanged. */
public final class SignatureCheck implements UploadCheck {
  private final String name;
  private final long limit;
  private final byte[] magic;
  private final int within;
  private final String refusal;

  /**
   * @param magic bytes that every upload must begin with
   * @param refusal error message for other uploads, sent with 415
   */
  public SignatureCheck(String name, long limit, byte[] magic, String refusal) {
    this(name, limit, magic, magic.length, refusal);
  }

  /**
   * @param magic bytes that every upload must contain
   * @param within number of first bytes in which they must stand
   * @param refusal error message for other uploads, sent with 415
   */
  public SignatureCheck(String name, long limit, byte[] magic, int within, String refusal) {
    this.within = within;
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
    private final byte[] head = new byte[within];
    private int length;
    private boolean found;

    Looking(BlobWriter stored) {
      this.stored = stored;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      if (!found) {
        int count = Math.min(bytes.remaining(), within - length);
        bytes.get(bytes.position(), head, length, count);
        length += count;
        found = contains();
        if (!found && length == within) {
          throw new UnfitException(ErrorCode.FILE_FORMAT_UNSUPPORTED, refusal);
        }
      }
      stored.write(bytes);
    }

    private boolean contains() {
      for (int at = 0; at <= length - magic.length; at++) {
        if (Arrays.equals(head, at, at + magic.length, magic, 0, magic.length)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public Blob commit() throws IOException {
      if (!found) {
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
