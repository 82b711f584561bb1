package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.areas.commerce.pictures.DrawnPictures;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A sale in a real browser: picture, shipping, tax, terms, payment and refund, against a simulated
 * payment provider. Needs Debian's chromium, Node.js and npm.
 */
@Tag("slow")
class ShopSaleTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE=0 PAYMENTS_CURRENCY=EUR")
          .with(PROVIDER.settings())
          .with("STOREFRONT_COUNTRY", "DE")
          .with("STOREFRONT_SHIPPING_RATES", "Standard: DE AT = 4.90, Express: DE = 9.90")
          .with("STOREFRONT_TAX_RATES", "DE = 19, AT = 20")
          .with("STOREFRONT_SELLER", "Ada Lovelace | 1 Some Street | VAT DE123456789")
          .with("THEME_LEGAL", "src/test/resources/legal");

  @AutoClose private static Browser browser;
  private static final PageWalk WALK = new PageWalk(() -> browser);

  private static PageLooks looks;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "Chromium is not installed");
    JsonObject book = Samples.product("The Book", 12.5, JsonObject.of("paperback", 3));
    String id = NODE.owner("POST", "/api/proxy/products").json(book).send().json().getString("id");
    for (String name : List.of("front?alt=The%20front", "back?alt=The%20back")) {
      NODE.owner("PUT", "/api/proxy/products/" + id + "/pictures/" + name)
          .body("image/png", DrawnPictures.png(1400, 1000))
          .expect(200);
    }
    PageLooks.install();
    browser = Browser.start();
    looks = new PageLooks(browser, "");
  }

  @Test
  void sellsBookWithPictureShippingTaxAndRefund() throws Exception {
    browser.open(NODE.address() + "/storefront/shop");
    awaitPictures();
    WALK.follow("The Book");
    awaitPictures();
    assertEquals("The front", value("document.querySelector('.slides img').alt"));
    WALK.press("Add to cart");
    assertEquals("€17.40", WALK.text(".total"));
    WALK.follow("Express");
    // 12.50 + 9.90, and 19 % of the total divided by 1.19.
    assertEquals("€22.40", WALK.text(".total"));
    assertTrue(WALK.text("body").contains("€3.58"));
    WALK.fillInAddress();
    browser.run("document.querySelector('[name=terms]').checked = true;");
    check("sale-cart");
    WALK.press("Place order for €22.40");
    assertEquals("Pay for your order", WALK.text("h1"));
    check("sale-to-be-paid");
    assertTrue(WALK.link("Pay at the payment provider").contains("checkoutnow?token="));
    String payment = order().getString("paymentOrder");
    assertEquals("22.40", PROVIDER.order(payment).ordered().getString("value"));
    PROVIDER.approve(payment);
    String page = NODE.address() + "/storefront/orders/" + order().getString("_id");
    browser.open(page + "?token=" + payment + "&PayerID=PAYER");
    WALK.press("Complete purchase");
    assertEquals("Thank you. Your order is paid", WALK.text("h1"));
    String receipt = WALK.text("body");
    for (String line : List.of("Shipping: Express, Germany", "€22.40", "€3.58", "VAT DE")) {
      assertTrue(receipt.contains(line), receipt);
    }
    check("sale-paid");
    assertEquals("paid", order().getString("state"));
    refund();
    browser.open(page);
    assertEquals("Your payment was refunded", WALK.text("h1"));
    check("sale-refunded");
    assertEquals(List.of("22.40"), PROVIDER.order(payment).refundValues());
    assertEquals("", looks.faults());
    assertEquals(List.of(), browser.console());
  }

  private static void check(String page) throws Exception {
    looks.load();
    looks.check(page);
  }

  private static void awaitPictures() throws Exception {
    Waiting.until(() -> loaded("/pictures/"));
  }

  private static void refund() {
    NODE.owner("POST", ORDERS + "/" + order().getString("_id") + "/refunds")
        .json(JsonObject.of("id", "all"))
        .expect(200);
  }

  private static JsonObject order() {
    return NODE.owner("GET", ORDERS + "?limit=1").send().list("orders").getFirst();
  }

  /** Returns whether all pictures in the window are loaded, some from a path. */
  private static boolean loaded(String path) throws Exception {
    return browser
        .run(
            """
            const images = [...document.images].filter(each => each.loading !== 'lazy');
            return {done: images.length > 0 && images.every(each => each.complete && each.naturalWidth > 0)
              && images.some(each => each.currentSrc.includes(args[0]))};
            """,
            path)
        .getBoolean("done");
  }

  private static String value(String expression) throws Exception {
    return browser.run("return {value: " + expression + "};").getString("value");
  }
}
