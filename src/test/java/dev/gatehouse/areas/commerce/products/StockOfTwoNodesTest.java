package dev.gatehouse.areas.commerce.products;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.areas.commerce.products.StockHolds.ReservationRepository;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.WantedStock;
import dev.gatehouse.messages.SampleProducts;
import dev.gatehouse.store.Documents;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two nodes over one store whose buyers request more units of a product than are in stock. */
class StockOfTwoNodesTest {
  private static final String BOOK = "0123456789abcdef01234567";
  private static final int STOCK = 5;
  private static final int ORDERS = 24;

  @Test
  void reservesEachItemOnceAcrossNodes() {
    List<Vertx> nodes = List.of(Vertx.vertx(), Vertx.vertx());
    try (var store = DocumentServer.start()) {
      var config =
          JsonObject.of("connection_string", store.url(), "db_name", "test", "useObjectId", false);
      MongoClient client = MongoClient.create(nodes.getFirst(), config);
      Documents documents = TestDocuments.over(client);
      var products = ProductRepository.ofProducts(documents);
      products.add(book());
      List<Dispatcher> buses = nodes.stream().map(node -> node(node, documents)).toList();

      List<String> held = new ArrayList<>();
      List<Future<StockHeld>> holds =
          IntStream.range(0, ORDERS)
              .mapToObj(i -> send(buses.get(i % 2), ProductMessages.HOLD_STOCK, hold("order-" + i)))
              .toList();
      for (int i = 0; i < ORDERS; i++) {
        if (holds.get(i).await().shortages().isEmpty()) {
          held.add("order-" + i);
        }
      }
      assertEquals(STOCK, held.size());
      assertEquals(0, products.all(List.of(BOOK)).getFirst().stored().stock().getFirst().count());

      // Each hold is ended on both nodes concurrently: two are sold, the others are released.
      List<Future<Done>> ends = new ArrayList<>();
      for (int i = 0; i < STOCK; i++) {
        Message<EndHold, Done> message =
            i < 2 ? ProductMessages.SELL_STOCK : ProductMessages.RELEASE_STOCK;
        for (Dispatcher bus : buses) {
          ends.add(send(bus, message, end(held.get(i))));
        }
      }
      ends.forEach(end -> end.await());
      Product book = products.all(List.of(BOOK)).getFirst();
      assertEquals(STOCK - 2, book.stored().stock().getFirst().count());
      assertEquals(List.of(), book.stored().holds());
      client.close().await();
    } finally {
      nodes.forEach(node -> node.close().await());
    }
  }

  /** Every order of hold, sell and release ends with the first end, and loses no unit. */
  @ParameterizedTest
  @CsvSource({
    "hsh, 4", "shh, 5", "hrh, 5", "rhh, 5", "hsr, 4",
    "hrs, 5", "hhs, 4", "rs, 5", "sr, 5", "hshrh, 4"
  })
  void endsReservationOnceInAnyOrder(String calls, int left) {
    Vertx vertx = Vertx.vertx();
    try (var store = DocumentServer.start()) {
      Documents documents = TestDocuments.at(vertx, store.url());
      var products = ProductRepository.ofProducts(documents);
      products.add(book());
      Dispatcher bus = node(vertx, documents);
      for (char call : calls.toCharArray()) {
        switch (call) {
          case 'h' -> send(bus, ProductMessages.HOLD_STOCK, hold("order")).await();
          case 's' -> send(bus, ProductMessages.SELL_STOCK, end("order")).await();
          default -> send(bus, ProductMessages.RELEASE_STOCK, end("order")).await();
        }
      }
      Product book = products.all(List.of(BOOK)).getFirst();
      assertEquals(left, book.stored().stock().getFirst().count());
      assertEquals(List.of(), book.stored().holds());
    } finally {
      vertx.close().await();
    }
  }

  private static Product book() {
    return new Product(SampleProducts.book(BOOK, "9", STOCK));
  }

  private static HoldStock hold(String order) {
    return new HoldStock(order, 1, List.of(new WantedStock(BOOK, "one", 1)));
  }

  private static EndHold end(String order) {
    return new EndHold(order, 1, List.of(BOOK));
  }

  private static Dispatcher node(Vertx vertx, Documents documents) {
    var bus = new Dispatcher(vertx, new Random(1));
    StockHolds holds =
        new StockHolds(
            ProductRepository.ofProducts(documents).resource(bus),
            new ReservationRepository(documents, Clock.systemUTC()),
            Clock.systemUTC());
    TestServices.deploy(vertx, bus, Area.of("commerce", List.of(), holds.messages()));
    return bus;
  }

  private static <Q, R> Future<R> send(Dispatcher bus, Message<Q, R> message, Q request) {
    return bus.send(message, request, Origin.ownTask("test", "test"), Duration.ofSeconds(20));
  }
}
