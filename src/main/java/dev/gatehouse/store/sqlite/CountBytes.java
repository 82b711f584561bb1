package dev.gatehouse.store.sqlite;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Numbers and byte sequences in a compact form. A number has seven bits per byte, the lowest first.
 * A byte sequence follows its length.
 */
final class CountBytes {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private CountBytes() {}

  /** Appends numbers and byte sequences. */
  static final class Writer {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Appends a number that is usually small and not negative. */
    Writer number(long value) {
      long rest = value;
      while ((rest & -MORE) != 0) {
        out.write((int) (rest & (MORE - 1)) | MORE);
        rest >>>= BITS;
      }
      out.write((int) rest);
      return this;
    }

    /** Appends a number that is usually small, and may be negative. */
    Writer difference(long value) {
      return number((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    Writer entry(Session.Entry entry) {
      number(entry.key().length);
      out.writeBytes(entry.key());
      return number(entry.position());
    }

    byte[] toBytes() {
      return out.toByteArray();
    }
  }

  /** Reads what a {@link Writer} has written. */
  static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean hasNext() {
      return at < bytes.length;
    }

    long number() {
      long value = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes[at++];
        value |= (long) (next & (MORE - 1)) << shift;
        shift += BITS;
      } while (next < 0);
      return value;
    }

    long difference() {
      long value = number();
      return (value >>> 1) ^ -(value & 1);
    }

    Session.Entry entry() {
      int length = Math.toIntExact(number());
      byte[] key = Arrays.copyOfRange(bytes, at, at + length);
      at += length;
      return new Session.Entry(key, number());
    }
  }
}
