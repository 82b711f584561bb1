package dev.gatehouse.provider;

import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Deadline;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import io.vertx.ext.web.client.impl.ClientPhase;
import io.vertx.ext.web.client.impl.HttpContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/**
 * Sends one request over the web client and reads its reply. Does not retry or follow redirects.
 */
final class HttpExchange {
  /** Deadline of the shared fetch that this thread runs. */
  static final ScopedValue<Deadline> FETCH = ScopedValue.newInstance();

  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** Servers close idle connections after a while, and a request sent at that moment is lost. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  private final WebClient web;
  private final int maxReplyBytes;

  HttpExchange(Vertx vertx, ProviderOptions options) {
    this.maxReplyBytes = options.maxReplyBytes();
    this.web =
        WebClient.create(
                vertx,
                new WebClientOptions()
                    .setUserAgent("gatehouse")
                    .setFollowRedirects(false)
                    .setKeepAliveTimeout(KEEP_ALIVE_SECONDS),
                new PoolOptions().setHttp1MaxSize(options.bulkhead().maxRunning()))
            .addInterceptor(HttpExchange::watch);
  }

  /** Gives the body of a reply access to its connection. */
  private static void watch(HttpContext<?> context) {
    if (context.request().bodyCodec() instanceof ReplyBody body) {
      if (context.phase() == ClientPhase.SEND_REQUEST && !body.sentBy(context.clientRequest())) {
        // Cutting the connection here would leave the client with an invalid request.
        context.fail(new CancellationException("the caller no longer waits for the reply"));
        return;
      }
      if (context.phase() == ClientPhase.RECEIVE_RESPONSE) {
        body.headedBy(context.clientResponse());
      }
    }
    context.next();
  }

  /**
   * Returns the whole reply. Blocks until the deadline at most.
   *
   * @throws CallException if there is no reply
   */
  ProviderReply reply(ProviderRequest request, Deadline deadline) {
    var body = new ReplyBody(maxReplyBytes);
    HttpResponse<Buffer> response = await(send(request, body, deadline), body, deadline);
    return new ProviderReply(
        response.statusCode(),
        response.headers(),
        decompressed(response.headers(), response.body()));
  }

  /**
   * Returns the reply without its body, even if the body is long or slow. Blocks until the deadline
   * at most.
   *
   * @throws CallException if there is no reply
   */
  ProviderReply head(ProviderRequest request, Deadline deadline) {
    var body = new ReplyBody(maxReplyBytes);
    send(request, body, deadline);
    HttpClientResponse head = await(body.head(), body, deadline);
    if (!"0".equals(head.getHeader("Content-Length"))) {
      body.cut();
    }
    return new ProviderReply(head.statusCode(), head.headers(), new byte[0]);
  }

  private Future<HttpResponse<Buffer>> send(
      ProviderRequest request, ReplyBody body, Deadline deadline) {
    long left = millis(deadline);
    HttpRequest<Buffer> http =
        web.requestAbs(request.method(), address(request), request.uri())
            .putHeader("Accept", "application/json")
            .putHeader("Accept-Encoding", "gzip")
            .connectTimeout(Math.min(left, CONNECT.toMillis()))
            .idleTimeout(left);
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      http.putHeader(header.getKey(), header.getValue());
    }
    HttpRequest<Buffer> bounded = http.as(body);
    Future<HttpResponse<Buffer>> reply =
        request.body() == null ? bounded.send() : bounded.sendBuffer(Buffer.buffer(request.body()));
    return reply.onFailure(body::failed);
  }

  /** Returns null to use the address that DNS resolution returns. */
  private static SocketAddress address(ProviderRequest request) {
    int port = ProviderRequest.port(URI.create(request.uri()));
    return request
        .handling()
        .address()
        .map(address -> SocketAddress.inetSocketAddress(port, address.getHostAddress()))
        .orElse(null);
  }

  private <T> T await(Future<T> future, ReplyBody body, Deadline deadline) {
    try {
      long left = millis(deadline);
      return future.timeout(left, TimeUnit.MILLISECONDS).await();
    } catch (Throwable e) {
      // await() rethrows any failure of the client, including checked exceptions.
      body.cut();
      FailureKind kind = body.tooLarge() ? FailureKind.TOO_LARGE : kind(e);
      throw CallException.of(kind, body.sent(), e.toString(), e);
    }
  }

  /** Round up, so that the timer never fires before the deadline. */
  private static long millis(Deadline deadline) {
    return deadline.remaining().plusNanos(999_999).toMillis() + 1;
  }

  private static FailureKind kind(Throwable problem) {
    return switch (problem) {
      // Covers our own timeouts. Netty's connect timeout is a ConnectException instead.
      case TimeoutException slow -> FailureKind.TIMEOUT;
      // An interrupted caller must not retry.
      case InterruptedException ended -> FailureKind.TIMEOUT;
      case ConnectException unreachable -> FailureKind.CONNECT;
      case UnknownHostException unknown -> FailureKind.CONNECT;
      case SSLException untrusted -> FailureKind.CONNECT;
      default -> FailureKind.BROKEN;
    };
  }

  /** Decompress here instead of in the client: on this thread, and with the reply size limit. */
  private byte[] decompressed(MultiMap headers, Buffer body) {
    String encoding = headers.get("Content-Encoding");
    if (body == null) {
      return new byte[0];
    }
    if (encoding == null || encoding.equalsIgnoreCase("identity") || body.length() == 0) {
      return body.getBytes();
    }
    if (!encoding.equalsIgnoreCase("gzip") && !encoding.equalsIgnoreCase("x-gzip")) {
      throw CallException.of(FailureKind.UNREADABLE, "an encoding that was not requested");
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(body.getBytes()))) {
      byte[] bytes = in.readNBytes(maxReplyBytes + 1);
      if (bytes.length > maxReplyBytes) {
        throw CallException.of(
            FailureKind.TOO_LARGE,
            "the decompressed reply is larger than " + maxReplyBytes + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw CallException.of(FailureKind.UNREADABLE, "no gzip: " + e.getMessage());
    }
  }

  /** Returns the deadline of a call that starts now on this thread. */
  static Deadline within(Duration timeout) {
    Deadline own = Deadline.in(timeout);
    Deadline fetch = FETCH.isBound() ? sooner(own, FETCH.get()) : own;
    return AreaVerticle.CALL.isBound() ? sooner(fetch, AreaVerticle.CALL.get().deadline()) : fetch;
  }

  static Deadline sooner(Deadline one, Deadline other) {
    return one.remaining().compareTo(other.remaining()) < 0 ? one : other;
  }
}
