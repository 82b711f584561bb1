package dev.gatehouse.cluster;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Queue;

/**
 * TLS of one Hazelcast connection: Netty's TLS handler, fed with bytes instead of a socket.
 * Hazelcast reads and writes a connection on two threads, so each method holds the lock.
 */
final class TlsChannel {
  private final SslHandler tls;
  private final EmbeddedChannel channel;
  private Throwable failure;

  TlsChannel(SslContext context) {
    tls = context.newHandler(UnpooledByteBufAllocator.DEFAULT);
    // Admissions bounds the handshake. The embedded channel has no timer.
    tls.setHandshakeTimeoutMillis(0);
    channel = new EmbeddedChannel();
    channel.config().setAllocator(UnpooledByteBufAllocator.DEFAULT);
    channel.pipeline().addLast(tls);
  }

  /** Decrypts all bytes of a buffer. A handshake that fails leaves an alert to send. */
  synchronized void receive(ByteBuffer source) {
    if (failure != null || !source.hasRemaining()) {
      source.position(source.limit());
      return;
    }
    ByteBuf bytes = Unpooled.buffer(source.remaining()).writeBytes(source);
    try {
      channel.writeInbound(bytes);
    } catch (Throwable e) {
      failure = e;
    }
    if (failure == null && tls.handshakeFuture().isDone()) {
      failure = tls.handshakeFuture().cause();
    }
  }

  /** Encrypts at most so many bytes of a buffer. */
  synchronized void send(ByteBuffer source, int maxBytes) {
    int length = Math.min(source.remaining(), maxBytes);
    if (failure != null || length == 0) {
      return;
    }
    ByteBuf bytes = Unpooled.buffer(length).writeBytes(source.slice(source.position(), length));
    source.position(source.position() + length);
    try {
      channel.writeOutbound(bytes);
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Returns whether the other side has proved to be a node. */
  synchronized boolean established() {
    return failure == null && tls.handshakeFuture().isSuccess();
  }

  synchronized Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Moves decrypted bytes, and returns whether some remain. */
  synchronized boolean drainPlain(ByteBuffer target) {
    return drain(channel.inboundMessages(), target);
  }

  /** Moves encrypted bytes, and returns whether some remain. */
  synchronized boolean drainEncrypted(ByteBuffer target) {
    return drain(channel.outboundMessages(), target);
  }

  private static boolean drain(Queue<Object> waiting, ByteBuffer target) {
    while (waiting.peek() instanceof ByteBuf next) {
      int length = Math.min(next.readableBytes(), target.remaining());
      next.readBytes(target.slice(target.position(), length));
      target.position(target.position() + length);
      if (next.isReadable()) {
        return true;
      }
      waiting.remove();
      next.release();
    }
    return false;
  }
}
