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
 * Receives the body of one reply, up to a maximum size. The web client would read the rest of an
 * oversized or abandoned reply, so this class closes the request's connection instead.
 */
final class ReplyBody implements BodyCodec<Buffer>, BodyStream<Buffer> {
  private final int maxBytes;
  private final Buffer bytes = Buffer.buffer();
  private final Promise<Buffer> whole = Promise.promise();
  private final Promise<HttpClientResponse> head = Promise.promise();
  private volatile HttpClientRequest request;
  private volatile boolean cut;
  private volatile boolean tooLarge;

  /** Thrown if the body exceeds the maximum size. */
  static final class TooLargeException extends Exception {
    TooLargeException(int maxBytes) {
      super("the reply is larger than " + maxBytes + " bytes", null, false, false);
    }
  }

  ReplyBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Must be called when the request exists. Returns whether it should still be sent. */
  boolean sentBy(HttpClientRequest sent) {
    request = sent;
    return !cut;
  }

  /** Must be called when the status has arrived. */
  void headedBy(HttpClientResponse response) {
    head.tryComplete(response);
  }

  /** Must be called when there will be no reply. */
  void failed(Throwable problem) {
    head.tryFail(problem);
  }

  /** Returns whether the provider may have received any part of the request. */
  boolean sent() {
    return request != null;
  }

  boolean tooLarge() {
    return tooLarge;
  }

  Future<HttpClientResponse> head() {
    return head.future();
  }

  /** Closes the connection unless the reply is complete. */
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
      // Closing the connection fails the reply, and earlier than this does.
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
