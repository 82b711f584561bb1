package dev.gatehouse.node.management;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Loops;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.time.ZoneData;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Port for operators and monitoring: liveness, readiness, metrics and CLI calls. */
public final class Management extends VerticleBase {
  /** Path prefix of CLI calls, followed by the event-bus address. */
  static final String CALLS = "/calls/";

  private static final Logger LOG = LoggerFactory.getLogger(Management.class);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int MAX_BODY = 65_536;

  /** Status requested with {@code /readyz?draining=404}. */
  private static final String DRAINING = "404";

  private final Settings.Management settings;
  private final Health health;
  private final PrometheusMeterRegistry meters;
  private final Duration patience;
  private final Commands commands;
  private final byte[] token;
  private ManagementConnectionLimiter connections;
  private HttpServer server;

  /**
   * Calls that the CLI may make.
   *
   * @param addresses event-bus addresses that accept calls, with the time limit of each
   * @param own commands that the node handles itself, outside of any area
   * @param token the token that authorizes the calls
   */
  public record Commands(
      Dispatcher dispatcher,
      Map<String, Duration> addresses,
      Map<String, Area.Handler> own,
      String token) {
    boolean knows(String address) {
      return addresses.containsKey(address) || own.containsKey(address);
    }

    /** Returns the deadline of a call. The node's own commands get the longest time. */
    Deadline deadline(String address) {
      return Deadline.in(addresses.getOrDefault(address, LONGEST));
    }
  }

  /**
   * Creates a port that is not listening yet.
   *
   * @param patience maximum time for a client to send a request
   */
  public Management(
      Settings.Management settings,
      Duration patience,
      Health health,
      PrometheusMeterRegistry meters,
      Commands commands) {
    this.settings = settings;
    this.patience = patience;
    this.health = health;
    this.meters = meters;
    this.commands = commands;
    this.token = ("Bearer " + commands.token()).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Future<?> start() {
    connections = new ManagementConnectionLimiter(vertx, patience);
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
            .connectionHandler(connections::opened)
            .requestHandler(this::read);
    return server.listen(settings.port(), settings.host());
  }

  @Override
  public Future<?> stop() {
    return server.close();
  }

  public int port() {
    return server.actualPort();
  }

  /** Reads the whole request before processing it. Long requests are rejected. */
  private void read(HttpServerRequest request) {
    Buffer body = Buffer.buffer();
    request.handler(part -> {
      if (body.length() + part.length() <= MAX_BODY) {
        body.appendBuffer(part);
      } else if (!request.response().ended()) {
        refuse(request);
      }
    });
    request.endHandler(end -> {
      if (!request.response().ended()) {
        connections.asked(request.connection());
        request.response().endHandler(done -> connections.answered(request.connection()));
        handle(request, body);
      }
    });
  }

  private static void refuse(HttpServerRequest request) {
    request.response().putHeader("Connection", "close");
    fail(
        request,
        ApiError.of(ErrorCode.BODY_TOO_LARGE, "the body is larger than " + MAX_BODY + " bytes"));
  }

  private void handle(HttpServerRequest request, Buffer body) {
    switch (Objects.requireNonNullElse(request.path(), "")) {
      case "/livez" -> json(request, 200, Map.of("alive", true));
      case "/readyz" -> ready(request);
      case "/metrics" -> looked().onSuccess(any -> scrape(request));
      default -> call(request, body);
    }
  }

  /** Sends the metrics. The components' states among them are those of the last check. */
  private void scrape(HttpServerRequest request) {
    vertx
        .executeBlocking(meters::scrape, false)
        .onSuccess(text ->
            request
                .response()
                .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                .end(text));
  }

  /** Checks the components, unless a check is recent. */
  private Future<Map<String, Optional<String>>> looked() {
    // On a virtual thread, because checks await replies, which a Vert.x worker thread must not do.
    return Loops.off("ready", health::troubles);
  }

  private void ready(HttpServerRequest request) {
    boolean softly = DRAINING.equals(request.getParam("draining"));
    // The checks behind the hints wait, too.
    Loops.off("ready", () -> readiness(softly))
        .onSuccess(found -> json(request, found.status(), found.body()));
  }

  private record Readiness(int status, Map<String, Object> body) {}

  private Readiness readiness(boolean softly) {
    Map<String, Optional<String>> troubles = health.troubles();
    boolean ready = health.ready(troubles);
    Map<String, String> checks = new LinkedHashMap<>();
    troubles.forEach((name, trouble) -> checks.put(name, trouble.orElse("up")));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("ready", ready);
    body.put("listening", health.listening());
    body.put("draining", health.draining());
    body.put("checks", checks);
    body.put("hints", health.hints());
    body.put("timeZoneRules", ZoneData.newest().described());
    return new Readiness(ready ? 200 : unready(softly), body);
  }

  /**
   * Returns the status for a node that is not ready. Some load balancers, for example HAProxy, cut
   * the connections of a node that is down. They can request 404 for a node that drains, is
   * partitioned or has lost its store: it receives no new requests, and active requests finish.
   */
  private int unready(boolean softly) {
    return health.listening() && softly ? 404 : 503;
  }

  private void call(HttpServerRequest request, Buffer body) {
    String given = request.getHeader("Authorization");
    if (!request.path().startsWith(CALLS) || !request.method().equals(HttpMethod.POST)) {
      fail(request, ApiError.of(ErrorCode.PATH_NOT_FOUND, "path not found"));
    } else if (given == null
        || !MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))) {
      fail(
          request,
          ApiError.of(ErrorCode.MANAGEMENT_TOKEN_INVALID, "the management token is wrong"));
    } else if (!commands.knows(request.path().substring(CALLS.length()))) {
      fail(request, ApiError.of(ErrorCode.CALL_NOT_FOUND, "no area handles calls at this path"));
    } else {
      dispatch(request, body);
    }
  }

  /** The body also supplies the parameters, because an operation may read them from any place. */
  @SuppressWarnings("unchecked")
  private void dispatch(HttpServerRequest request, Buffer body) {
    Object json;
    try {
      json = body.length() == 0 ? Map.of() : Json.parse(body);
    } catch (IOException e) {
      fail(request, ApiError.of(ErrorCode.BODY_INVALID_JSON, "the body is not valid JSON"));
      return;
    }
    String address = request.path().substring(CALLS.length());
    var call =
        new Call(
            address,
            Origin.ownTask("command-line", "command line"),
            commands.deadline(address),
            json instanceof Map<?, ?> fields ? (Map<String, Object>) fields : Map.of(),
            json,
            List.of());
    Area.Handler own = commands.own().get(address);
    (own == null ? commands.dispatcher().dispatch(call) : answer(own, call))
        .onSuccess(reply -> {
          switch (reply) {
            case Answer answer ->
                send(
                    request,
                    answer.status(),
                    Objects.requireNonNullElse(answer.json(), Buffer.buffer("{}")));
            case ApiError failure -> fail(request, failure);
          }
        });
  }

  private static Future<Reply> answer(Area.Handler own, Call call) {
    return Loops.off("command", () -> reply(own, call));
  }

  private static Reply reply(Area.Handler own, Call call) {
    try {
      return own.handle(call);
    } catch (ApiException e) {
      return e.failure();
    } catch (Exception e) {
      LOG.warn("{} failed", call.operation(), e);
      return ApiError.of(ErrorCode.INTERNAL_ERROR, String.valueOf(e.getMessage()));
    }
  }

  private static void fail(HttpServerRequest request, ApiError failure) {
    failure.headers().forEach(request.response()::putHeader);
    send(request, failure.status(), Json.encode(failure.reply()));
  }

  private static void json(HttpServerRequest request, int status, Map<String, ?> body) {
    send(request, status, Json.encode(body));
  }

  private static void send(HttpServerRequest request, int status, Buffer json) {
    HttpServerResponse response = request.response();
    if (!response.closed()) {
      response.setStatusCode(status).putHeader("Content-Type", "application/json").end(json);
    }
  }

  /**
   * Connections of the management port. Their number is bounded, in total and for each address.
   * When a limit is reached, the connection that has been idle longest is closed, so that a new
   * probe is always answered. A connection is also closed when its client takes too long to
   * complete a request, even if it keeps sending bytes. Connections that wait for a reply are not
   * closed. Belongs to one event loop.
   */
  static final class ManagementConnectionLimiter {
    static final int MAX = 128;
    static final int MAX_PER_ADDRESS = 32;

    /** Maximum time for the first request of a connection. */
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(5);

    private static final int CHECKS_PER_TIMEOUT = 4;

    private final Map<HttpConnection, Owed> open = new HashMap<>();
    private final long patienceNanos;
    private final long firstNanos;

    private static final class Owed {
      final String address;
      long sinceNanos = System.nanoTime();
      int answers;
      boolean answeredOnce;

      Owed(String address) {
        this.address = address;
      }
    }

    ManagementConnectionLimiter(Vertx vertx, Duration patience) {
      patienceNanos = patience.toNanos();
      firstNanos = Math.min(FIRST_REQUEST.toNanos(), patienceNanos);
      long millis = Duration.ofNanos(firstNanos).toMillis() / CHECKS_PER_TIMEOUT;
      vertx.setPeriodic(Math.max(1, millis), tick -> closeLate());
    }

    void opened(HttpConnection connection) {
      var owed =
          new Owed(
              connection.remoteAddress() == null ? "" : connection.remoteAddress().hostAddress());
      List<Owed> same =
          open.values().stream().filter(other -> other.address.equals(owed.address)).toList();
      if ((same.size() >= MAX_PER_ADDRESS && !closeIdle(same::contains))
          || (open.size() >= MAX && !closeIdle(any -> true))) {
        connection.close();
        return;
      }
      open.put(connection, owed);
      connection.closeHandler(closed -> open.remove(connection));
    }

    /** Closes the connection that has been idle longest. Returns false if none is idle. */
    private boolean closeIdle(Predicate<Owed> among) {
      return open.entrySet().stream()
          .filter(entry -> entry.getValue().answers == 0 && among.test(entry.getValue()))
          .min(Comparator.comparingLong(entry -> entry.getValue().sinceNanos))
          .map(entry -> {
            open.remove(entry.getKey());
            entry.getKey().close();
            return true;
          })
          .orElse(false);
    }

    /** Records that a request was received in full, so that the node now has to reply. */
    void asked(HttpConnection connection) {
      Owed owed = open.get(connection);
      if (owed != null) {
        owed.answers++;
      }
    }

    void answered(HttpConnection connection) {
      Owed owed = open.get(connection);
      if (owed != null) {
        owed.answers--;
        owed.answeredOnce = true;
        owed.sinceNanos = System.nanoTime();
      }
    }

    private void closeLate() {
      long now = System.nanoTime();
      for (Map.Entry<HttpConnection, Owed> entry : Map.copyOf(open).entrySet()) {
        Owed owed = entry.getValue();
        long patience = owed.answeredOnce ? patienceNanos : firstNanos;
        if (owed.answers == 0 && now - owed.sinceNanos > patience) {
          entry.getKey().close();
        }
      }
    }
  }
}
