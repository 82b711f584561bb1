package dev.gatehouse.node;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The port for operators and machines: signs of life, metrics, and the command line's door. */
final class Management extends VerticleBase {
  /** The path to which the command line sends a call: its event-bus address follows. */
  static final String CALLS = "/calls/";

  private static final String BEARER = "Bearer ";
  private static final int MAX_BODY = 65_536;
  private static final Duration LONGEST_CALL = Duration.ofMinutes(15);

  private final Settings.Management settings;
  private final Health health;
  private final PrometheusMeterRegistry metrics;
  private final Dispatcher dispatcher;
  private final byte[] token;
  private HttpServer server;

  Management(
      Settings.Management settings,
      Health health,
      PrometheusMeterRegistry metrics,
      Dispatcher dispatcher,
      String token) {
    this.settings = settings;
    this.health = health;
    this.metrics = metrics;
    this.dispatcher = dispatcher;
    this.token = (BEARER + token).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Future<?> start() {
    server = vertx.createHttpServer().requestHandler(this::handle);
    return server.listen(settings.port(), settings.host());
  }

  @Override
  public Future<?> stop() {
    return server.close();
  }

  int port() {
    return server.actualPort();
  }

  private void handle(HttpServerRequest request) {
    switch (request.path() == null ? "" : request.path()) {
      case "/livez" -> json(request, 200, Map.of("alive", true));
      case "/readyz" -> ready(request);
      case "/metrics" ->
          vertx
              .executeBlocking(metrics::scrape, false)
              .onSuccess(text ->
                  request
                      .response()
                      .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                      .end(text));
      default -> call(request);
    }
  }

  private void ready(HttpServerRequest request) {
    // On a virtual thread: the checks await replies, which a worker thread of Vert.x must not.
    Promise<Map<String, Optional<String>>> looked = Promise.promise();
    Thread.ofVirtual().name("ready").start(() -> looked.complete(health.troubles()));
    looked
        .future()
        .onSuccess(troubles -> {
          boolean ready =
              !health.draining() && troubles.values().stream().allMatch(Optional::isEmpty);
          Map<String, String> checks = new LinkedHashMap<>();
          troubles.forEach((name, trouble) -> checks.put(name, trouble.orElse("up")));
          Map<String, Object> body = new LinkedHashMap<>();
          body.put("ready", ready);
          body.put("draining", health.draining());
          body.put("checks", checks);
          json(request, ready ? 200 : 503, body);
        });
  }

  private void call(HttpServerRequest request) {
    String given = request.getHeader("Authorization");
    if (!request.path().startsWith(CALLS) || !request.method().equals(HttpMethod.POST)) {
      json(request, 404, Map.of("error", "there is nothing at this path"));
    } else if (given == null
        || !MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))) {
      json(request, 403, Map.of("error", "the management token is wrong"));
    } else {
      request
          .body()
          .onSuccess(body -> dispatch(request, body))
          .onFailure(gone -> request.connection().close());
    }
  }

  /** The body stands for parameters, too: an operation takes each from where it looks. */
  @SuppressWarnings("unchecked")
  private void dispatch(HttpServerRequest request, Buffer body) {
    Object json;
    try {
      json = body.length() == 0 || body.length() > MAX_BODY ? Map.of() : Json.parse(body);
    } catch (IOException e) {
      json(request, 400, Map.of("error", "the body is not valid JSON"));
      return;
    }
    var call =
        new Call(
            request.path().substring(CALLS.length()),
            Origin.ownTask("command-line", "command line"),
            Deadline.in(LONGEST_CALL),
            json instanceof Map<?, ?> fields ? (Map<String, Object>) fields : Map.of(),
            json,
            List.of());
    dispatcher
        .dispatch(call)
        .onSuccess(reply -> {
          switch (reply) {
            case Answer answer ->
                send(
                    request,
                    answer.status(),
                    answer.json() == null ? Buffer.buffer("{}") : answer.json());
            case Failure failure ->
                json(request, failure.status(), Map.of("error", failure.message()));
          }
        });
  }

  private static void json(HttpServerRequest request, int status, Map<String, ?> body) {
    send(request, status, Json.encode(body));
  }

  private static void send(HttpServerRequest request, int status, Buffer json) {
    HttpServerResponse response = request.response();
    response.setStatusCode(status).putHeader("Content-Type", "application/json").end(json);
  }
}
