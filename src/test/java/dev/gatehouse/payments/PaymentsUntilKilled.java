package dev.gatehouse.payments;

import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.embedded.EmbeddedMongo;
import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.module.StoreFailures;
import dev.gatehouse.settings.SettingsReader;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The payments area in a process that can be killed: it creates orders and captures them, each
 * twice at once, and says what it was answered. Arguments: the store's folder and the provider's
 * address; with a third one it creates nothing, finds out what became of everything and lists it.
 */
final class PaymentsUntilKilled {
  /** What a node leaves half done is looked at again after minutes: the clock runs that fast. */
  private static final int HASTE = 120;

  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int BUYERS = 4;
  private static final long PAUSE_NANOS = 20_000_000;

  private final InstantSource clock =
      () ->
          BEGINNING.plus(
              Duration.between(BEGINNING, InstantSource.system().instant()).multipliedBy(HASTE));
  private final Vertx vertx = Vertx.vertx();
  private final NodeServices services;
  private final AreaModule payments;

  private PaymentsUntilKilled(Path folder, String provider) throws IOException {
    var store = EmbeddedMongo.start(folder, 0, true, Clock.systemUTC());
    var config =
        new JsonObject()
            .put("connection_string", store.url())
            .put("db_name", "test")
            .put("useObjectId", false);
    var settings =
        new SettingsReader(
                Map.of(
                    "GATEHOUSE_PAYMENTS_URL",
                    provider,
                    "GATEHOUSE_PAYMENTS_TIMEOUT",
                    "1500ms",
                    "GATEHOUSE_PAYMENTS_CLIENT_ID",
                    PayPalSimulator.ID,
                    "GATEHOUSE_PAYMENTS_CLIENT_SECRET",
                    PayPalSimulator.SECRET))
            .read(Path.of("none.yaml"));
    services =
        TestServices.over(
            vertx, settings, TestDocuments.over(MongoClient.create(vertx, config)), clock, folder);
    payments = PaymentsModule.of(services);
    payments.prepare();
    vertx
        .deployVerticle(
            new AreaVerticle(payments.area(), services.dispatcher(), 16, 64, StoreFailures::answer))
        .await();
  }

  public static void main(String[] arguments) throws IOException {
    var node = new PaymentsUntilKilled(Path.of(arguments[0]), arguments[1]);
    System.out.println("ready.");
    Thread.ofVirtual().start(node::reconcile);
    if (arguments.length > 2) {
      node.listWhenSettled();
      System.exit(0);
    }
    for (int buyer = 0; buyer < BUYERS; buyer++) {
      Thread.ofVirtual().start(node::buy);
    }
    LockSupport.park();
  }

  private void reconcile() {
    while (true) {
      try {
        TestServices.repair(payments);
      } catch (IllegalStateException providerFails) {
        // As a node does: it is tried again.
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void buy() {
    while (true) {
      Reply made = call("payments.createOrder", Map.of(), Shop.plain(Shop.order("USD", "100.00")));
      if (made instanceof Answer answer) {
        String id = answer.json().toJsonObject().getString("id");
        System.out.println("created " + id + " .");
        Thread.ofVirtual().start(() -> capture(id));
        capture(id);
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** The provider of this test takes every order for approved. */
  private void capture(String id) {
    switch (call("payments.captureOrder", Map.of(), Map.of("orderID", id))) {
      case Answer answer -> System.out.println("paid " + id + " .");
      case Failure failure -> System.out.println(failure.status() + " " + id + " .");
    }
  }

  private void listWhenSettled() {
    var capturing = Map.<String, Object>of("state", "capturing", "limit", 1L, "skip", 0L);
    while (!list(capturing).getJsonArray("orders").isEmpty()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    int skip = 0;
    JsonObject page;
    do {
      page = list(Map.of("limit", 100L, "skip", (long) skip));
      page.getJsonArray("orders")
          .forEach(each -> {
            var order = (JsonObject) each;
            System.out.println(
                "listed " + order.getString("id") + ' ' + order.getString("state") + " .");
          });
      skip += 100;
    } while (page.getJsonObject("pagination").getBoolean("hasMore"));
    var figures =
        (Answer)
            call(
                "payments.figures",
                Map.of(),
                Map.of("from", "2000-01-01T00:00:00Z", "until", "2199-01-01T00:00:00Z"));
    System.out.println("figures " + figures.json());
  }

  private JsonObject list(Map<String, Object> query) {
    return ((Answer) call("payments.listOrders", query, null)).json().toJsonObject();
  }

  private Reply call(String operation, Map<String, Object> parameters, Object body) {
    var origin = Origin.ownTask("test", "test");
    return services
        .dispatcher()
        .dispatch(new Call(operation, origin, Deadline.in(PATIENCE), parameters, body, List.of()))
        .await();
  }
}
