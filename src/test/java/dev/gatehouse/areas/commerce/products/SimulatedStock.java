package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Offer;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Presentation;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.Times;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;

/** The stock of a simulated node. */
public final class SimulatedStock {
  public static final String BOOK = "0123456789abcdef01234567";

  private SimulatedStock() {}

  public static Message.Handlers of(Documents documents, MessageBus bus, InstantSource clock) {
    return new StockHolds(
            ProductRepository.ofProducts(documents).resource(bus),
            new ReservationRepository(documents, clock),
            clock)
        .messages();
  }

  /** Returns the stored form of a product. */
  public static JsonObject book(int stock) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    var book =
        new Product(
            BOOK,
            new Presentation("A book", "", "", "regular", "", List.of()),
            new Offer(new BigDecimal("20.00"), List.of(new StockCount("one", stock))),
            new Times(now, now),
            List.of(),
            1);
    JsonObject document = Bson.value(book);
    document.put("_id", document.remove("id"));
    return document;
  }
}
