package dev.gatehouse.areas.storefront;

import static dev.gatehouse.areas.commerce.ImportReports.counts;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Products, reviews, orders and subscribers in the files that other programs export. */
class CommerceFieldTest {
  private static final String PRODUCTS = "/api/proxy/products";
  private static final String MODERATION = "/api/proxy/reviews/moderation";
  private static final String SUBSCRIBERS = "/api/proxy/storefront/customers";
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension static final TestNode NODE = new TestNode();

  @BeforeEach
  void addProduct() {
    imported("products", "Handle,Title,Variant Price\nfield-cream,Field cream,5.00\n", false);
  }

  @AfterEach
  void clear() {
    approved()
        .forEach(review ->
            call("POST", MODERATION + '/' + review.getString("_id"), "{\"decision\":\"delete\"}"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(
      resources = "/field/commerce-imports.tsv",
      delimiter = '\t',
      quoteCharacter = '\0',
      maxCharsPerColumn = 10_000)
  void importsWhatIsExported(String source, String kind, String counts, String named, String file) {
    String text = file.replace("\\n", "\n");
    if (counts.equals("400")) {
      send(kind, text, false).expect(400).has(named);
      return;
    }
    JsonObject dry = imported(kind, text, true);
    assertEquals(counts, counts(dry), dry.encodePrettily());
    JsonObject report = imported(kind, text, false);
    assertEquals(counts, counts(report), report.encodePrettily());
    assertEquals(named.equals("\\e") ? "" : named, named(kind, report), report.encodePrettily());
    JsonObject again = imported(kind, text, false);
    assertEquals(0, again.getInteger("created") + again.getInteger("updated"), again.encode());
  }

  @Test
  void keepsTitleAndReplyThatTheSecondFileLacks() {
    String all = "field-cream,5,Fine,Good,Ann,ann.keeps@example.org,2024-01-02,Thanks\n";
    String names = "product_handle,rating,title,body,reviewer_name,reviewer_email,review_date";
    imported("reviews", names + ",reply\n" + all, false);
    String less = all.replace("Fine,", "").replace("Good", "Better").replace(",Thanks", "");
    JsonObject report = imported("reviews", names.replace("title,", "") + '\n' + less, false);
    assertEquals("0 1 0 0", counts(report), report.encodePrettily());
    String kept = approved().map(CommerceFieldTest::review).findFirst().orElseThrow();
    assertTrue(kept.contains("Fine"), kept);
    assertTrue(kept.endsWith("reply: Thanks"), kept);
  }

  private static Client.Reply send(String kind, String text, boolean dry) {
    return NODE.owner("POST", "/api/proxy/imports/" + kind + "?dryRun=" + dry)
        .body("application/octet-stream", text)
        .send();
  }

  private static JsonObject imported(String kind, String text, boolean dry) {
    return send(kind, text, dry).expect(200).json();
  }

  /** Returns what a report names, and what is stored of the new entries. */
  @Test
  void refusesSpreadsheetsOwnFile() {
    for (String kind : List.of("products", "links", "short-urls")) {
      Client.Reply refused = send(kind, "PK\3\4 a workbook", true).expect(400);
      assertEquals(
          "the file is a spreadsheet or an archive: save it as CSV", refused.error(), kind);
    }
  }

  private static String named(String kind, JsonObject report) {
    Stream<String> lines =
        Stream.of("refused", "adjusted")
            .flatMap(list -> objects(report.getJsonArray(list)))
            .map(line ->
                line.getInteger("line")
                    + " "
                    + line.getString("name")
                    + ": "
                    + line.getString("result"));
    Set<String> created =
        objects(report.getJsonArray("shown"))
            .filter(line -> line.getString("result").equals("created"))
            .map(line -> line.getString("name"))
            .collect(Collectors.toSet());
    Stream<String> stored =
        switch (kind) {
          case "products" -> products(created);
          case "reviews" -> approved().map(CommerceFieldTest::review);
          case "orders" -> created.stream().map(CommerceFieldTest::order);
          default -> created.stream().flatMap(CommerceFieldTest::subscriber);
        };
    return Stream.concat(lines, stored).collect(Collectors.joining("; "));
  }

  private static Stream<String> products(Set<String> created) {
    return objects(new JsonArray(call("GET", PRODUCTS + "?limit=200&status=all", null).text()))
        .filter(each ->
            created.stream().anyMatch(name -> name.equalsIgnoreCase(each.getString("name"))))
        .map(CommerceFieldTest::product);
  }

  private static String product(JsonObject product) {
    JsonObject stock = product.getJsonObject("stock");
    JsonObject variants = product.getJsonObject("variants", new JsonObject());
    String labels =
        stock.fieldNames().stream()
            .map(label -> {
              JsonObject own = variants.getJsonObject(label, new JsonObject());
              Number price = own.getNumber("price", null);
              Number before = own.getNumber("compareAtPrice", null);
              boolean same = price == null;
              price = same ? product.getNumber("price") : price;
              before = same ? product.getNumber("compareAtPrice", null) : before;
              Object left = Objects.requireNonNullElse(stock.getValue(label), "unlimited");
              return label
                  + '='
                  + left
                  + '@'
                  + plain(price)
                  + (before == null ? "" : "<" + plain(before));
            })
            .collect(Collectors.joining(","));
    String images =
        product.getJsonArray("images").stream()
            .map(image -> " " + image)
            .collect(Collectors.joining());
    String draft = product.getString("status").equals("active") ? "" : " draft";
    return product.getString("name").toLowerCase(Locale.ROOT)
        + " ["
        + labels
        + ']'
        + images
        + draft;
  }

  private static String plain(Number number) {
    return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
  }

  private static Stream<JsonObject> approved() {
    return objects(
        call("GET", MODERATION + "?state=approved&limit=100", null).json().getJsonArray("reviews"));
  }

  private static String review(JsonObject review) {
    JsonObject shown =
        objects(call("GET", "/api/proxy/reviews", null).json().getJsonArray("data"))
            .filter(each -> each.getString("_id").equals(review.getString("_id")))
            .findFirst()
            .orElseThrow();
    String reply = shown.getString("reply");
    String title = shown.getString("title");
    String end = (title.isEmpty() ? "" : ' ' + title) + (reply == null ? "" : " reply: " + reply);
    return review.getInteger("rating") + " " + review.getString("authorName") + end;
  }

  private static String order(String number) {
    JsonObject order =
        call("GET", ORDERS + "?q=%23" + number, null)
            .json()
            .getJsonArray("orders")
            .getJsonObject(0);
    JsonObject refunded = order.getJsonObject("refunded");
    JsonObject total = order.getJsonObject("total");
    String currency = total.getString("currencyCode");
    String back = refunded == null ? "" : refunded.getString("amount") + '/';
    String sum = back + total.getString("amount");
    String other = Set.of("USD", "EUR").contains(currency) ? "" : ' ' + currency;
    int items = order.getJsonArray("lines").size();
    return "%s %s %s%s %s items".formatted(number, order.getString("state"), sum, other, items);
  }

  private static Stream<String> subscriber(String email) {
    return objects(call("GET", SUBSCRIBERS + "?q=" + email, null).json().getJsonArray("customers"))
        .map(each -> {
          String source = each.getString("source");
          boolean unknown = source.contains("unknown");
          String day = unknown ? "" : ' ' + each.getString("createdAt").substring(0, 10);
          return email + day + ' ' + source;
        });
  }

  private static Client.Reply call(String method, String path, String body) {
    Client.Request request = NODE.owner(method, path);
    return (body == null ? request : request.json(new JsonObject(body))).send();
  }

  private static Stream<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast);
  }
}
