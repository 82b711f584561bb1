package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.areas.commerce.pictures.DrawnPictures;
import dev.gatehouse.areas.storefront.ConsoleShop;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How every public page looks with long and hostile texts, and that no script runs. Needs Debian's
 * chromium, Node.js and npm.
 */
@Tag("slow")
class PublicPagesLookTest {
  /** Pages have only data and own scripts, a style sheet and one headline. */
  private static final String FAULTS =
      """
      const data = one => one.type === 'application/ld+json' && JSON.parse(one.text);
      const own = one => new URL(one.src, location).pathname.startsWith('/theme/');
      if (![...document.scripts].every(one => one.src ? own(one) : data(one))) {
        faults.push('a script');
      }
      if (document.styleSheets.length === 0) faults.push('no style sheet');
      if (document.querySelectorAll('h1').length !== 1) faults.push('not one headline');
      """;

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with(
              "STOREFRONT_SHIPPING_RATES",
              "Standard: US DE = 4.90, Express: US = 9.90, Abroad: * = 15")
          .with("STOREFRONT_TAX_RATES", "US = 8.875")
          .with("THEME_LEGAL=src/test/resources/legal CALENDAR_BOOKING_CODE=true")
          .with(
              "CALENDAR_EVENT_TYPES",
              "intro | 30m | Introduction | A first talk; long | 45m | "
                  + "x".repeat(60)
                  + " | "
                  + ConsoleTab.HOSTILE.replace(";", "").replace("|", ""))
          .with("THEME_FOOTER_LINKS", "Imprint=/imprint, Privacy=https://example.org/privacy");

  @AutoClose private static Browser browser;
  private static final Map<String, String> PAGES = new LinkedHashMap<>();

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "Chromium is not installed");
    PageLooks.install();
    sell("The Book", 12.5, JsonObject.of("paperback", 3, "hardcover", 0));
    sell(ConsoleTab.HOSTILE, 7, JsonObject.of("blue", 2));
    sell("Harbour ".repeat(10) + "x".repeat(90), 1234567, JsonObject.of("L".repeat(40), 2));
    sell("Gone", 3, JsonObject.of("S", 0));
    JsonArray products = NODE.get("/storefront/products").json().getJsonArray("products");
    String shop = "/storefront/shop";
    StringBuilder cart = new StringBuilder("/cart/");
    PAGES.put("home", "/");
    PAGES.put("shop", shop);
    for (int i = 0; i < products.size(); i++) {
      JsonObject product = products.getJsonObject(i);
      PAGES.put("product-" + i, shop + "/" + product.getString("handle"));
      String variant = product.getJsonArray("variants").getJsonObject(0).getString("legacyId");
      cart.append(i == 0 ? "" : ",").append(variant).append(":1");
    }
    PAGES.put("cart", cart.toString());
    String pictured = products.getJsonObject(0).getString("legacyId");
    for (String picture : List.of("front?alt=The%20front", "back")) {
      NODE.owner("PUT", "/api/proxy/products/" + pictured + "/pictures/" + picture)
          .body("image/png", DrawnPictures.png(700, 500))
          .send();
    }
    PAGES.put("review", "/storefront/reviews/" + pictured);
    PAGES.put("legal", "/legal/terms");
    PAGES.put("found", shop + "?q=o&sort=dearest&limit=1&skip=1");
    PAGES.put("nothing", shop + "?q=zzz");
    JsonObject link =
        new JsonObject().put("key", "book").put("url", "https://example.org/" + "x".repeat(300));
    NODE.owner("POST", "/api/proxy/redirects").json(link).send();
    PAGES.put("preview", "/r/book+");
    PAGES.put("status", "/status");
    PAGES.put("book", "/book");
    PAGES.put("book-month", "/book/long?zone=UTC");
    PAGES.put("book-full", "/book/intro?zone=UTC&month=2000-01&embed=true");
    PAGES.put("book-form", "/book/long?zone=UTC&start=" + firstSlot());
    String meeting = bookedMeeting();
    PAGES.put("meeting", meeting);
    PAGES.put(
        "meeting-cancel",
        NODE.get(meeting)
            .text()
            .replaceAll("(?s).*href=\"(/api/proxy/calendar/cancel[^\"]+)\".*", "$1"));
    ConsoleShop orders = new ConsoleShop(NODE);
    orders.sell("A Poster", 24, 5);
    String order = orders.found(orders.order("A Poster", "Ada", "")).getString("_id");
    PAGES.put("order", "/storefront/orders/" + order);
    PAGES.put("missing", "/nowhere");
    PAGES.put("docs", "/docs");
    PAGES.put("docs-guide", "/docs/guides/links");
    PAGES.put("docs-reference", "/docs/reference/api/links");
    PAGES.put("invalid", shop + "?limit=x");
    browser = Browser.start();
  }

  /** Returns the start of the first slot that is offered tomorrow. */
  private static String firstSlot() {
    LocalDate tomorrow = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(1);
    String page = NODE.get("/book/long?zone=UTC&day=" + tomorrow).text();
    return page.replaceAll("(?s).*?start=([^\"]+Z)\".*", "$1");
  }

  /** Books a meeting with long texts and the code of the day, and returns the path of its page. */
  private static String bookedMeeting() {
    Map<String, String> fields = new HashMap<>(Map.of("zone", "UTC", "key", "a-key-of-the-form"));
    fields.put("start", firstSlot().replace("%3A", ":"));
    fields.put("name", "A name ".repeat(10) + "x".repeat(30));
    fields.put("email", "visitor@example.com");
    fields.put("note", ConsoleTab.HOSTILE);
    fields.put("code", NODE.dailyCode());
    return NODE.request("POST", "/book/long")
        .fields(fields)
        .expect(303)
        .header("Location")
        .substring(NODE.address().length());
  }

  private static void sell(String name, Number price, JsonObject stock) {
    JsonObject product = Samples.product(name, price, stock);
    product.put("description", "All of it.\nEach copy is numbered.");
    NODE.owner("POST", "/api/proxy/products").json(product).expect(201);
  }

  @Test
  void meetsAccessibilityRulesAndFitsTheWindow() throws Exception {
    PageLooks looks = new PageLooks(browser, FAULTS);
    for (Map.Entry<String, String> page : PAGES.entrySet()) {
      browser.open(NODE.address() + page.getValue());
      looks.load();
      looks.check("page-" + page.getKey());
    }
    assertEquals("", looks.faults());
    assertEquals(List.of(), browser.violations());
  }
}
