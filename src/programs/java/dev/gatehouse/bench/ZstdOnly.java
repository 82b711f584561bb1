package dev.gatehouse.bench;

import module java.base;

import com.github.luben.zstd.Zstd;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** For parquet-hadoop as a peer: its own codec factory wants all of Hadoop, and would be slower. */
final class ZstdOnly implements CompressionCodecFactory {
  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("the peer only reads");
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new BytesInputDecompressor() {
      @Override
      public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        ByteArrayOutputStream gathered = new ByteArrayOutputStream((int) bytes.size());
        bytes.writeAllTo(gathered);
        byte[] packed = gathered.toByteArray();
        byte[] plain = new byte[size];
        Zstd.decompressByteArray(plain, 0, size, packed, 0, packed.length);
        return BytesInput.from(plain);
      }

      @Override
      public void decompress(ByteBuffer in, int packed, ByteBuffer out, int size) {
        throw new UnsupportedOperationException("direct buffers are off");
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public void release() {}
}
