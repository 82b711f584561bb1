package dev.gatehouse.areas.storefront;

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

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

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
      Client.Reply refused = send(kind, text, false);
      assertEquals(400, refused.status(), refused.text());
      assertTrue(refused.text().contains(named), refused.text());
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
    return NODE.client()
        .request("POST", "/api/proxy/imports/" + kind + "?dryRun=" + dry)
        .key(TestNode.KEY)
        .body("application/octet-stream", text.getBytes(StandardCharsets.UTF_8))
        .send();
  }

  private static JsonObject imported(String kind, String text, boolean dry) {
    Client.Reply reply = send(kind, text, dry);
    assertEquals(200, reply.status(), reply.text());
    return reply.json();
  }

  private static String counts(JsonObject report) {
    return Stream.of("created", "updated", "unchanged")
            .map(name -> report.getInteger(name).toString())
            .collect(Collectors.joining(" "))
        + ' '
        + report.getJsonArray("refused").size();
  }

  /** Returns what a report names, and what is stored of the new entries. */
  @Test
  void refusesSpreadsheetsOwnFile() {
    for (String kind : List.of("products", "links", "short-urls")) {
      Client.Reply refused = send(kind, "PK\3\4 a workbook", true);
      assertEquals(400, refused.status(), refused.text());
      assertEquals(
          "the file is a spreadsheet or an archive: save it as CSV", refused.error(), kind);
    }
  }

  private static String named(String kind, JsonObject report) {
    Stream<String> lines =
        Stream.of("refused", "adjusted")
            .flatMap(list -> objects(report.getJsonArray(list)))
            .map(line ->
                "%s %s: %s"
                    .formatted(
                        line.getInteger("line"), line.getString("name"), line.getString("result")));
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
              return label
                  + '='
                  + Objects.requireNonNullElse(stock.getValue(label), "unlimited")
                  + '@'
                  + plain(price)
                  + (before == null ? "" : "<" + plain(before));
            })
            .collect(Collectors.joining(","));
    return product.getString("name").toLowerCase(Locale.ROOT)
        + " ["
        + labels
        + ']'
        + product.getJsonArray("images").stream()
            .map(image -> " " + image)
            .collect(Collectors.joining())
        + (product.getString("status").equals("active") ? "" : " draft");
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
    return review.getInteger("rating")
        + " "
        + review.getString("authorName")
        + (title.isEmpty() ? "" : ' ' + title)
        + (reply == null ? "" : " reply: " + reply);
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
    return number
        + ' '
        + order.getString("state")
        + ' '
        + (refunded == null ? "" : refunded.getString("amount") + '/')
        + total.getString("amount")
        + (Set.of("USD", "EUR").contains(currency) ? "" : ' ' + currency)
        + ' '
        + order.getJsonArray("lines").size()
        + " items";
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
    Client.Request request = NODE.client().request(method, path).key(TestNode.KEY);
    return (body == null ? request : request.json(new JsonObject(body))).send();
  }

  private static Stream<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast);
  }
}
