package dev.gatehouse.embedded;

import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** The value of an index entry: that it is there. Takes no bytes. */
final class Present extends BasicDataType<Boolean> {
  static final Present TYPE = new Present();

  private Present() {}

  @Override
  public int getMemory(Boolean present) {
    return 0;
  }

  @Override
  public void write(WriteBuffer buffer, Boolean present) {
    // Presence is the key's.
  }

  @Override
  public Boolean read(ByteBuffer buffer) {
    return Boolean.TRUE;
  }

  @Override
  public Boolean[] createStorage(int size) {
    return new Boolean[size];
  }
}
