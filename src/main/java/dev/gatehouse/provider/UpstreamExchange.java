package dev.gatehouse.provider;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;

/** One request on its connection, which is cut when the reply is too large or given up. */
final class UpstreamExchange {
  private final int maxBytes;
  private volatile HttpClientRequest request;
  private volatile boolean abandoned;

  UpstreamExchange(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  Future<UpstreamReply> run(HttpClientRequest open, byte[] body) {
    request = open;
    if (abandoned) {
      open.reset();
    }
    return (body == null ? open.send() : open.send(Buffer.buffer(body))).compose(this::read);
  }

  /** Cuts the connection unless the reply is whole. */
  void abandon() {
    abandoned = true;
    HttpClientRequest open = request;
    if (open != null) {
      open.reset();
    }
  }

  private Future<UpstreamReply> read(HttpClientResponse response) {
    Promise<UpstreamReply> whole = Promise.promise();
    Buffer body = Buffer.buffer();
    response.exceptionHandler(whole::tryFail);
    response.handler(chunk -> {
      if (body.length() + chunk.length() > maxBytes) {
        whole.tryFail(new IOException("the reply is larger than " + maxBytes + " bytes"));
        response.request().reset();
      } else {
        body.appendBuffer(chunk);
      }
    });
    response.endHandler(end ->
        whole.tryComplete(
            new UpstreamReply(response.statusCode(), response.headers(), body.getBytes())));
    return whole.future();
  }
}
