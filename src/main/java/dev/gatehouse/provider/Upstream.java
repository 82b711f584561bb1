package dev.gatehouse.provider;

import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.FailureException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One provider, called over HTTP from an area's virtual thread: a small pool, bounded time and
 * size, no redirects, few retries of what may be repeated, and silence while it asks for silence.
 */
public final class Upstream {
  private static final Logger LOG = LoggerFactory.getLogger(Upstream.class);

  private static final int POOL = 8;
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final int RETRIES = 2;
  private static final long FIRST_PAUSE_MILLIS = 300;
  private static final int SERVER_ERROR = 500;
  private static final int TOO_MANY = 429;

  /** A provider that wants a longer pause is not waited for. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final HttpClient http;
  private final String name;
  private final Limits limits;
  private final Predicate<UpstreamReply> overloaded;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final AtomicReference<Instant> blockedUntil = new AtomicReference<>(Instant.EPOCH);

  /**
   * The bounds on what a call may take.
   *
   * @param total from the request to the last byte of the reply, each attempt
   * @param replyBytes of a body
   */
  public record Limits(Duration total, int replyBytes) {}

  /**
   * @param name for logs and errors: {@code codehost}, {@code calendar}, …
   * @param overloaded recognises what this provider says when it is asked too often, beside 429
   */
  public Upstream(
      Vertx vertx,
      String name,
      Limits limits,
      Predicate<UpstreamReply> overloaded,
      InstantSource clock,
      RandomGenerator random) {
    this.vertx = vertx;
    this.name = name;
    this.limits = limits;
    this.overloaded = reply -> reply.status() == TOO_MANY || overloaded.test(reply);
    this.clock = clock;
    this.random = random;
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout((int) CONNECT.toMillis())
                .setIdleTimeout((int) limits.total().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS),
            new PoolOptions().setHttp1MaxSize(POOL));
  }

  /**
   * Calls the provider; blocks.
   *
   * @return its answer, below 500 and not "too often"; what it means is the caller's to say
   * @throws FailureException 502 when it fails, 504 when it is too slow, 503 while it wants a pause
   */
  public UpstreamReply send(UpstreamRequest request) {
    mustNotBeBlocked();
    for (int attempt = 0; ; attempt++) {
      boolean last = attempt == RETRIES || !request.repeatable();
      try {
        UpstreamReply reply = once(request);
        if (overloaded.test(reply)) {
          // It has refused to do anything: even what must not be repeated may be asked again.
          Duration pause = pause(reply, attempt);
          if (attempt == RETRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw block(pause);
          }
          rest(pause);
        } else if (reply.status() < SERVER_ERROR) {
          return reply;
        } else if (last) {
          throw failed("status " + reply.status());
        } else {
          rest(pause(reply, attempt));
        }
      } catch (TransportException e) {
        if (last) {
          throw e.failure(name);
        }
        rest(backoff(attempt));
      }
    }
  }

  /** The failure for an answer that the caller does not understand or cannot accept. */
  public FailureException failed(String why) {
    return Failure.of(502, name + " failed").because(name + ": " + why).exception();
  }

  private UpstreamReply once(UpstreamRequest request) {
    long started = System.nanoTime();
    var options =
        new RequestOptions()
            .setMethod(request.method())
            .setAbsoluteURI(request.uri())
            .putHeader("Accept", "application/json")
            .putHeader("User-Agent", "gatehouse");
    request.headers().forEach(options::putHeader);
    var exchange = new UpstreamExchange(limits.replyBytes());
    try {
      UpstreamReply reply =
          http.request(options)
              .compose(open -> exchange.run(open, request.body()))
              .timeout(limits.total().toMillis(), TimeUnit.MILLISECONDS)
              .await();
      LOG.debug(
          "{} {} {} ms={}",
          name,
          request.method(),
          reply.status(),
          (System.nanoTime() - started) / 1_000_000);
      return reply;
    } catch (Exception e) {
      exchange.abandon();
      throw new TransportException(e);
    }
  }

  private void mustNotBeBlocked() {
    Duration left = Duration.between(clock.instant(), blockedUntil.get());
    if (left.isPositive()) {
      throw busy(left);
    }
  }

  private FailureException block(Duration pause) {
    blockedUntil.set(clock.instant().plus(pause));
    LOG.warn("{} wants no calls for {} s", name, pause.toSeconds());
    return busy(pause);
  }

  private FailureException busy(Duration pause) {
    return Failure.busy(name + " is asked too often", (int) Math.max(1, pause.toSeconds()))
        .exception();
  }

  private Duration pause(UpstreamReply reply, int attempt) {
    Duration wanted = RetryAfter.of(reply.headers().get("Retry-After"), clock.instant());
    Duration own = backoff(attempt);
    return wanted.compareTo(own) > 0 ? wanted : own;
  }

  /** Exponential with full jitter. */
  private Duration backoff(int attempt) {
    return Duration.ofMillis(random.nextLong(1, (FIRST_PAUSE_MILLIS << attempt) + 1));
  }

  private void rest(Duration pause) {
    vertx.timer(pause.toMillis(), TimeUnit.MILLISECONDS).await();
  }

  /** No answer came, or not the whole of one. */
  private static final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TransportException(Throwable cause) {
      super(cause);
    }

    FailureException failure(String name) {
      return getCause() instanceof TimeoutException
          ? Failure.of(504, name + " took too long").exception()
          : Failure.of(502, name + " cannot be reached")
              .because(name + ": " + getCause())
              .exception(getCause());
    }
  }
}
