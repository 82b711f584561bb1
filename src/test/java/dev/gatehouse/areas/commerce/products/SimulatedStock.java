package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.areas.commerce.products.ProductOperations.ProductChange;
import dev.gatehouse.areas.commerce.products.StockHolds.ReservationRepository;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.messages.SampleProducts;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;

/** The stock of a simulated node. */
public final class SimulatedStock {
  /** Id of the product, as an import of its file has made it. */
  public static final String BOOK = ProductIds.ofShopify("book");

  private static final String FILE =
      """
      Handle,Title,Body (HTML),Variant Inventory Qty,Variant Price,Option1 Value
      book,A book,<p>Edition %s</p>,9,20.00,one
      """;

  private SimulatedStock() {}

  /** Adds units or takes some away, as the owner does. The image tells that it was done. */
  public static void add(Documents documents, MessageBus bus, int units) {
    ProductRepository.ofProducts(documents)
        .resource(bus)
        .change(
            BOOK,
            earlier -> {
              List<String> images = new ArrayList<>(earlier.stored().images());
              images.add("/" + units);
              Map<String, Object> fields = Map.of("stock", Map.of("one", units), "images", images);
              ProductRequest changed = Json.convert(fields, ProductChange.class).of(earlier);
              return changed.replacing(earlier, "USD", earlier.stored().updatedAt());
            });
  }

  /** Imports the file of the other shop again, with another description. */
  public static void importFile(
      Documents documents, MessageBus bus, InstantSource clock, int edition) {
    ProductRepository products = ProductRepository.ofProducts(documents);
    var deleted = new DeletedRecords(documents, clock);
    var pictures = new ProductPictures(null, Map.of());
    var imports =
        new ProductImport(products, deleted, products.resource(bus), "USD", clock, pictures);
    byte[] file = FILE.formatted(edition).getBytes(StandardCharsets.UTF_8);
    imports
        .entries(ImportTable.of(file))
        .forEach(entry -> imports.store(entry, false, adjusted -> {}));
  }

  /** Returns the sum of the differences that were stored. */
  public static int added(JsonObject book) {
    return book.getJsonArray("images").stream()
        .mapToInt(image -> Integer.parseInt(image.toString().substring(1)))
        .sum();
  }

  public static Message.Handlers of(Documents documents, MessageBus bus, InstantSource clock) {
    return new StockHolds(
            ProductRepository.ofProducts(documents).resource(bus),
            new ReservationRepository(documents, clock),
            clock)
        .messages();
  }

  /** Returns the stored form of a product. */
  public static JsonObject book(int stock) {
    var book = new Product(SampleProducts.book(BOOK, "20.00", stock));
    JsonObject document = Bson.value(book);
    document.put("_id", document.remove("id"));
    return document;
  }
}
