package dev.gatehouse.areas.commerce;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Products in the forms that Shopify and WooCommerce export. */
class ProductImportTest {
  private static final String PATH = "/api/proxy/imports/products";

  private static final String SHOPIFY =
      """
      Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Image Src,Image Position,Gift Card,Status
      tee,Harbour Tee,"<p>Soft &amp; <strong>warm</strong>.</p>
      <ul><li>Cotton</li><li>Made here</li></ul>",Mira,Shirts,new,true,Size,M,Color,Blue,'0042,200,shopify,4,deny,manual,20.00,25.00,true,true,https://cdn.example/tee.webp,1,false,active
      tee,,,,,,,,XXL,,Blue,TS-XXL,200,shopify,-2,deny,manual,22.50,,true,true,https://cdn.example/back.webp,2,false,
      album,Album,,Mira,Music,,true,Title,Default Title,,,,0,,,deny,manual,9.00,,false,true,,,false,active
      secret,Secret,,Mira,,,false,Title,Default Title,,,,0,shopify,3,continue,manual,5.00,,true,true,,,false,draft
      broken,Broken,,Mira,,,true,Title,Default Title,,,,0,shopify,3,deny,manual,free,,true,true,,,false,active
      """;

  private static final String WOO =
      """
      \ufeffID,Type,SKU,Name,Published,Short description,Description,Date sale price starts,Date sale price ends,In stock?,Stock,Backorders allowed?,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)
      44,variable,vneck,V-Neck,1,Short,,,,1,,0,,,Clothing > Tees,https://shop.example/a.jpg,,Color,"Red, Blue"
      46,simple,hoodie,Hoodie,1,,"Line one\\nLine two",,2099-01-31,1,7,0,"35,50",45,"Clothing, Sale",,,,
      73,"simple, downloadable, virtual",ep,EP,0,,,,,1,,0,,15,Music,,,,
      76,variation,vneck-red,V-Neck - Red,1,,,,,1,3,0,,20,,,vneck,Color,Red
      77,variation,vneck-blue,V-Neck - Blue,1,,,,,0,,0,,15,,,id:44,Color,Blue
      87,grouped,logo,Logo Collection,1,,,,,1,,0,,,,,,,
      """;

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

  private static JsonObject imported(String csv, boolean dry) {
    Client.Reply reply =
        NODE.client()
            .request("POST", PATH + (dry ? "?dryRun=true" : ""))
            .key(TestNode.KEY)
            .body("text/csv", csv.getBytes(StandardCharsets.UTF_8))
            .send();
    assertEquals(200, reply.status(), reply.text());
    return reply.json();
  }

  private static JsonObject product(String name) {
    String list =
        NODE.client()
            .request(
                "GET", "/api/proxy/products?limit=200&status=all&q=" + name.replace(" ", "%20"))
            .key(TestNode.KEY)
            .send()
            .text();
    return new JsonArray(list)
        .stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("name").equals(name))
            .findFirst()
            .orElse(null);
  }

  private static String counts(JsonObject report) {
    return report.getInteger("created")
        + " "
        + report.getInteger("updated")
        + " "
        + report.getInteger("unchanged")
        + " "
        + report.getJsonArray("refused").size();
  }

  @Test
  void importsShopifyExportOnce() {
    assertEquals("3 0 0 1", counts(imported(SHOPIFY, true)));
    assertNull(product("Harbour Tee"));
    JsonObject report = imported(SHOPIFY, false);
    assertEquals("3 0 0 1", counts(report));
    JsonObject refused = report.getJsonArray("refused").getJsonObject(0);
    assertEquals("broken", refused.getString("name"));
    assertTrue(refused.getString("result").contains("Variant Price"), refused.encode());
    JsonObject tee = product("Harbour Tee");
    assertEquals("Soft & warm.\n\n- Cotton\n- Made here", tee.getString("description"));
    assertEquals(
        new JsonObject().put("M / Blue", 4).put("XXL / Blue", 0), tee.getJsonObject("stock"));
    assertEquals(20, tee.getInteger("price"));
    assertEquals(25, tee.getInteger("compareAtPrice"));
    JsonObject variants = tee.getJsonObject("variants");
    assertEquals("0042", variants.getJsonObject("M / Blue").getString("sku"));
    assertEquals(22.5, variants.getJsonObject("XXL / Blue").getDouble("price"));
    assertEquals(2, tee.getJsonArray("images").size());
    JsonObject album = product("Album");
    assertTrue(album.getBoolean("digital"));
    assertNull(album.getJsonObject("stock").getValue("Default Title", 1));
    assertEquals("draft", product("Secret").getString("status"));
    assertEquals("0 0 3 1", counts(imported(SHOPIFY, false)));

    NODE.client()
        .request("PATCH", "/api/proxy/products/" + tee.getString("_id"))
        .key(TestNode.KEY)
        .json(new JsonObject("{\"stock\": {\"M / Blue\": -1}}"))
        .send();
    String corrected =
        report.getString("refusedCsv").replace("free", "3.00").replaceFirst(",Reason", ",Why");
    assertEquals("1 0 0 0", counts(imported(corrected, false)));
    assertEquals("0 1 2 1", counts(imported(SHOPIFY.replace("22.50", "23.50"), false)));
    assertEquals(3, product("Harbour Tee").getJsonObject("stock").getInteger("M / Blue"));
  }

  @Test
  void importsWooCommerceExportOnce() {
    JsonObject report = imported(WOO, false);
    assertEquals("3 0 0 1", counts(report), report.encode());
    JsonObject tee = product("V-Neck");
    assertEquals(new JsonObject().put("Red", 3).put("Blue", 0), tee.getJsonObject("stock"));
    assertEquals(new JsonObject("{\"Red\": 20, \"Blue\": 15}"), tee.getJsonObject("currentPrices"));
    assertEquals("Tees", tee.getString("category"));
    JsonObject hoodie = product("Hoodie");
    assertEquals("Line one\nLine two", hoodie.getString("description"));
    assertEquals(35.5, hoodie.getDouble("price"));
    assertEquals("2099-02-01T00:00:00.000Z", hoodie.getString("saleUntil"));
    JsonObject ep = product("EP");
    assertEquals("draft", ep.getString("status"));
    assertTrue(ep.getBoolean("digital"));
    assertEquals("0 0 3 1", counts(imported(WOO, false)));
  }

  @Test
  void refusesOtherFiles() {
    for (String file : List.of("a,b\n1,2\n", "", "\"open", "<html></html>")) {
      Client.Reply reply =
          NODE.client()
              .request("POST", PATH)
              .key(TestNode.KEY)
              .body("text/csv", file.getBytes(StandardCharsets.UTF_8))
              .send();
      assertEquals(400, reply.status(), reply.text());
    }
  }

  @Test
  void importsThousandProductsWithoutLoss() {
    StringBuilder csv = new StringBuilder("Handle,Title,Variant Price,Variant Inventory Qty\n");
    for (int i = 0; i < 1_000; i++) {
      csv.append("p").append(i).append(",Product ").append(i).append(",1.00,2\n");
    }
    assertEquals("1000 0 0 0", counts(imported(csv.toString(), false)));
    assertEquals("0 0 1000 0", counts(imported(csv.toString(), false)));
  }
}
