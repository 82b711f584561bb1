package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.CallException.FailureKind;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;

/**
 * Sends one request over Vert.x's client and reads its reply. Does not retry or follow redirects.
 */
final class HttpExchange {
  /** Deadline of the shared fetch that this thread runs. */
  static final ScopedValue<Deadline> FETCH = ScopedValue.newInstance();

  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** Servers close idle connections after a while, and a request sent at that moment is lost. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  private final HttpClient http;
  private final int maxReplyBytes;

  HttpExchange(Vertx vertx, ProviderOptions options) {
    this.maxReplyBytes = options.maxReplyBytes();
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAliveTimeout(KEEP_ALIVE_SECONDS),
            new PoolOptions().setHttp1MaxSize(options.bulkhead().maxRunning()));
  }

  /** A request, and its reply up to the maximum size. */
  private final class Conversation {
    private final Promise<HttpClientResponse> head = Promise.promise();
    private final Promise<Buffer> body = Promise.promise();
    private volatile HttpClientRequest request;
    private volatile boolean cut;
    private volatile boolean tooLarge;

    Conversation(ProviderRequest wanted, Deadline deadline) {
      http.request(options(wanted, deadline))
          // On the request's event loop, so that no byte arrives before its handler is set.
          .compose(open -> send(open, wanted.body()).onSuccess(this::read))
          .onFailure(head::tryFail);
    }

    private Future<HttpClientResponse> send(HttpClientRequest open, byte[] bytes) {
      request = open;
      if (cut) {
        open.reset();
        return Future.failedFuture(
            new CancellationException("the caller no longer waits for the reply"));
      }
      return bytes == null ? open.send() : open.send(Buffer.buffer(bytes));
    }

    private void read(HttpClientResponse response) {
      Buffer bytes = Buffer.buffer();
      response
          .handler(chunk -> {
            if (bytes.length() + chunk.length() > maxReplyBytes) {
              tooLarge = true;
              body.tryFail("the reply is larger than " + maxReplyBytes + " bytes");
              cut();
            } else {
              bytes.appendBuffer(chunk);
            }
          })
          .endHandler(end -> body.tryComplete(bytes))
          .exceptionHandler(body::tryFail);
      head.tryComplete(response);
    }

    /** Closes the connection unless the reply is complete. */
    void cut() {
      cut = true;
      HttpClientRequest open = request;
      if (open != null) {
        open.reset();
      }
    }

    <T> T await(Future<T> future, Deadline deadline) {
      try {
        return future.timeout(millis(deadline), TimeUnit.MILLISECONDS).await();
      } catch (Throwable e) {
        // await() rethrows any failure of the client, including checked exceptions.
        cut();
        FailureKind kind = tooLarge ? FailureKind.TOO_LARGE : kind(e);
        throw CallException.of(kind, request != null, e.toString(), e);
      }
    }
  }

  /**
   * Returns the whole reply. Blocks until the deadline at most.
   *
   * @throws CallException if there is no reply
   */
  ProviderReply reply(ProviderRequest request, Deadline deadline) {
    var call = new Conversation(request, deadline);
    HttpClientResponse head = call.await(call.head.future(), deadline);
    Buffer body = call.await(call.body.future(), deadline);
    return new ProviderReply(head.statusCode(), head.headers(), decompressed(head.headers(), body));
  }

  /**
   * Returns the reply without its body, even if the body is long or slow. Blocks until the deadline
   * at most.
   *
   * @throws CallException if there is no reply
   */
  ProviderReply head(ProviderRequest request, Deadline deadline) {
    var call = new Conversation(request, deadline);
    HttpClientResponse head = call.await(call.head.future(), deadline);
    if (!"0".equals(head.getHeader("Content-Length"))) {
      call.cut();
    }
    return new ProviderReply(head.statusCode(), head.headers(), new byte[0]);
  }

  private static RequestOptions options(ProviderRequest request, Deadline deadline) {
    long left = millis(deadline);
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.method())
            .setAbsoluteURI(request.uri())
            .setServer(address(request))
            .setConnectTimeout(Math.min(left, CONNECT.toMillis()))
            .setIdleTimeout(left)
            .putHeader("User-Agent", "gatehouse")
            .putHeader("Accept", "application/json")
            .putHeader("Accept-Encoding", "gzip");
    request.headers().forEach(options::putHeader);
    return options;
  }

  /** Returns null to use the address that DNS resolution returns. */
  private static SocketAddress address(ProviderRequest request) {
    int port = ProviderRequest.port(URI.create(request.uri()));
    return request
        .address()
        .map(address -> SocketAddress.inetSocketAddress(port, address.getHostAddress()))
        .orElse(null);
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
