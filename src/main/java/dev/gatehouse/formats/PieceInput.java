package dev.gatehouse.formats;

import module java.base;

/** Stream whose bytes are made piece by piece while it is read. */
public abstract class PieceInput extends InputStream {
  private ByteBuffer piece = ByteBuffer.allocate(0);

  /** Returns the next bytes, which may be overwritten by the next call; none only at the end. */
  protected abstract ByteBuffer next() throws IOException;

  @Override
  public final int read() throws IOException {
    return ready() ? piece.get() & 255 : -1;
  }

  @Override
  public final int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!ready()) {
      return -1;
    }
    int taken = Math.min(length, piece.remaining());
    piece.get(into, offset, taken);
    return taken;
  }

  private boolean ready() throws IOException {
    if (!piece.hasRemaining()) {
      piece = next();
    }
    return piece.hasRemaining();
  }
}
