package dev.gatehouse.areas.trading.marketdata.serving;

import java.io.ByteArrayOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A part of a Parquet file that is written in memory. */
final class MemoryFile implements OutputFile {
  private final long start;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /**
   * @param start position of the part in the whole file
   */
  MemoryFile(long start) {
    this.start = start;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new PositionOutputStream() {
      @Override
      public long getPos() {
        return start + bytes.size();
      }

      @Override
      public void write(int b) {
        bytes.write(b);
      }

      @Override
      public void write(byte[] from, int offset, int length) {
        bytes.write(from, offset, length);
      }
    };
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }
}
