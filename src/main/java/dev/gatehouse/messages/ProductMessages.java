package dev.gatehouse.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The messages and events of the catalogue: its products and their stock. */
public final class ProductMessages {
  /** Holds stock for an order until it is paid. */
  public static final Message<HoldStock, StockHeld> HOLD_STOCK =
      Message.of("commerce.holdStock", HoldStock.class, StockHeld.class);

  /** Returns the stock that an order holds. */
  public static final Message<EndHold, Done> RELEASE_STOCK =
      Message.of("commerce.releaseStock", EndHold.class, Done.class);

  /** Ends the holds of an order whose goods are sold. */
  public static final Message<EndHold, Done> SELL_STOCK =
      Message.of("commerce.sellStock", EndHold.class, Done.class);

  public static final Message<CatalogueQuery, CataloguePage> CATALOGUE =
      Message.of("commerce.catalogue", CatalogueQuery.class, CataloguePage.class);

  /** Returns a part of the catalogue in an order; 404 if the product before it does not exist. */
  public static final Message<ProductListQuery, ProductList> LIST =
      Message.of("commerce.listCatalogue", ProductListQuery.class, ProductList.class);

  public static final Message<ProductEnd, CataloguePage> ENDING =
      Message.of("commerce.catalogueEnding", ProductEnd.class, CataloguePage.class);

  public static final Message<ProductId, ProductPrice> PRODUCT =
      Message.operation("commerce.product", ProductId.class, ProductPrice.class);

  /** Published when a product was added, changed or deleted. */
  public static final EventType<ProductChanged> CHANGED =
      EventType.of("products.changed", ProductChanged.class);

  private ProductMessages() {}

  /**
   * Stock that an order wants.
   *
   * @param attempt of the order to be paid
   */
  public record HoldStock(String order, int attempt, List<WantedStock> lines) {}

  public record WantedStock(String product, String label, int quantity) {}

  /**
   * The stock that is held: all, or none where something is short.
   *
   * @param prices of the products at the time of the hold
   * @param ended released or sold if this attempt's reservation has ended before; null otherwise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record StockHeld(
      List<StockShortage> shortages, Map<String, BigDecimal> prices, String ended) {
    /** Returns whether the goods of this attempt were given back before. */
    public boolean wasReleased() {
      return "released".equals(ended);
    }
  }

  /** Stock of which there is less than the order wants. */
  public record StockShortage(String product, String label, int left) {}

  /** An order whose holds end. */
  public record EndHold(String order, int attempt, List<String> products) {}

  /**
   * Request for stored products.
   *
   * @param after the id before the page; null if {@code ids} names the products
   * @param limit null if {@code ids} names the products
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CatalogueQuery(String after, Integer limit, List<String> ids) {
    public static CatalogueQuery of(List<String> ids) {
      return new CatalogueQuery(null, null, ids);
    }
  }

  public record CataloguePage(List<CatalogueProduct> products) {}

  /** Orders of the catalogue. Equal products are ordered by their times and ids. */
  public enum ProductOrder {
    CREATED,
    UPDATED,
    NAME,
    PRICE,
    CATEGORY
  }

  /**
   * Request for a part of the catalogue.
   *
   * @param down whether the order is reversed
   * @param after id of the product before the part; null to start at {@code skip}
   * @param skip number of products before the part; 0 with {@code after}
   * @param limit maximum number of products; 0 for their total
   * @param maxDescription longer descriptions are cut to this number of characters; null for none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProductListQuery(
      ProductOrder order, boolean down, String after, int skip, int limit, Integer maxDescription) {
    /** Returns a query for the oldest products after some. */
    public static ProductListQuery oldest(int skip, int limit) {
      return new ProductListQuery(ProductOrder.CREATED, false, null, skip, limit, null);
    }

    /** Returns this query for the products after one. */
    public ProductListQuery following(String id) {
      return new ProductListQuery(order, down, id, 0, limit, maxDescription);
    }

    /** Returns this query with a maximum length of descriptions. */
    public ProductListQuery shortened(int letters) {
      return new ProductListQuery(order, down, after, skip, limit, letters);
    }
  }

  /**
   * A part of the catalogue.
   *
   * @param total number of all products; null unless the limit was 0
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProductList(List<CatalogueProduct> products, Long total) {}

  /** The last six characters of a product's id. */
  public record ProductEnd(String end) {}

  /** Product in stored form. The catalogue stores these records, too. */
  public record CatalogueProduct(
      String id,
      @JsonUnwrapped Presentation presentation,
      @JsonUnwrapped Offer offer,
      @JsonUnwrapped Times times,
      List<StockHold> holds,
      long version) {

    /** Returns this product with at most the beginning of its description. */
    public CatalogueProduct shortened(int letters) {
      String text = presentation.description();
      if (text == null || text.codePointCount(0, text.length()) <= letters) {
        return this;
      }
      var shorter =
          new Presentation(
              presentation.name(),
              text.substring(0, text.offsetByCodePoints(0, letters)),
              presentation.category(),
              presentation.type(),
              presentation.url(),
              presentation.images());
      return new CatalogueProduct(id, shorter, offer, times, holds, version);
    }

    /**
     * A product as the shop shows it.
     *
     * @param type marketplace-a, marketplace-b or regular
     * @param url of the page that sells it; empty for this shop
     * @param images addresses
     */
    public record Presentation(
        String name,
        String description,
        String category,
        String type,
        String url,
        List<String> images) {}

    public record Offer(BigDecimal price, List<StockCount> stock) {}

    /**
     * A label and how many there are. The stock is a list because labels such as {@code $} and
     * {@code .} are not valid field names.
     */
    public record StockCount(String label, int count) {}

    /** The times of its first and its last change. */
    public record Times(Instant createdAt, Instant updatedAt) {}

    /**
     * Stock that an order holds.
     *
     * @param attempt number of the payment attempt, since an order may return after its hold has
     *     ended
     */
    public record StockHold(String order, int attempt, String label, int quantity) {}
  }

  public record ProductId(String id) {}

  public record ProductPrice(BigDecimal price) {}

  public record ProductChanged(String id) {}
}
