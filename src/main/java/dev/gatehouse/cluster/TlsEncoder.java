package dev.gatehouse.cluster;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.OutboundHandler;
import com.hazelcast.internal.nio.IOUtil;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Last handler of Hazelcast's outgoing bytes: encrypts them once the handshake has ended. */
final class TlsEncoder extends OutboundHandler<ByteBuffer, ByteBuffer> {
  private static final int BUFFER = 32_768;
  private static final int MAX_STEP = 16_384;

  private final TlsChannel tls;
  private final Consumer<Throwable> failed;

  /**
   * @param failed closes the connection after the alert has been written
   */
  TlsEncoder(TlsChannel tls, Consumer<Throwable> failed) {
    this.tls = tls;
    this.failed = failed;
  }

  @Override
  public void handlerAdded() {
    initDstBuffer(BUFFER);
  }

  @Override
  public HandlerStatus onWrite() {
    IOUtil.compactOrClear(dst);
    try {
      boolean written = dst.position() == 0;
      boolean remains = tls.drainEncrypted(dst);
      if (tls.failure().isPresent()) {
        return fail(written && dst.position() == 0);
      }
      if (!tls.established()) {
        return dst.position() == 0 ? HandlerStatus.BLOCKED : HandlerStatus.DIRTY;
      }
      while (!remains && src.hasRemaining() && dst.hasRemaining()) {
        tls.send(src, MAX_STEP);
        remains = tls.drainEncrypted(dst);
      }
      return remains || src.hasRemaining() ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
    } finally {
      dst.flip();
    }
  }

  private HandlerStatus fail(boolean alerted) {
    if (!alerted) {
      return HandlerStatus.DIRTY;
    }
    failed.accept(tls.failure().orElseThrow());
    return HandlerStatus.BLOCKED;
  }
}
