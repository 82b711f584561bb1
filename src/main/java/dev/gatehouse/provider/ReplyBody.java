package dev.gatehouse.provider;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.ext.web.codec.BodyCodec;
import io.vertx.ext.web.codec.spi.BodyStream;

/**
 * The body of one reply while it comes: so many bytes and no more. The web client would let the
 * rest of one that is too long, or that nobody waits for any more, run on over its connection; so
 * this holds the connection's request and cuts it.
 */
final class ReplyBody implements BodyCodec<Buffer>, BodyStream<Buffer> {
  private final int maxBytes;
  private final Buffer bytes = Buffer.buffer();
  private final Promise<Buffer> whole = Promise.promise();
  private final Promise<HttpClientResponse> head = Promise.promise();
  private volatile HttpClientRequest request;
  private volatile boolean cut;
  private volatile boolean tooLarge;

  /** The reason of a failure: the body is longer than it may be. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1;

    TooLargeException(int maxBytes) {
      super("the reply is larger than " + maxBytes + " bytes", null, false, false);
    }
  }

  ReplyBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** To be told as soon as there is a request; returns whether it is still to be sent. */
  boolean sentBy(HttpClientRequest sent) {
    request = sent;
    return !cut;
  }

  /** To be told as soon as there is a status. */
  void headedBy(HttpClientResponse response) {
    head.tryComplete(response);
  }

  /** To be told when there will be no reply. */
  void failed(Throwable problem) {
    head.tryFail(problem);
  }

  /** Returns whether the provider may have seen anything of the request. */
  boolean sent() {
    return request != null;
  }

  boolean tooLarge() {
    return tooLarge;
  }

  Future<HttpClientResponse> head() {
    return head.future();
  }

  /** Ends the connection, unless the reply is whole. */
  void cut() {
    cut = true;
    HttpClientRequest open = request;
    if (open != null) {
      open.reset();
    }
  }

  @Override
  public BodyStream<Buffer> stream() {
    return this;
  }

  @Override
  public Future<Void> write(Buffer chunk) {
    if (bytes.length() + chunk.length() > maxBytes) {
      // Cutting it fails the reply by itself, and sooner than this does.
      tooLarge = true;
      cut();
      return Future.failedFuture(new TooLargeException(maxBytes));
    }
    bytes.appendBuffer(chunk);
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> end() {
    whole.tryComplete(bytes);
    return Future.succeededFuture();
  }

  @Override
  public Future<Buffer> result() {
    return whole.future();
  }

  @Override
  public void handle(Throwable problem) {
    whole.tryFail(problem);
  }

  @Override
  public ReplyBody exceptionHandler(Handler<Throwable> handler) {
    return this;
  }

  @Override
  public ReplyBody setWriteQueueMaxSize(int size) {
    return this;
  }

  @Override
  public boolean writeQueueFull() {
    return false;
  }

  @Override
  public ReplyBody drainHandler(Handler<Void> handler) {
    return this;
  }
}
