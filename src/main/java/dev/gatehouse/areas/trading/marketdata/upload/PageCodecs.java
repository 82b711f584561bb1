package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.brotli.dec.BrotliInputStream;

/**
 * Decompresses pages of every codec that Parquet defines, into exactly the size in the page's
 * header.
 */
final class PageCodecs {
  private PageCodecs() {}

  static byte[] decompress(CompressionCodecName codec, byte[] packed, int from, int size)
      throws IOException {
    byte[] plain = new byte[size];
    int length = packed.length - from;
    int done =
        switch (codec) {
          case UNCOMPRESSED -> copy(packed, from, plain);
          case SNAPPY -> new SnappyDecompressor().decompress(packed, from, length, plain, 0, size);
          case ZSTD -> (int) Zstd.decompressByteArray(plain, 0, size, packed, from, length);
          case GZIP -> stream(new GZIPInputStream(in(packed, from)), plain);
          case BROTLI -> stream(new BrotliInputStream(in(packed, from)), plain);
          case LZ4_RAW -> new Lz4Decompressor().decompress(packed, from, length, plain, 0, size);
          case LZ4 -> lz4(packed, from, plain);
          case LZO -> blocks(new LzoDecompressor(), packed, from, plain);
        };
    if (done != size) {
      throw new IOException("a page unpacks to " + done + " bytes instead of " + size);
    }
    return plain;
  }

  private static int copy(byte[] packed, int from, byte[] plain) {
    int length = packed.length - from;
    System.arraycopy(packed, from, plain, 0, Math.min(length, plain.length));
    return length;
  }

  private static InputStream in(byte[] packed, int from) {
    return new ByteArrayInputStream(packed, from, packed.length - from);
  }

  private static int stream(InputStream in, byte[] plain) throws IOException {
    try (in) {
      int done = in.readNBytes(plain, 0, plain.length);
      return in.read() < 0 ? done : plain.length + 1;
    }
  }

  /**
   * Decompresses the deprecated LZ4. It uses Hadoop's framing, or none, as Arrow wrote for some
   * years.
   */
  private static int lz4(byte[] packed, int from, byte[] plain) {
    try {
      return blocks(new Lz4Decompressor(), packed, from, plain);
    } catch (RuntimeException framing) {
      Arrays.fill(plain, (byte) 0);
      return new Lz4Decompressor()
          .decompress(packed, from, packed.length - from, plain, 0, plain.length);
    }
  }

  /**
   * Decompresses Hadoop's framing. Each block starts with its uncompressed size. Compressed parts
   * follow, each after its size, until the block is full.
   */
  private static int blocks(Decompressor codec, byte[] packed, int from, byte[] plain) {
    ByteBuffer in = ByteBuffer.wrap(packed, from, packed.length - from);
    int done = 0;
    while (in.hasRemaining()) {
      int end = Math.addExact(done, in.getInt());
      while (done < end) {
        int size = in.getInt();
        if (size < 0 || size > in.remaining() || end > plain.length) {
          throw new IllegalArgumentException("a block of " + size + " bytes");
        }
        done += codec.decompress(packed, in.position(), size, plain, done, end - done);
        in.position(in.position() + size);
      }
    }
    return done;
  }
}
