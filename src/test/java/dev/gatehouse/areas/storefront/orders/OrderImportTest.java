package dev.gatehouse.areas.storefront.orders;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.area.imports.ImportKind.Entry;
import dev.gatehouse.area.imports.ImportKind.Result;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.charges.Charges;
import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.Money;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that other shops have exported. */
class OrderImportTest {
  private static final String SHOPIFY =
      "Name,Email,Financial Status,Fulfillment Status,Currency,Shipping,Taxes,Total,Discount"
          + " Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,"
          + "Lineitem sku,Lineitem requires shipping,Billing Name,Shipping Name,Shipping Street,"
          + "Shipping City,Shipping Zip,Shipping Province,Shipping Country,Cancelled at,Refunded"
          + " Amount\n";
  private static final String ORDER =
      "#1001,ada@example.org,paid,fulfilled,EUR,4.90,3.98,24.90,0.00,Parcel,2025-11-30 10:15:00"
          + " +0100,2,The Book,10.00,BOOK-1,true,Ada B.,Ada L.,1 Some Street,Berlin,'10115,BE,DE,,"
          + "0.00\n";
  private static final String MORE = "#1001,,,,,,,,,,,1,A Card,0.00,,true,,,,,,,,,\n";

  private static final String SHIPPED_BY_STATUS =
      "Order,Status,Date,Item,Quantity,Price,Total,Refunded,Currency,Tracking,Invoice\n"
          + "a 1,%s,2025-06-01,The Book,1,24.90,24.90,%s,EUR,T1,RE-7\n";

  private final OrdersInMemory shop = new OrdersInMemory();
  private final OrderImport imports =
      new OrderImport(
          shop.orders,
          new SignedLinks("a-secret-of-this-test", shop.clock),
          "USD",
          Locale.ENGLISH,
          shop.clock);
  private final List<String> adjusted = new ArrayList<>();

  private List<Entry> entries(String csv) {
    return imports.entries(ImportTable.of(csv.getBytes(StandardCharsets.UTF_8)));
  }

  /** Stores the only order of a file. */
  private ShopOrder stored(String csv) {
    Entry entry = entries(csv).getFirst();
    assertEquals(Result.CREATED, imports.store(entry, false, adjusted::add));
    return shop.orders.ofNumber(entry.name()).orElseThrow();
  }

  private static Money eur(String amount) {
    return Money.of("EUR", amount);
  }

  @Test
  void readsOrderOfShopify() {
    ShopOrder order = stored(SHOPIFY + ORDER + MORE);
    assertEquals("1001", order.numbers().imported());
    assertEquals("1001", order.reference());
    assertEquals(State.SHIPPED, order.state());
    assertEquals(Instant.parse("2025-11-30T09:15:00Z"), order.standing().createdAt());
    assertEquals(
        List.of(
            new ShopOrder.Line("BOOK-1", "imported", ShopVariant.ONLY, "The Book", 2, eur("10.00")),
            new ShopOrder.Line("-", "imported", ShopVariant.ONLY, "A Card", 1, eur("0.00"))),
        order.goods().lines());
    assertEquals(eur("24.90"), order.goods().total());
    assertEquals(
        new Charges(
            eur("20.00"),
            new Charges.Shipping("Parcel", "DE", eur("4.90")),
            new Charges.Tax("19", true, eur("3.98")),
            null),
        order.goods().charges());
    assertEquals("Ada L.", order.buyer().name());
    assertEquals("ada@example.org", order.buyer().email());
    assertEquals(
        new ShopOrder.PostalAddress("1 Some Street", "10115", "Berlin", "BE", "DE"),
        order.buyer().postal());
    assertEquals(eur("24.90"), order.payment().ledger().captured());
    assertNull(order.payment().ledger().refunded());
    assertEquals("Parcel", order.payment().shipment().carrier());
    assertTrue(order.payment().shipment().delivered());
    assertEquals(List.of(), adjusted);
  }

  @Test
  void storesOrderOnce() {
    Entry entry = entries(SHOPIFY + ORDER).getFirst();
    assertEquals("2025-11-30, 24.90 EUR, shipped", imports.preview(entry));
    assertEquals(Result.CREATED, imports.store(entry, true, adjusted::add));
    assertEquals(Optional.empty(), shop.orders.ofNumber("1001"));
    assertEquals(Result.CREATED, imports.store(entry, false, adjusted::add));
    assertEquals(Result.UNCHANGED, imports.store(entry, false, adjusted::add));
    ShopOrder known = shop.orders.ofNumber("1001").orElseThrow();
    assertFalse(shop.orders.addImported(known));
    var post = new ShopOrder.Shipment("Post", "2", false);
    assertEquals(Optional.empty(), shop.desk.ship(OrdersInMemory.BUYER, known, post));
    String id = known.id();
    var elsewhere = new OrdersInMemory();
    var links = new SignedLinks("another-secret-of-it", shop.clock);
    var others = new OrderImport(elsewhere.orders, links, "USD", Locale.ENGLISH, shop.clock);
    ImportTable table = ImportTable.of((SHOPIFY + ORDER).getBytes(StandardCharsets.UTF_8));
    others.store(others.entries(table).getFirst(), false, adjusted::add);
    assertNotEquals(id, elsewhere.orders.ofNumber("1001").orElseThrow().id());
  }

  @Test
  void readsOrderOfWooCommerce() {
    ShopOrder order =
        stored(
            "Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email"
                + " (Billing),Country Code (Billing),Order Total Amount,Order Total Tax Amount,Order"
                + " Shipping Amount,Cart Discount Amount,Order Refund Amount,Item Name,Quantity (-"
                + " Refund),Item Cost,Variation,Order Currency\n"
                + "77,wc-completed,2025-06-01 08:00,Ada,Lovelace,ada@example.org,de,\"20,70\",1.70,"
                + "5.00,1.00,5.00,The Book,3.0,5,hard cover,EUR\n");
    assertEquals(State.PARTLY_REFUNDED, order.state());
    assertEquals(eur("5.00"), order.payment().ledger().refunded());
    assertEquals("Ada Lovelace", order.buyer().name());
    assertEquals("hard cover", order.goods().lines().getFirst().label());
    assertEquals(3, order.goods().lines().getFirst().quantity());
    assertEquals(eur("14.00"), order.goods().charges().items());
    assertEquals(new Charges.Shipping("-", "DE", eur("5.00")), order.goods().charges().shipping());
    assertEquals(new Charges.Tax("8.9", false, eur("1.70")), order.goods().charges().tax());
    assertEquals(List.of(), adjusted);
  }

  @ParameterizedTest
  @CsvSource({
    "paid, 24.90, REFUNDED, 24.90",
    "partially_refunded, 1.00, PARTLY_REFUNDED, 1.00",
    "Refunded, 0.00, REFUNDED,",
    "Partly refunded, , SHIPPED,",
  })
  void readsRefunds(String status, String refunded, State state, String amount) {
    ShopOrder order = stored(SHIPPED_BY_STATUS.formatted(status, refunded == null ? "" : refunded));
    assertEquals(state, order.state());
    assertEquals(amount == null ? null : eur(amount), order.payment().ledger().refunded());
    assertEquals(state == State.REFUNDED, order.payment().shipment() == null);
  }

  @Test
  void readsOwnExport() {
    ShopOrder order = stored(SHIPPED_BY_STATUS.formatted("shipped", ""));
    assertEquals("A 1", order.numbers().imported());
    assertEquals("RE-7", order.numbers().invoice());
    assertEquals("T1", order.payment().shipment().tracking());
    assertEquals("-", order.payment().shipment().carrier());
    assertEquals("", order.buyer().email());
    assertNull(order.goods().charges().shipping());
    assertNull(order.goods().charges().tax());
  }

  /** A discount may pay for all, and an order may be of taxes only. */
  @ParameterizedTest
  @CsvSource({"0.00, , ", "3.98, 0, 3.98"})
  void readsOrderOfFreeGoods(String total, String percent, String tax) {
    String order = ORDER.replace("4.90,3.98,24.90,0.00", "0.00," + total + ',' + total + ",20.00");
    ShopOrder read = stored(SHOPIFY + order);
    assertEquals(eur(total), read.goods().total());
    assertEquals(eur("0.00"), read.goods().charges().items());
    assertEquals(
        tax == null ? null : new Charges.Tax(percent, false, eur(tax)),
        read.goods().charges().tax());
    assertEquals(List.of(), adjusted);
  }

  @Test
  void takesFirstColumnWithValue() {
    String columns = SHOPIFY.replace("Billing Name", "Billing Street");
    ShopOrder order =
        stored(columns + ORDER.replace("1 Some Street", "").replace("The Book", "Book".repeat(99)));
    assertEquals("Ada B.", order.buyer().postal().street());
    assertEquals("Ada L.", order.buyer().name());
    String title = order.goods().lines().getFirst().title();
    assertTrue(title.startsWith("BookBook") && title.length() < 396, title);
    String nobody = ORDER.replace("#1001", "#1002").replace("Ada B.,Ada L.", ",");
    assertEquals("-", stored(SHOPIFY + nobody).buyer().name(), "not the number of the order");
    String named = SHIPPED_BY_STATUS.replace("Invoice", "Name").replace("RE-7", "Ada");
    assertEquals("Ada", stored(named.formatted("paid", "")).buyer().name());
  }

  @Test
  void remarksOtherSums() {
    stored(SHIPPED_BY_STATUS.formatted("paid", "").replace("1,24.90,24.90", "1,20.00,24.90"));
    assertEquals(List.of("the total 24.90 is not the sum of the items and the shipping"), adjusted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "paid|pending|Financial Status is not of a completed sale: pending",
        "paid,fulfilled|paid,|Fulfillment Status is not fulfilled: complete the order in the other"
            + " shop, then import it",
        "DE,,|DE,2025-12-01,|Cancelled at is set: refund the order in the other shop first",
        "2025-11-30|2026-11-30|date must be a time in the past such as 2026-11-30 09:30:00 +0100:"
            + " 2026-11-30 10:15:00 +0100",
        "24.90|1.00|total is less than the shipping and the tax",
        "24.90|x|total must be an amount in EUR, but is x",
        "24.90,|,|total is required",
        "EUR|XXQ|total must be an amount in XXQ, but is 24.90",
        "10.00|''|price is required",
        ",2,The Book|,0,The Book|quantity must be a positive integer, but is 0",
        ",2,The Book|,2.5,The Book|quantity must be a positive integer, but is 2.5",
        "The Book|''|items are missing",
        "#1001|#10;01|number must have 1 to 40 letters and digits",
      })
  void namesFault(String from, String to, String message) {
    Entry entry = entries(SHOPIFY + ORDER.replace(from, to)).getFirst();
    ApiException refused =
        assertThrows(ApiException.class, () -> imports.store(entry, false, adjusted::add));
    assertEquals(message, refused.failure().message());
  }

  /** Goods that are not shipped, such as files, are delivered with the payment. */
  @Test
  void needsNoShipmentOfFiles() {
    String files = ORDER.replace("paid,fulfilled", "paid,").replace("BOOK-1,true", "BOOK-1,false");
    assertEquals(State.SHIPPED, stored(SHOPIFY + files).state());
  }

  @Test
  void refusesOtherTables() {
    assertThrows(ApiException.class, () -> entries("Name,Price\nThe Book,1\n"));
  }
}
