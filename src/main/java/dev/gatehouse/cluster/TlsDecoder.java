package dev.gatehouse.cluster;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import java.nio.ByteBuffer;

/** First handler of Hazelcast's incoming bytes: decrypts them. */
final class TlsDecoder extends InboundHandler<ByteBuffer, ByteBuffer> {
  private static final int BUFFER = 16_384;

  private final TlsChannel tls;
  private final Admissions.Admission admission;

  TlsDecoder(TlsChannel tls, Admissions.Admission admission) {
    this.tls = tls;
    this.admission = admission;
  }

  @Override
  public void handlerAdded() {
    initSrcBuffer(BUFFER);
  }

  @Override
  public HandlerStatus onRead() {
    src.flip();
    boolean received = src.hasRemaining();
    tls.receive(src);
    src.clear();
    if (!admission.proven() && received) {
      if (tls.established()) {
        admission.prove();
      }
      // The handshake, an alert, or what waited for the end of the handshake.
      channel.outboundPipeline().wakeup();
    }
    if (tls.failure().isPresent()) {
      channel.outboundPipeline().wakeup();
      return HandlerStatus.CLEAN;
    }
    return tls.drainPlain(dst) ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
  }
}
