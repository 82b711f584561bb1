package dev.gatehouse.bench;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.JWTAuthHandler;
import org.slf4j.LoggerFactory;

/**
 * The cost of a request without Gatehouse: the same small answers from plain Vert.x routes. With a
 * secret as the second argument, they use vertx-web's JWT handler and a role check. The content of
 * the JSON file LIST is encoded for each request.
 */
public final class PlainRoute extends VerticleBase {
  private static final Set<String> ROLES = Set.of("visitor", "operator");
  private static final int FORBIDDEN = 403;

  private final int port;
  private final String secret;
  private final Instant started = Instant.now();

  private PlainRoute(int port, String secret) {
    this.port = port;
    this.secret = secret;
  }

  public static void main(String[] arguments) {
    // Logback's own default is to print all that Netty says while it starts.
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    int port = Integer.parseInt(arguments[0]);
    String secret = arguments.length > 1 ? arguments[1] : "";
    int cores = Runtime.getRuntime().availableProcessors();
    Vertx.vertx()
        .deployVerticle(
            () -> new PlainRoute(port, secret), new DeploymentOptions().setInstances(cores))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  @Override
  public Future<?> start() {
    Router router = Router.router(vertx);
    if (!secret.isEmpty()) {
      router.route().handler(JWTAuthHandler.create(provider())).handler(PlainRoute::role);
    }
    router.get("/deployment/info").handler(this::info);
    router.get("/api/proxy/still-alive/status").handler(this::info);
    String list = System.getenv("LIST");
    if (list != null) {
      Object answer = Json.decodeValue(vertx.fileSystem().readFileBlocking(list));
      router.get("/list").handler(context -> context.json(answer));
    }
    return vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1");
  }

  private JWTAuth provider() {
    return JWTAuth.create(
        vertx,
        new JWTAuthOptions()
            .addPubSecKey(new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(secret))
            .setJWTOptions(
                new JWTOptions().setIssuer("gatehouse").setAudience(List.of("gatehouse"))));
  }

  private static void role(RoutingContext context) {
    if (ROLES.contains(String.valueOf(context.user().principal().getString("role")))) {
      context.next();
    } else {
      context.fail(FORBIDDEN);
    }
  }

  private void info(RoutingContext context) {
    Instant now = Instant.now();
    context.json(
        new JsonObject()
            .put("version", "1.0.0")
            .put("timestamp", now.toString())
            .put("environment", "production")
            .put("uptime", Duration.between(started, now).toSeconds() + "s"));
  }
}
