package dev.gatehouse.areas.trading.marketdata.serving;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses the pages of one file. parquet-hadoop's own codec factory would add a dependency on
 * Hadoop.
 */
final class ZstdPages implements BytesInputCompressor {
  private final ZstdCompressCtx context;

  ZstdPages(int level) {
    context = new ZstdCompressCtx().setLevel(level);
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    ByteArrayOutputStream gathered = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
    bytes.writeAllTo(gathered);
    byte[] plain = gathered.toByteArray();
    byte[] packed = new byte[Math.toIntExact(Zstd.compressBound(plain.length))];
    int size = context.compressByteArray(packed, 0, packed.length, plain, 0, plain.length);
    return BytesInput.from(packed, 0, size);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return Layout.CODEC;
  }

  @Override
  public void release() {
    context.close();
  }
}
