package dev.gatehouse.http.exchange;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import java.time.Duration;

/**
 * Bytes that a connection's socket has not accepted yet. Detects a client that takes none, for all
 * kinds of replies: files, TLS records, events or many small ones. Confined to its event loop.
 */
final class SocketOutput {
  /**
   * Size in bytes from which replies are queued in front of the socket. Pipelined requests behind
   * them are not read.
   */
  private static final WriteBufferWaterMark MAX_QUEUED = new WriteBufferWaterMark(8_192, 16_384);

  private final Channel channel;

  /** True for HTTP/2, whose streams also wait for their flow-control windows. */
  private final boolean multiplexed;

  private Object current;
  private long progress;
  private long since = System.nanoTime();

  SocketOutput(Channel channel) {
    this.channel = channel;
    this.multiplexed = channel.pipeline().get("httpDecoder") == null;
    channel.config().setWriteBufferWaterMark(MAX_QUEUED);
  }

  /** Returns whether the socket has accepted all replies. Always false for HTTP/2. */
  boolean isTaken() {
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    return !multiplexed && waiting != null && waiting.totalPendingWriteBytes() == 0;
  }

  /**
   * Looks whether bytes have moved since the previous call.
   *
   * @param window time without movement after which the client is stalled
   * @param minBytes bytes of a file that must move in the window
   */
  Look look(long now, Duration window, long minBytes) {
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    Object head = waiting == null ? null : waiting.current();
    if (head == null) {
      current = null;
      since = now;
      return Look.IDLE;
    }
    long written = waiting.currentProgress();
    long elapsed = now - since;
    boolean other = !head.equals(current);
    boolean enough = written - progress >= Math.max(1, minBytes * elapsed / window.toNanos());
    if (other || (enough && written > progress)) {
      current = head;
      progress = written;
      since = now;
      return Look.MOVING;
    }
    return elapsed > window.toNanos() ? Look.STALLED : Look.WAITING;
  }

  enum Look {
    /** Nothing waits. */
    IDLE,
    /** Bytes were taken. */
    MOVING,
    /** No bytes were taken, but the window has not ended. */
    WAITING,
    /** No bytes were taken for a whole window. */
    STALLED
  }
}
