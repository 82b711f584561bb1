package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.exchange.Faults.UnhandledExceptions;
import dev.gatehouse.http.ledger.Hold.Holder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Context;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/** Connection with its unfinished requests. */
final class ClientConnection implements Holder {
  /** Time beyond the timeouts of a request's own steps. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** Calls to an area that one request makes at most: for its conditions, and for its operation. */
  private static final int CALLS = 2;

  private final HttpConnection http;
  private final Context loopContext;
  private final SocketOutput output;
  private final Set<Exchange> open = new HashSet<>(4);

  /**
   * Time in nanoseconds since which the server has waited for a request's headers. It does not
   * apply while a request is being answered.
   */
  private volatile long since = System.nanoTime();

  private int begun;
  private Exchange latest;

  /** Number of the request whose body is malformed; 0 if none is. */
  private int broken;

  /**
   * Number of the last request that is processed, because the connection closes after its reply.
   */
  private int last = Integer.MAX_VALUE;

  /** True if the bytes of the current request begin like a HEAD request. */
  private boolean head;

  /** True if bytes of the next request have arrived. */
  private boolean reading;

  ClientConnection(HttpConnection http, Context loopContext) {
    this.http = http;
    if (http instanceof HttpServerConnection server) {
      this.output = new SocketOutput(server.channelHandlerContext().channel());
    } else {
      this.output = null;
    }
    this.loopContext = loopContext;
  }

  @Override
  public long lastProgress() {
    return since;
  }

  @Override
  public void evict() {
    loopContext.runOnContext(now -> ClientConnections.cut(http));
  }

  void begin(Exchange exchange) {
    exchange.connection = this;
    since = System.nanoTime();
    open.add(exchange);
    latest = exchange;
    begun++;
    reading = false;
    exchange.onFinish(() -> ended(exchange));
  }

  /** Returns its unfinished requests. */
  Stream<Exchange> exchanges() {
    return List.copyOf(open).stream();
  }

  /** Ends all requests of the connection, because it has closed. */
  void closed() {
    exchanges().forEach(Exchange::finish);
  }

  /** Records that the reply to the oldest unanswered request announces the end. */
  void closes() {
    last = Math.min(last, begun);
  }

  /**
   * Returns whether the connection ends before this request (RFC 9112, section 9.6). Such a request
   * must not be processed. Must be called once for each request, before {@link #begin}.
   */
  boolean endsBeforeNext() {
    return begun >= last;
  }

  /** Returns whether the current request's bytes begin like a HEAD request. */
  boolean beginsWithHead() {
    return head;
  }

  /**
   * Records that a request's body is malformed, so that the bytes after it cannot be interpreted.
   *
   * @param request number of the request on this connection, starting at 1
   */
  void breaks(int request) {
    broken = request;
    closeIfBroken();
  }

  /** Returns whether this request's body is the malformed one. */
  boolean breaksIn(Exchange exchange) {
    return broken > 0 && broken == begun && exchange.equals(latest);
  }

  /** Returns whether the server has waited longer than this for a request's headers. */
  boolean late(long now, long nanos) {
    return open.isEmpty() && now - since > nanos;
  }

  /** Returns whether the client has taken all replies of this HTTP/1 connection. */
  boolean taken() {
    return output != null && output.isTaken();
  }

  /**
   * Ends a connection whose client takes no bytes, and requests that exceed their deadline.
   *
   * @param window time in which the client must take bytes of a waiting reply
   * @param minBytes bytes of a file that it must take in that time
   * @param maxNanos maximum duration of a request
   */
  void endStalled(long now, Duration window, long minBytes, long maxNanos) {
    if (output != null) {
      switch (output.look(now, window, minBytes)) {
        case STALLED -> {
          ClientConnections.cut(http);
          return;
        }
        case MOVING -> open.forEach(Exchange::progressed);
        default -> {}
      }
    }
    exchanges().forEach(exchange -> endIfLate(exchange, now, maxNanos));
  }

  /** Returns whether its client may be about to send a request: it was active in that time. */
  boolean recentlyActive(long now, long nanos) {
    return open.isEmpty() && now - since < nanos;
  }

  /** Returns whether any of its requests waits for a reply. */
  boolean answerDue() {
    return open.stream().anyMatch(Exchange::answerDue);
  }

  void close() {
    http.close();
  }

  private void ended(Exchange exchange) {
    open.remove(exchange);
    since = System.nanoTime();
    closeIfBroken();
  }

  private void closeIfBroken() {
    if (broken > 0 && broken == begun && open.isEmpty()) {
      close();
    }
  }

  /**
   * Recognizes HEAD requests by their first bytes. If the request line is too long, the decoder
   * reports no method, but the reply to HEAD must have no body. Runs before the decoder.
   */
  static final class HeadDetector extends ChannelInboundHandlerAdapter {
    private static final byte[] HEAD = "HEAD ".getBytes(StandardCharsets.US_ASCII);

    private final ClientConnection connection;
    private int matched;

    HeadDetector(ClientConnection connection) {
      this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      // Bytes that arrive while requests are unanswered may begin anywhere in a request.
      if (message instanceof ByteBuf bytes && connection.open.isEmpty()) {
        if (!connection.reading) {
          connection.reading = true;
          connection.head = false;
          matched = 0;
        }
        for (int i = 0; i < bytes.readableBytes() && matched >= 0 && matched < HEAD.length; i++) {
          matched = bytes.getByte(bytes.readerIndex() + i) == HEAD[matched] ? matched + 1 : -1;
        }
        connection.head = matched == HEAD.length;
      }
      context.fireChannelRead(message);
    }
  }

  /**
   * Detects input that Vert.x would handle outside all stages. For versions other than HTTP/1.0 and
   * 1.1 Vert.x would send a reply that echoes the client's text. For malformed chunks it would
   * close the connection without a reply.
   */
  static final class FramingFilter extends ChannelInboundHandlerAdapter {
    private final ClientConnection connection;
    private int heads;

    /** Thrown for a request with an unsupported HTTP version. */
    static final class UnknownVersionException extends RuntimeException {
      UnknownVersionException() {
        super("unknown HTTP version", null, false, false);
      }
    }

    FramingFilter(ClientConnection connection) {
      this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request) {
        heads++;
        if (connection.last == Integer.MAX_VALUE && !HttpUtil.isKeepAlive(request)) {
          connection.last = heads;
        }
        if (!spoken(request.protocolVersion())) {
          request.setProtocolVersion(HttpVersion.HTTP_1_1);
          request.setDecoderResult(DecoderResult.failure(new UnknownVersionException()));
        }
      } else if (message instanceof HttpContent content && content.decoderResult().isFailure()) {
        ReferenceCountUtil.release(content);
        connection.breaks(heads);
        context.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
        return;
      }
      context.fireChannelRead(message);
    }

    /**
     * Compares the objects, because Netty regards {@code http/1.1} as equal, and Vert.x does not.
     */
    @SuppressWarnings("ReferenceEquality")
    private static boolean spoken(HttpVersion version) {
      return version == HttpVersion.HTTP_1_1 || version == HttpVersion.HTTP_1_0;
    }
  }

  /** Ends a request that exceeds a deadline: with an error, or by aborting the reply. */
  static void endIfLate(Exchange exchange, long now, long maxNanos) {
    if (isOverdue(exchange, now, maxNanos)) {
      Replies.fail(
          exchange, ApiError.of(ErrorCode.TIMEOUT, "the request exceeded the maximum duration"));
      if (!exchange.over()) {
        exchange.abort();
      }
    } else if (isLost(exchange, now)) {
      UnhandledExceptions.answer(exchange, new IllegalStateException("no handler has replied"));
    }
  }

  /** Event streams end by their own maximum age. */
  private static boolean isOverdue(Exchange exchange, long now, long maxNanos) {
    return now - exchange.started > maxNanos
        && (exchange.operation == null || exchange.operation.stream().isEmpty());
  }

  /** Returns whether the client waits for longer than the operation can take. */
  private static boolean isLost(Exchange exchange, long now) {
    Duration timeout = exchange.operation == null ? Duration.ZERO : exchange.operation.timeout();
    Duration max = timeout.multipliedBy(CALLS).plus(GRACE);
    return exchange.answerDue() && now - exchange.dueSince() > max.toNanos();
  }

  /**
   * Bytes that a connection's socket has not accepted yet. Detects a client that takes none, for
   * all kinds of replies: files, TLS records, events or many small ones. Confined to its event
   * loop.
   */
  static final class SocketOutput {
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
}
