package dev.gatehouse.bench;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;

/** What a request costs without a gate: the same small answers from plain Vert.x routes. */
public final class PlainRoute extends VerticleBase {
  private final int port;
  private final Instant started = Instant.now();

  private PlainRoute(int port) {
    this.port = port;
  }

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int cores = Runtime.getRuntime().availableProcessors();
    Vertx.vertx()
        .deployVerticle(() -> new PlainRoute(port), new DeploymentOptions().setInstances(cores))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  @Override
  public Future<?> start() {
    Router router = Router.router(vertx);
    router.get("/deployment/info").handler(this::info);
    router.get("/api/proxy/still-alive/status").handler(this::info);
    return vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1");
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
