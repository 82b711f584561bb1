package dev.gatehouse.embedded;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Byte arrays as map keys in unsigned order, and as map values; with what they take in memory. */
final class KeyBytes extends BasicDataType<byte[]> {
  static final KeyBytes TYPE = new KeyBytes();

  private static final int ARRAY_OVERHEAD = 24;

  private KeyBytes() {}

  @Override
  public int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  @Override
  public int getMemory(byte[] bytes) {
    return ARRAY_OVERHEAD + bytes.length;
  }

  @Override
  public boolean isMemoryEstimationAllowed() {
    // Sampling would miss the one document of 15 MB among many small ones.
    return false;
  }

  @Override
  public void write(WriteBuffer buffer, byte[] bytes) {
    buffer.putVarInt(bytes.length).put(bytes);
  }

  @Override
  public byte[] read(ByteBuffer buffer) {
    byte[] bytes = new byte[DataUtils.readVarInt(buffer)];
    buffer.get(bytes);
    return bytes;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }
}
