package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.areas.commerce.ImportReports.counts;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products that an owner edits in a spreadsheet and brings back. */
class ProductTableTest {
  private static final String PRODUCTS = "/api/proxy/products";

  private static final byte[] PICTURE = stored("gray.png");

  private static final String SHOPIFY =
      """
      Handle,Title,Body (HTML),Type,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src
      HANDLE,Tee,<p>Soft tee.</p>,shirts,S,HANDLE-S,shopify,5,20,25,https://cdn.example.com/a.jpg
      HANDLE,,,,M,HANDLE-M,shopify,6,22,,https://cdn.example.com/b.jpg
      """;

  private static final String WOO =
      """
      ID,Type,SKU,Name,Published,Regular price,Sale price,Stock,Categories
      NUMBER,simple,LP-NUMBER,Record NUMBER,1,20,16,5,records
      """;

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static byte[] stored(String name) {
    return Unchecked.get(() -> Files.readAllBytes(Path.of("src/test/resources/pictures", name)));
  }

  private static JsonObject imported(String text) {
    return NODE.owner("POST", "/api/proxy/imports/products")
        .body("text/csv", text)
        .expect(200)
        .json();
  }

  private static JsonObject named(String name) {
    String path = PRODUCTS + "?status=all&q=" + name;
    JsonArray found = new JsonArray(NODE.owner("GET", path).expect(200).text());
    assertEquals(1, found.size(), name);
    JsonObject product = found.getJsonObject(0);
    Stream.of("etag", "updatedAt").forEach(product::remove);
    return product;
  }

  private static String table(String query) {
    Client.Reply reply = NODE.owner("GET", PRODUCTS + "/csv" + query).expect(200);
    assertEquals("attachment; filename=\"products.csv\"", reply.header("Content-Disposition"));
    return reply.text();
  }

  @Test
  void importsItsOwnExportUnchangedAndEdited() {
    var product =
        new JsonObject(
            """
            {"name":"=Round & trip","price":12.5,"compareAtPrice":15,"category":"a,b","description":"One <b>\\n\\ntwo",
             "saleUntil":"2040-01-01T00:00:00Z","digital":true,"status":"draft",
             "stock":{"10-12":3,"B":null},"variants":{"10-12":{"sku":"0012","price":1234.5},"B":{"sku":"+B","hidden":true}},
             "images":["https://cdn.example.com/x.jpg"]}
            """);
    String id = NODE.owner("POST", PRODUCTS).json(product).expect(201).json().getString("id");
    NODE.owner("PUT", PRODUCTS + '/' + id + "/pictures/front?alt=The%20front")
        .body("image/png", PICTURE)
        .expect(200);
    JsonObject before = named("%3DRound");
    String text = table("?q=%3Dround&status=drafts");
    assertTrue(text.startsWith("\uFEFFID,Handle,Title,"), text);
    assertTrue(text.contains(",The front"), text);
    assertTrue(text.contains(",'10-12,'0012,"), text);
    assertEquals("0 0 0 1", counts(imported(text.replace(id, "1.23E+23"))));
    assertEquals("0 0 1 0", counts(imported("ID,SKU,Price\n" + id + ",0012,1234.5\n")));
    assertEquals("0 0 1 0", counts(imported(text)), text);
    assertEquals(before, named("%3DRound"));
    assertEquals("0 1 0 0", counts(imported(text.replace(",12.5,", ",14.75,"))));
    before.put("price", 14.75);
    before.getJsonObject("currentPrices").put("B", 14.75);
    assertEquals(before, named("%3DRound"));
  }

  @Test
  void keepsWhatTheFileLacks() {
    String all = SHOPIFY.replace("HANDLE", "kept-tee").replace("Tee,", "Kept tee,");
    assertEquals("1 0 0 0", counts(imported(all)));
    JsonObject before = named("Kept");
    JsonObject report =
        imported("Handle,Title,Option1 Value,Variant Price\nkept-tee,Kept tee,S,30\n");
    assertEquals("0 1 0 0", counts(report));
    assertEquals(
        "M is not in the file, and is kept",
        report.getJsonArray("adjusted").getJsonObject(0).getString("result"));
    JsonObject after = named("Kept");
    assertEquals("{\"S\":30,\"M\":22}", after.getJsonObject("currentPrices").encode());
    for (String field : List.of("description", "category", "images", "stock", "compareAtPrice")) {
      assertEquals(before.getValue(field), after.getValue(field), field);
    }
    assertEquals("kept-tee-S", after.getJsonObject("variants").getJsonObject("S").getString("sku"));
    // One price for the product.
    assertEquals("0 1 0 0", counts(imported("Handle,Title,Variant Price\nkept-tee,Kept tee,31\n")));
    assertEquals("{\"S\":31,\"M\":22}", named("Kept").getJsonObject("currentPrices").encode());
    assertEquals("{\"S\":5,\"M\":6}", named("Kept").getJsonObject("stock").encode());
  }

  @Test
  void keepsHiddenLabels() {
    String all = SHOPIFY.replace("HANDLE", "hidden-tee").replace("Tee,", "Hidden tee,");
    imported(all);
    String id = named("Hidden").getString("id");
    JsonObject hidden =
        new JsonObject(
            "{\"variants\":{\"M\":{\"price\":22,\"sku\":\"hidden-tee-M\",\"hidden\":true}}}");
    NODE.owner("PATCH", PRODUCTS + '/' + id).json(hidden).expect(200);
    assertEquals("0 0 1 0", counts(imported(all)));
    assertTrue(named("Hidden").getJsonObject("variants").getJsonObject("M").getBoolean("hidden"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SKU,Price;n-S,24;n-M,26                  | 0 2 0 0 | S 24 M 26",
        "SKU,Regular price;n-S,24;n-M,26          | 0 2 0 0 | S 20 M 26",
        "Variant SKU,Variant Price;n-M,26         | 0 1 0 0 | S 20 M 26",
        "Handle,Variant SKU,Price;n,n-M,26        | 0 1 0 0 | S 20 M 26",
        "SKU,Price;n-S,20                         | 0 0 1 0 | S 20 M 22",
        "SKU,Price;n-X,20;n-S,                    | 0 0 0 2 | S 20 M 22",
        "SKU,Variant Price,Variant Compare At Price;n-M,18,30 | 0 1 0 0 | S 20 M 18",
        "Handle,Price;n,18                        | 0 0 0 1 | S 20 M 22",
        "Handle,SKU,Price;n,other,18              | 0 0 0 1 | S 20 M 22",
      })
  void changesPricesOfLabels(String file, String counts, String prices) {
    imported(SHOPIFY.replace("HANDLE", "n").replace("Tee,", "Priced tee,"));
    assertEquals(counts, counts(imported(file.replace(';', '\n') + '\n')));
    JsonObject product = named("Priced");
    JsonObject current = product.getJsonObject("currentPrices");
    assertEquals(prices, "S " + current.getValue("S") + " M " + current.getValue("M"));
    assertEquals("Soft tee.", product.getString("description"));
    assertEquals("{\"S\":5,\"M\":6}", product.getJsonObject("stock").encode());
    imported(SHOPIFY.replace("HANDLE", "n").replace("Tee,", "Priced tee,"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "ID,Regular price;81,30                   | 81 | 0 1 0 0 | 16 | 30",
        "ID,Regular price,Sale price;82,30,25     | 82 | 0 1 0 0 | 25 | 30",
        "SKU,Regular price,Sale price;LP-83,30,   | 83 | 0 1 0 0 | 30 |",
        "ID,SKU,Price;9999,LP-84,17               | 84 | 0 1 0 0 | 17 | 20",
      })
  void changesPricesOfWooCommerce(
      String file, String number, String counts, String price, String compared) {
    imported(WOO.replace("NUMBER", number));
    assertEquals(counts, counts(imported(file.replace(';', '\n') + '\n')));
    JsonObject product = named("Record%20" + number);
    assertEquals(price, product.getValue("price").toString());
    assertEquals(compared, Objects.toString(product.getValue("compareAtPrice"), null));
    assertEquals("records", product.getString("category"));
  }

  @Test
  void refusesSkuOfTwoProducts() {
    imported(
        SHOPIFY.replace("HANDLE", "first").replace("Tee,", "First,").replace("first-S", "twice"));
    imported(
        SHOPIFY
            .replace("HANDLE", "second")
            .replace("Tee,", "Second,")
            .replace("second-S", "twice"));
    JsonObject report = imported("SKU,Price\ntwice,3\n");
    assertEquals("0 0 0 1", counts(report));
    assertEquals(
        "SKU belongs to 2 products: add a column with their IDs",
        report.getJsonArray("refused").getJsonObject(0).getString("result"));
  }
}
