package dev.gatehouse.http.exchange;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One log line and one measurement a request. The route's template stands in both, never the path,
 * query, body or a code.
 */
public final class AccessLog {
  /** The name of the measurement, and of the label that holds the status of the reply. */
  public static final String METER = "gatehouse.http.server.request.duration";

  public static final String STATUS = "http_response_status_code";

  private static final Logger LOG = LoggerFactory.getLogger("gatehouse.access");

  /** No status was sent: the client has left before. The number is the one that nginx gave it. */
  private static final int LEFT = 499;

  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;
  private static final double NANOS_PER_MILLI = 1e6;

  private final MeterRegistry metrics;
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();

  public AccessLog(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  /** To be called once the response has ended or the client has gone. */
  public void write(Exchange exchange) {
    HttpServerResponse response = exchange.response();
    int status = response.headWritten() ? response.getStatusCode() : LEFT;
    long nanos = System.nanoTime() - exchange.started;
    String method = known(exchange.request.method().name());
    String route = exchange.route();
    timers
        .computeIfAbsent(method + ' ' + route + ' ' + status, key -> timer(method, route, status))
        .record(nanos, TimeUnit.NANOSECONDS);
    if (!LOG.isInfoEnabled() && status < CLIENT_ERROR) {
      return;
    }
    String line =
        new StringBuilder(160)
            .append(method)
            .append(' ')
            .append(route)
            .append(" status=")
            .append(status)
            .append(" bytes=")
            .append(response.bytesWritten())
            .append(" ms=")
            .append(Math.round(nanos / (NANOS_PER_MILLI / 10)) / 10.0)
            .append(" address=")
            .append(exchange.address.key())
            .append(" caller=")
            .append(exchange.caller.subject().isEmpty() ? "-" : exchange.caller.subject())
            .append(" request=")
            .append(exchange.requestId)
            .append(exchange.complete() ? "" : " aborted")
            .toString();
    if (status >= SERVER_ERROR) {
      LOG.error(line);
    } else if (status >= CLIENT_ERROR) {
      LOG.warn(line);
    } else {
      LOG.info(line);
    }
  }

  private Timer timer(String method, String route, int status) {
    return Timer.builder(METER)
        .description("From the request's head to the end of the reply")
        .tag("http_request_method", method)
        .tag("http_route", route)
        .tag(STATUS, Integer.toString(status))
        .serviceLevelObjectives(
            Duration.ofMillis(5),
            Duration.ofMillis(25),
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10))
        .register(metrics);
  }

  /** Whatever word a client makes up must not become a label of its own. */
  private static String known(String method) {
    return switch (method) {
      case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> method;
      default -> "_OTHER";
    };
  }
}
