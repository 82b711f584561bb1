package dev.gatehouse.areas.trading.marketdata.serving;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.Closeable;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Pool of Zstd decompression contexts. Creating a context costs more than decompressing a page with
 * it. Safe for concurrent use.
 */
final class ZstdContextPool implements Closeable {
  private final ConcurrentLinkedQueue<ZstdDecompressCtx> idleQueue = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /**
   * Decompresses exactly {@code size} bytes to the beginning of {@code plain}. Fails if the result
   * has more or fewer bytes.
   */
  void unpack(byte[] packed, int from, int length, byte[] plain, int size) {
    ZstdDecompressCtx context = idleQueue.poll();
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    try {
      if (context.decompressByteArray(plain, 0, size, packed, from, length) != size) {
        throw new IllegalArgumentException("it unpacks to another size");
      }
    } finally {
      if (closed) {
        context.close();
      } else {
        idleQueue.add(context);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    for (ZstdDecompressCtx context = idleQueue.poll();
        context != null;
        context = idleQueue.poll()) {
      context.close();
    }
  }
}
