package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes over one store that capture the same orders concurrently. */
class TwoNodesTest {
  private static final int ORDERS = 3;
  private static final int CALLS = 6;

  @TempDir Path folder;

  @Test
  void capturesEachOrderOnceAcrossNodes() {
    Vertx vertx = Vertx.vertx();
    try (var provider = new PayPalSimulator();
        var store = DocumentServer.start()) {
      provider.approvesAll();
      MongoClient client = TestDocuments.client(vertx, store.url());
      List<Vertx> nodes = List.of(Vertx.vertx(), Vertx.vertx());
      List<Dispatcher> buses =
          nodes.stream().map(node -> node(node, client, provider.url())).toList();
      List<Future<Reply>> replies = new ArrayList<>();
      for (int order = 0; order < ORDERS; order++) {
        Object wanted = Shop.plain(Shop.order("USD", "100.00"));
        var made = (Answer) call(buses.getFirst(), "payments.createOrder", wanted).await();
        String id = made.json().toJsonObject().getString("id");
        for (int i = 0; i < CALLS; i++) {
          replies.add(call(buses.get(i % 2), "payments.captureOrder", Map.of("orderID", id)));
        }
      }
      replies.forEach(reply -> assertInstanceOf(Answer.class, reply.await()));
      assertEquals(ORDERS, provider.requests("capture").size());
      provider.orders().values().forEach(order -> assertEquals(1, order.captures.size()));
      nodes.forEach(node -> node.close().await());
      client.close().await();
    } finally {
      vertx.close().await();
    }
  }

  private Dispatcher node(Vertx vertx, MongoClient client, String provider) {
    Settings settings =
        TestSettings.of(
            Map.of(
                "GATEHOUSE_PAYMENTS_URL", provider,
                "GATEHOUSE_PAYMENTS_CLIENT_ID", PayPalSimulator.ID,
                "GATEHOUSE_PAYMENTS_CLIENT_SECRET", PayPalSimulator.SECRET));
    NodeServices services =
        TestServices.over(vertx, settings, TestDocuments.over(client), Clock.systemUTC(), folder);
    AreaModule payments = PaymentsModule.of(services);
    services.documents().createIndexes();
    payments.prepare();
    TestServices.deploy(vertx, services.dispatcher(), payments.area());
    return services.dispatcher();
  }

  private static Future<Reply> call(Dispatcher bus, String operation, Object body) {
    Origin origin = Origin.ownTask("test", "test");
    return bus.dispatch(Call.message(operation, origin, Duration.ofSeconds(30), body));
  }
}
