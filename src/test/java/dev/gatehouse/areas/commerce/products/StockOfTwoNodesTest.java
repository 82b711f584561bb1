package dev.gatehouse.areas.commerce.products;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestDocuments;
import dev.gatehouse.area.StoreFailures;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedMongo;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes over one store whose buyers want more of a product than there is. */
class StockOfTwoNodesTest {
  private static final String BOOK = "0123456789abcdef01234567";
  private static final int STOCK = 5;
  private static final int ORDERS = 24;

  @TempDir Path folder;

  /** The stock of one node. */
  private record Shelf(StockHolds holds) implements Area {
    @Override
    public String name() {
      return "commerce";
    }

    @Override
    public Map<String, Handler> operations() {
      return Map.of();
    }

    @Override
    public Map<String, Handler> messages() {
      return holds.messages();
    }
  }

  @Test
  void whatIsHeldIsHeldOnce() {
    List<Vertx> nodes = List.of(Vertx.vertx(), Vertx.vertx());
    try (var store = EmbeddedMongo.start(folder, 0, false, Clock.systemUTC())) {
      var config =
          new JsonObject()
              .put("connection_string", store.url())
              .put("db_name", "test")
              .put("useObjectId", false);
      MongoClient client = MongoClient.create(nodes.getFirst(), config);
      Documents documents = TestDocuments.over(client);
      var products = new ProductRepository(documents);
      products.add(book());
      List<Dispatcher> buses = nodes.stream().map(node -> node(node, documents)).toList();

      List<String> held = new ArrayList<>();
      List<Future<Reply>> holds =
          IntStream.range(0, ORDERS)
              .mapToObj(i -> call(buses.get(i % 2), "commerce.holdStock", hold("order-" + i)))
              .toList();
      for (int i = 0; i < ORDERS; i++) {
        var answer = (Answer) holds.get(i).await();
        if (answer.json().toJsonObject().getJsonArray("shortages").isEmpty()) {
          held.add("order-" + i);
        }
      }
      assertEquals(STOCK, held.size());
      assertEquals(0, products.find(BOOK).orElseThrow().count("one"));

      // Each is sold on one node and given back on the other, at once and twice.
      List<Future<Reply>> ends = new ArrayList<>();
      for (int i = 0; i < STOCK; i++) {
        String message = i < 2 ? "commerce.sellStock" : "commerce.releaseStock";
        for (Dispatcher bus : buses) {
          ends.add(call(bus, message, end(held.get(i))));
        }
      }
      ends.forEach(end -> end.await());
      Product book = products.find(BOOK).orElseThrow();
      assertEquals(STOCK - 2, book.count("one"));
      assertEquals(List.of(), book.holds());
      client.close().await();
    } finally {
      nodes.forEach(node -> node.close().await());
    }
  }

  private static Product book() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    return new Product(
        BOOK,
        new Product.Presentation("A book", "", "", "regular", "", List.of()),
        new Product.Offer(new BigDecimal("9"), List.of(new Product.StockLine("one", STOCK))),
        new Product.Times(now, now),
        List.of(),
        1);
  }

  private static Map<String, Object> hold(String order) {
    Map<String, Object> line = Map.of("product", BOOK, "label", "one", "quantity", 1);
    return Map.of("order", order, "attempt", 1, "lines", List.of(line));
  }

  private static Map<String, Object> end(String order) {
    return Map.of("order", order, "attempt", 1, "products", List.of(BOOK));
  }

  private static Dispatcher node(Vertx vertx, Documents documents) {
    var bus = new Dispatcher(vertx, new Random(1));
    var shelf = new Shelf(new StockHolds(new ProductRepository(documents), bus));
    vertx.deployVerticle(new AreaVerticle(shelf, bus, 64, 64, StoreFailures::answer)).await();
    return bus;
  }

  private static Future<Reply> call(Dispatcher bus, String message, Object body) {
    Origin origin = Origin.ownTask("test", "test");
    return bus.dispatch(Call.message(message, origin, Duration.ofSeconds(20), body));
  }
}
