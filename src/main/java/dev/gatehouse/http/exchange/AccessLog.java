package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.tracing.Span;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpServerResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one log line and one measurement for each request, and ends its span. All contain the
 * route's template, never the path, the query, the body or a code.
 */
public final class AccessLog {
  /** Names of the measurement and of its labels. */
  public static final String METER = "gatehouse.http.server.request.duration";

  public static final String STATUS = "http_response_status_code";
  public static final String METHOD = "http_request_method";
  public static final String ROUTE = "http_route";

  private static final Logger LOG = LoggerFactory.getLogger("gatehouse.access");

  /** Recorded when the client disconnects before a status is sent. The number is nginx's. */
  private static final int LEFT = 499;

  private static final int CLIENT_ERROR = 400;
  private static final Set<Integer> REFUSALS = Set.of(501, 503, 505);
  private static final long NANOS_PER_TENTH = 100_000;
  private static final int TENTHS = 10;

  private final MeterRegistry meters;
  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

  /** Labels by which requests are measured together. */
  private record Kind(String method, String route, int status) {}

  public AccessLog(MeterRegistry meters) {
    this.meters = meters;
  }

  /** Called after the response has ended or the client has disconnected. */
  public void write(Exchange exchange) {
    HttpServerResponse response = exchange.response();
    int status = response.headWritten() ? response.getStatusCode() : LEFT;
    long nanos = System.nanoTime() - exchange.started;
    Kind kind = new Kind(known(exchange.request.method().name()), exchange.route(), status);
    timers.computeIfAbsent(kind, this::timer).record(nanos, TimeUnit.NANOSECONDS);
    endSpan(exchange, kind);
    if (!LOG.isInfoEnabled() && status < CLIENT_ERROR) {
      return;
    }
    long tenths = (nanos + NANOS_PER_TENTH / 2) / NANOS_PER_TENTH;
    String line =
        new StringBuilder(160)
            .append(kind.method())
            .append(' ')
            .append(kind.route())
            .append(" status=")
            .append(status)
            .append(" bytes=")
            .append(response.bytesWritten())
            .append(" ms=")
            .append(tenths / TENTHS)
            .append('.')
            .append(tenths % TENTHS)
            .append(" address=")
            .append(exchange.address.key())
            .append(" caller=")
            .append(PlainText.defaultIfEmpty(exchange.caller.subject(), "-"))
            .append(" request=")
            .append(exchange.requestId)
            .append(exchange.complete() ? "" : " aborted")
            .toString();
    if (isFault(status)) {
      LOG.error(line);
    } else if (status >= CLIENT_ERROR) {
      LOG.warn(line);
    } else {
      LOG.info(line);
    }
  }

  private static void endSpan(Exchange exchange, Kind kind) {
    Span span = exchange.span;
    if (!span.isRecorded()) {
      return;
    }
    span.with("http.request.method", kind.method())
        .with("http.route", kind.route())
        .with("http.response.status_code", kind.status())
        .with("gatehouse.request.id", exchange.requestId);
    if (kind.status() >= 500 || !exchange.complete()) {
      span.failed(exchange.complete() ? Integer.toString(kind.status()) : "aborted");
    }
    span.end(kind.method() + ' ' + kind.route());
  }

  /**
   * Returns whether a status reports a fault of this node. An unknown method (501) or version (505)
   * is the client's fault, and a client can cause a refusal (503).
   */
  private static boolean isFault(int status) {
    return status >= 500 && !REFUSALS.contains(status);
  }

  private Timer timer(Kind kind) {
    return Timer.builder(METER)
        .description("From the request's head to the end of the reply")
        .tag(METHOD, kind.method())
        .tag(ROUTE, kind.route())
        .tag(STATUS, Integer.toString(kind.status()))
        .serviceLevelObjectives(
            Duration.ofMillis(5),
            Duration.ofMillis(25),
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10))
        .register(meters);
  }

  /** Maps unknown methods to one label, so that clients cannot create labels. */
  private static String known(String method) {
    return switch (method) {
      case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> method;
      default -> "_OTHER";
    };
  }
}
