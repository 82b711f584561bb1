package dev.gatehouse.messages;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;

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

  /** Returns sold goods to the stock, once for each order. */
  public static final Message<HoldStock, Done> RESTOCK =
      Message.of("commerce.restock", HoldStock.class, Done.class);

  /** Ends holds of a restored product whose orders have ended. */
  public static final Message<ProductId, Done> SETTLE_STOCK =
      Message.of("commerce.settleStock", ProductId.class, Done.class);

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
   * @param prices of the wanted units at the time of the hold, by {@link #priceKey}
   * @param ended released or sold if this attempt's reservation has ended before; null otherwise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record StockHeld(
      List<StockShortage> shortages, Map<String, BigDecimal> prices, String ended) {
    /** Returns the key of the price of a product's label. */
    public static String priceKey(String product, String label) {
      return product + ' ' + label;
    }

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

  /**
   * Product in stored form, flat like its document.
   *
   * @param type marketplace-a, marketplace-b or regular
   * @param url of the page that sells it; empty for this shop
   * @param images addresses
   * @param price during the sale, if there is a {@code compareAtPrice}
   * @param compareAtPrice price outside of the sale; null without one
   * @param saleFrom start of the sale; null if it has begun
   * @param saleUntil end of the sale; null if it does not end
   * @param digital whether it is not shipped
   * @param status active if it was stored by a release without it
   * @param holds stock held by unpaid orders, already subtracted from the stock
   * @param version number of changes
   */
  public record CatalogueProduct(
      String id,
      String name,
      String description,
      String category,
      String type,
      String url,
      List<String> images,
      BigDecimal price,
      BigDecimal compareAtPrice,
      Instant saleFrom,
      Instant saleUntil,
      boolean digital,
      List<StockCount> stock,
      Instant createdAt,
      Instant updatedAt,
      Status status,
      List<StockHold> holds,
      long version) {
    public CatalogueProduct {
      status = Objects.requireNonNullElse(status, Status.ACTIVE);
      holds = Objects.requireNonNullElse(holds, List.of());
    }

    /** Returns this product with at most the beginning of its description. */
    public CatalogueProduct shortened(int letters) {
      boolean fits =
          description == null || description.codePointCount(0, description.length()) <= letters;
      return fits
          ? this
          : with(
              description.substring(0, description.offsetByCodePoints(0, letters)),
              images,
              stock,
              holds,
              updatedAt,
              version);
    }

    /** Returns this product with another stock and its holds. */
    public CatalogueProduct with(List<StockCount> counts, List<StockHold> held) {
      return with(description, images, counts, held, updatedAt, version);
    }

    /** Returns the next version of this product with other images. */
    public CatalogueProduct with(List<String> addresses, Instant now) {
      return with(description, addresses, stock, holds, now, version + 1);
    }

    public CatalogueProduct nextVersion() {
      return with(description, images, stock, holds, updatedAt, version + 1);
    }

    private CatalogueProduct with(
        String text,
        List<String> addresses,
        List<StockCount> counts,
        List<StockHold> held,
        Instant changed,
        long next) {
      return new CatalogueProduct(
          id,
          name,
          text,
          category,
          type,
          url,
          addresses,
          price,
          compareAtPrice,
          saleFrom,
          saleUntil,
          digital,
          counts,
          createdAt,
          changed,
          status,
          held,
          next);
    }

    /** Returns the price of a label at a time. */
    public Price price(StockCount line, Instant now) {
      BigDecimal regular = line.price() == null ? compareAtPrice : null;
      return priceAt(
          now,
          Objects.requireNonNullElse(line.price(), price),
          line.compareAtPrice() == null ? regular : line.compareAtPrice());
    }

    /** Returns the price of labels without a price. */
    public Price price(Instant now) {
      return priceAt(now, price, compareAtPrice);
    }

    private Price priceAt(Instant now, BigDecimal reduced, BigDecimal regular) {
      if (regular == null) {
        return new Price(reduced, null);
      }
      boolean sale =
          (saleFrom == null || !now.isBefore(saleFrom))
              && (saleUntil == null || now.isBefore(saleUntil));
      return sale ? new Price(reduced, regular) : new Price(regular, null);
    }

    /**
     * Price at a time.
     *
     * @param before price before a sale, null if there is no sale
     */
    public record Price(BigDecimal amount, BigDecimal before) {}

    /**
     * A label and how many there are. The stock is a list because labels such as {@code $} and
     * {@code .} are not valid field names.
     *
     * @param count null for an unlimited stock
     * @param price null for the product's price
     * @param compareAtPrice null for the product's, unless the label has a price
     * @param sku of the owner; null without one
     * @param hidden whether it is not for sale
     */
    public record StockCount(
        String label,
        Integer count,
        BigDecimal price,
        BigDecimal compareAtPrice,
        String sku,
        boolean hidden) {
      /** Returns this label with another count. */
      public StockCount counting(Integer other) {
        return new StockCount(label, other, price, compareAtPrice, sku, hidden);
      }
    }

    /** Visibility of a product. */
    public enum Status {
      ACTIVE,
      /** Only the owner sees it. */
      DRAFT,
      /** It is in the catalog. The shop shows it when the owner has accepted it. */
      SUBMITTED;

      @JsonValue
      public String label() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    /**
     * Stock that an order holds.
     *
     * @param attempt number of the payment attempt, since an order may return after its hold has
     *     ended
     */
    public record StockHold(String order, int attempt, String label, int quantity) {}
  }

  public record ProductId(String id) {}

  /**
   * @param currentPrices by label; null from a release without them
   */
  public record ProductPrice(BigDecimal price, Map<String, BigDecimal> currentPrices) {}

  public record ProductChanged(String id) {}
}
