package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/**
 * Body of a reply that is sent in chunks. The next chunk is read when the previous one has left the
 * node, so a slow client holds one chunk. (Vert.x completes the future of a write when the socket
 * has taken the bytes; over HTTP/2, also the flow-control window.)
 *
 * <p>A chunk has 64 KB for a fast client while memory is ample, and otherwise 16 KB. The 16 KB are
 * held until the end, so an admitted reply can always continue.
 */
public final class Outflow implements TransferWatch.Transfer {
  /** Maximum size of a chunk in bytes. */
  public static final int LARGE = 65_536;

  static final int SMALL = 16_384;

  /** Maximum time in nanoseconds in which a fast client takes a chunk. */
  private static final long FAST_NANOS = 500_000_000L;

  private final Exchange exchange;
  private final Source source;
  private final Hold hold;

  /** True if the bytes were charged as a whole. Each chunk that was taken is then given back. */
  private final boolean whole;

  private final Promise<Void> done = Promise.promise();
  private boolean fast = true;
  private boolean looping;
  private boolean again;
  private int waiting;
  private long since;

  /** Bytes that are sent. */
  public interface Source {
    /**
     * Returns the next bytes. Fewer than the maximum are the last ones.
     *
     * @param max maximum number of bytes
     */
    Future<Buffer> next(int max);
  }

  private Outflow(Exchange exchange, Source source, Hold hold, boolean whole) {
    this.exchange = exchange;
    this.source = source;
    this.hold = hold;
    this.whole = whole;
  }

  /**
   * Starts sending chunks, or sends an error if there is no memory for them.
   *
   * @return completes when the last chunk is written; it may not have been taken yet
   */
  public static Future<Void> send(Exchange exchange, Source source) {
    return begin(exchange, source, SMALL, false);
  }

  /**
   * Returns what a reply with its only bytes is charged. A waiting HTTP/2 stream holds up to 12 KB,
   * however few its bytes are, and a connection has many streams.
   */
  static long charge(Exchange exchange, int length) {
    return exchange.request.version() == HttpVersion.HTTP_2 ? Math.max(SMALL, length) : length;
  }

  /** Sends bytes that only this reply holds. */
  static void sendWhole(Exchange exchange, Buffer bytes) {
    begin(exchange, slices(bytes), bytes.length(), true);
  }

  /** Sends bytes that other replies share. */
  public static void sendShared(Exchange exchange, Buffer bytes) {
    send(exchange, slices(bytes));
  }

  private static Future<Void> begin(Exchange exchange, Source source, long charge, boolean whole) {
    if (exchange.over()) {
      return Future.succeededFuture();
    }
    Hold hold = exchange.holdings().hold(Resource.REPLY_BYTES);
    Optional<Refusal> refusal = hold.grow(charge);
    if (refusal.isPresent()) {
      exchange.holdings().release(hold);
      Replies.fail(exchange, Holdings.error(Resource.REPLY_BYTES, refusal.get()));
      return Future.succeededFuture();
    }
    var flow = new Outflow(exchange, source, hold, whole);
    exchange.watch().begin(flow);
    flow.next();
    return flow.done.future();
  }

  private static Source slices(Buffer bytes) {
    int[] at = {0};
    return max -> {
      int from = at[0];
      at[0] = Math.min(bytes.length(), from + max);
      return Future.succeededFuture(bytes.slice(from, at[0]));
    };
  }

  /** Sends chunks until one is not taken at once. A loop, because recursion could be deep. */
  private void next() {
    again = true;
    if (looping) {
      return;
    }
    looping = true;
    while (again) {
      again = false;
      chunk();
    }
    looping = false;
  }

  private void chunk() {
    if (exchange.over()) {
      finish(null);
      return;
    }
    int size = size();
    source
        .next(size)
        .onComplete(read -> {
          if (read.failed()) {
            finish(read.cause());
          } else {
            write(read.result(), size);
          }
        });
  }

  private int size() {
    if (whole) {
      return LARGE;
    }
    long more = LARGE - SMALL;
    boolean large = hold.amount() > SMALL;
    if (large && !fast) {
      hold.shrink(more);
      large = false;
    } else if (!large && fast) {
      large = hold.growIfAmple(more);
    }
    return large ? LARGE : SMALL;
  }

  private void write(Buffer bytes, int size) {
    if (exchange.over()) {
      finish(null);
    } else if (bytes.length() < size) {
      exchange.watch().end(this);
      LastChunk.follow(exchange, bytes.length(), Replies.last(exchange, bytes), hold);
      done.tryComplete();
    } else {
      waiting = size;
      since = System.nanoTime();
      flushHead();
      exchange.response().write(bytes).onComplete(sent -> taken(size));
    }
  }

  /** Sends an HTTP/2 head at once. Vert.x would send it when the window admits the first bytes. */
  private void flushHead() {
    HttpServerResponse response = exchange.response();
    if (exchange.request.version() == HttpVersion.HTTP_2 && !response.headWritten()) {
      response.writeHead();
    }
  }

  private void taken(int size) {
    waiting = 0;
    fast = System.nanoTime() - since < FAST_NANOS;
    exchange.holdings().progressed();
    if (whole) {
      hold.shrink(size);
    }
    next();
  }

  private void finish(Throwable problem) {
    exchange.watch().end(this);
    exchange.holdings().release(hold);
    if (problem == null) {
      done.tryComplete();
    } else {
      done.tryFail(problem);
    }
  }

  @Override
  public long waiting() {
    return waiting;
  }

  @Override
  public long since() {
    return since;
  }

  @Override
  public void end() {
    exchange.abort();
  }

  /** Last bytes of a reply, until the client has taken them. They outlive the exchange. */
  static final class LastChunk implements TransferWatch.Transfer {
    private final Exchange exchange;
    private final int bytes;
    private final long since = System.nanoTime();

    private LastChunk(Exchange exchange, int bytes) {
      this.exchange = exchange;
      this.bytes = bytes;
    }

    /**
     * Releases what the bytes hold when the client has taken them, and ends the reply if it does
     * not.
     *
     * @param hold what they hold
     */
    static void follow(Exchange exchange, int bytes, Future<Void> sent, Hold hold) {
      if (sent.isComplete()) {
        exchange.holdings().release(hold);
        return;
      }
      var chunk = new LastChunk(exchange, bytes);
      exchange.watch().begin(chunk);
      sent.onComplete(done -> {
        exchange.watch().end(chunk);
        exchange.holdings().release(hold);
      });
    }

    @Override
    public long waiting() {
      return bytes;
    }

    @Override
    public long since() {
      return since;
    }

    @Override
    public void end() {
      exchange.abort();
    }
  }
}
