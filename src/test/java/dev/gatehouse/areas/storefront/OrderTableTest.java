package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders as CSV, for label printers and tax advisers. */
class OrderTableTest {
  private static final String CSV = "/api/proxy/storefront/orders/csv";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("STOREFRONT_COUNTRY=DE STOREFRONT_PRICES_INCLUDE_TAX=true")
          .with("STOREFRONT_SHIPPING_RATES", "Standard: DE = 4.90")
          .with("STOREFRONT_TAX_RATES", "DE = 19");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  private static String variant(String name, String price) {
    JsonObject product = SHOP.sell(name, price, JsonObject.of("M", 9));
    return Shop.variant(product, 0).getString("legacyId");
  }

  private static String order(String cart, String name) {
    JsonObject form = FORMS.form(cart).put("name", name).put("address", "1 Some Street\nFlat 2");
    return FORMS.path(FORMS.send(cart, form).header("Location"));
  }

  private static List<NamedCsvRecord> rows(String query) {
    Client.Reply reply = SHOP.owner("GET", CSV + query).expect(200);
    assertTrue(reply.text().startsWith("\uFEFF"), reply.text());
    assertEquals("attachment; filename=\"orders.csv\"", reply.header("Content-Disposition"));
    return CsvReader.builder().ofNamedCsvRecord(reply.text().substring(1)).stream().toList();
  }

  @Test
  void writesOneRowPerLine() {
    String cart = "/cart/" + variant("=Two", "10.00") + ":2," + variant("One, blue", "3.00") + ":1";
    String order = order(cart, "Zoë \"Z\" Müller");
    SHOP.owner("PUT", "/api/proxy" + order).json(JsonObject.of("decision", "paid")).send();
    List<NamedCsvRecord> rows =
        rows("?sort=oldest").stream()
            .filter(row -> row.getField("Name").startsWith("Zoë"))
            .toList();
    assertEquals(2, rows.size());
    NamedCsvRecord first = rows.getFirst();
    assertEquals("Zoë \"Z\" Müller", first.getField("Name"));
    assertEquals("'=Two", first.getField("Item"));
    assertEquals("One, blue", rows.getLast().getField("Item"));
    assertEquals(
        List.of("1 Some Street, Flat 2", "10115", "Some City", "DE"),
        fields(first, "Street,Postcode,City,Country"));
    assertEquals(
        List.of("2", "10.00", "20.00", "23.00", "4.90", "19", "4.45", "yes", "27.90", "27.90"),
        fields(
            first,
            "Quantity,Unit price,Line total,Subtotal,Shipping,Tax percent,Tax,Tax included,Total,Paid"));
    assertEquals(
        List.of("", "", "", "3.00", "USD"),
        fields(rows.getLast(), "Total,Tax,Shipping,Line total,Currency"));
    assertEquals("paid", first.getField("Status"));
  }

  private static List<String> fields(NamedCsvRecord row, String names) {
    return Stream.of(names.split(",")).map(row::getField).toList();
  }

  @Test
  void selectsLikeTheList() {
    String cart = "/cart/" + variant("Selected", "5.00") + ":1";
    String order = order(cart, "Selected Buyer");
    String number = FORMS.listed(order).getString("reference");
    assertEquals(1, rows("?q=" + number).size());
    assertEquals(0, rows("?q=" + number + "&state=shipped").size());
    NODE.get(CSV).expect(401);
  }
}
