package dev.gatehouse.areas.commerce;

import static dev.gatehouse.areas.commerce.ImportReports.counts;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.pictures.DrawnPictures;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

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

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static Client.Reply send(String csv, String query) {
    return NODE.owner("POST", PATH + '?' + query).body("text/csv", csv).send();
  }

  private static JsonObject imported(String csv, boolean dry) {
    return send(csv, "dryRun=" + dry).expect(200).json();
  }

  private static JsonObject product(String name) {
    String list =
        NODE.owner("GET", "/api/proxy/products?limit=200&status=all&q=" + name.replace(" ", "%20"))
            .send()
            .text();
    return new JsonArray(list)
        .stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("name").equals(name))
            .findFirst()
            .orElse(null);
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
    assertEquals(JsonObject.of("M / Blue", 4, "XXL / Blue", 0), tee.getJsonObject("stock"));
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

    NODE.owner("PATCH", "/api/proxy/products/" + tee.getString("_id"))
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
    assertEquals(JsonObject.of("Red", 3, "Blue", 0), tee.getJsonObject("stock"));
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
      NODE.owner("POST", PATH).body("text/csv", file).expect(400);
    }
  }

  @Test
  void importsUnknownFileWhoseColumnsAreNamed() {
    String csv = "Artikel,Betrag,Text\nLampe,\"12,50\",Hell\n";
    JsonObject preview = imported(csv, true);
    assertEquals("0 0 0 1", counts(preview));
    assertEquals(
        new JsonObject("{\"name\": \"Betrag\", \"example\": \"12,50\", \"used\": false}"),
        preview.getJsonArray("columns").getJsonObject(1));
    assertTrue(preview.getJsonArray("meanings").contains("Variant Price"), preview::encode);
    String names =
        "{\"Artikel\": \"Title\", \"Betrag\": \"Variant Price\", \"Text\": \"Body (HTML)\"}";
    String query = "columns=" + URLEncoder.encode(names, StandardCharsets.UTF_8);
    JsonObject named = send(csv, query + "&dryRun=true").json();
    JsonObject shown = named.getJsonArray("shown").getJsonObject(0);
    assertEquals(
        "Lampe, 12.50 USD, stock unlimited, 0 pictures, active", shown.getString("becomes"));
    assertEquals("1 0 0 0", counts(send(csv, query).json()));
    assertEquals("Hell", product("Lampe").getString("description"));
    assertEquals("0 0 1 0", counts(send(csv, query).json()));
    send(csv, "columns=%7B%22Preis%22%3A%22Type%22%7D").expect(400);
    send(csv, "columns=%7B%22Text%22%3A1%7D").expect(400);
  }

  @Test
  void takesPicturesFromFolder(@TempDir Path folder) throws IOException {
    Path uploads = Files.createDirectories(folder.resolve("2026/01"));
    Files.write(uploads.resolve("Tee Front.png"), DrawnPictures.png(40, 30));
    Files.writeString(Files.createDirectories(folder.resolve("old")).resolve("tee front.png"), "x");
    Files.writeString(folder.resolve("back.png"), "no picture");
    Path csv = folder.resolve("woo.csv");
    Files.writeString(
        csv,
        """
        ID,Type,Name,Published,Regular price,Images
        900,simple,Pictured,1,9,"https://shop.example/2026/01/tee%20front.png?v=2, https://shop.example/back.png, https://shop.example/far.png"
        """);
    JsonObject dry = local(csv, folder, true);
    assertEquals("1 0 0 0", counts(dry));
    JsonObject report = local(csv, folder, false);
    assertEquals("1 0 0 0", counts(report), report.encode());
    List<String> adjusted =
        report.getJsonArray("adjusted").stream()
            .map(line -> ((JsonObject) line).getString("result"))
            .toList();
    assertEquals(2, adjusted.size(), adjusted::toString);
    assertEquals("https://shop.example/far.png is not in the folder of pictures", adjusted.get(0));
    assertTrue(adjusted.get(1).startsWith("back.png is not uploaded: "), adjusted::toString);
    List<?> images = product("Pictured").getJsonArray("images").getList();
    assertEquals("https://shop.example/far.png", images.get(0));
    assertTrue(
        images.get(1).toString().matches("/pictures/[0-9a-f]{24}-40x30.jpg"), images::toString);
    assertEquals("0 0 1 0", counts(local(csv, folder, false)));
    assertEquals(
        "0 1 0 0", counts(imported(Files.readString(csv), false)), "the address of back.png");
    local("products", csv, folder.resolve("nowhere"), true).expect(400);
  }

  private static JsonObject local(Path file, Path pictures, boolean dry) throws IOException {
    return local("products", file, pictures, dry).expect(200).json();
  }

  private static Client.Reply local(String kind, Path file, Path pictures, boolean dry)
      throws IOException {
    var order =
        new JsonObject()
            .put("kind", kind)
            .put("file", file.toString())
            .put("dryRun", dry)
            .put("pictures", pictures.toString())
            .put("columns", new JsonObject());
    return NODE.manage("commerce.importFile", order);
  }

  @Test
  void importsThousandProductsWithoutLoss() {
    Random random = new Random(52);
    for (boolean shopify : List.of(true, false)) {
      StringBuilder csv =
          new StringBuilder(
              shopify
                  ? SHOPIFY.lines().findFirst().orElseThrow()
                  : WOO.lines().findFirst().orElseThrow());
      int labels = 0;
      int pictures = 0;
      int rows = 0;
      for (int i = 0; i < 1_000; i++) {
        int variants = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
        int images = random.nextInt(4);
        labels += variants;
        pictures += images;
        String product =
            shopify ? shopify(i, variants, images, random) : woo(i, variants, images, random);
        rows += (int) product.lines().filter(line -> line.matches("[hw0-9].*")).count();
        csv.append('\n').append(product);
      }
      JsonObject report = imported(csv.toString(), false);
      assertEquals("1000 0 0 0", counts(report), report::encode);
      assertEquals("0 0 1000 0", counts(imported(csv.toString(), false)));
      List<JsonObject> stored = stored(shopify ? "Shopify " : "Woo ");
      assertEquals(1_000, stored.size());
      assertEquals(
          labels, stored.stream().mapToInt(each -> each.getJsonObject("stock").size()).sum());
      assertEquals(
          pictures, stored.stream().mapToInt(each -> each.getJsonArray("images").size()).sum());
      // The figures of the guide.
      assertEquals(
          shopify ? "1495 1463 2107" : "1493 1562 1694", labels + " " + pictures + " " + rows);
    }
  }

  private static List<JsonObject> stored(String start) {
    List<JsonObject> all = new ArrayList<>();
    for (int skip = 0; skip < 1_000; skip += 200) {
      String path =
          "/api/proxy/products?status=all&limit=200&skip=%s&q=%s"
              .formatted(skip, start.replace(" ", "%20"));
      new JsonArray(NODE.owner("GET", path).send().text())
          .forEach(each -> all.add((JsonObject) each));
    }
    return all;
  }

  /** Returns rows as Shopify exports them: one for each variant or picture. */
  private static String shopify(int number, int variants, int images, Random random) {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < Math.max(variants, images); row++) {
      boolean first = row == 0;
      String product =
          "Shopify %s,\"<p>Made of \"\"wool\"\",\n soft</p>\",Mira,Shirts,,true,Size"
              .formatted(number);
      String offer = ",,,,,,,,,,,";
      if (row < variants) {
        String label = variants == 1 ? "Default Title" : "S" + row;
        String tracker = random.nextBoolean() ? "shopify" : "";
        int stock = random.nextInt(9) - 2;
        offer =
            "%s,,,'%s%s,,%s,%s,deny,,%s.50,,true"
                .formatted(label, number, row, tracker, stock, 1 + row);
      }
      String picture = "\"https://cdn.example/%s/%s.jpg?v=1,2\"".formatted(number, row);
      rows.append("h%s,%s,%s,,".formatted(number, first ? product : ",,,,,,", offer));
      rows.append(row < images ? picture : "").append(",,,");
      rows.append(first ? (number % 9 == 0 ? "draft" : "active") : "").append('\n');
    }
    return rows.toString().stripTrailing();
  }

  /** Returns rows as WooCommerce exports them: a product, and one for each variation. */
  private static String woo(int number, int variants, int images, Random random) {
    String addresses =
        IntStream.range(0, images)
            .mapToObj(i -> "https://shop.example/" + number + "-" + i + ".jpg")
            .collect(Collectors.joining(", "));
    int id = 10 * number + 1_000;
    String kind = variants == 1 ? "simple" : "variable";
    String price = variants == 1 ? "5" : "";
    String stock = variants == 1 && random.nextBoolean() ? "-1" : "";
    StringBuilder rows =
        new StringBuilder(
            "%s,%s,w%s,Woo %s,1,,\"Line\\nand, comma\",,,1,%s,0,,%s,Toys,\"%s\",,Size,\n"
                .formatted(id, kind, number, number, stock, price, addresses));
    for (int row = 0; row < variants && variants > 1; row++) {
      rows.append(
          "%s,variation,w%s-%s,Woo %s - S%s,1,,,,,1,%s,0,,%s,,,w%s,Size,S%s\n"
              .formatted(id + 1 + row, number, row, number, row, row, row + 1, number, row));
    }
    return rows.toString().stripTrailing();
  }
}
