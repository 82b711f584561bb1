package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.areas.commerce.pictures.DrawnPictures;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A sale in a real browser: picture, shipping, tax, terms, payment and refund, against a simulated
 * payment provider. Needs Debian's chromium and chromium-driver.
 */
@Tag("slow")
class ShopSaleTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();
  private static final Path SCREENSHOTS = Path.of("target/screenshots");
  private static final String ORDERS = "/api/proxy/storefront/orders";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE", "0")
          .with("PAYMENTS_CURRENCY", "EUR")
          .with(PROVIDER.settings())
          .with("STOREFRONT_COUNTRY", "DE")
          .with("STOREFRONT_SHIPPING_RATES", "Standard: DE AT = 4.90, Express: DE = 9.90")
          .with("STOREFRONT_TAX_RATES", "DE = 19, AT = 20")
          .with("STOREFRONT_SELLER", "Ada Lovelace | 1 Some Street | VAT DE123456789")
          .with("THEME_LEGAL", "src/test/resources/legal");

  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "Chromium is not installed");
    JsonObject book =
        new JsonObject()
            .put("name", "The Book")
            .put("price", 12.5)
            .put("description", "All of it.")
            .put("stock", new JsonObject().put("paperback", 3));
    String id =
        NODE.client()
            .request("POST", "/api/proxy/products")
            .key(TestNode.KEY)
            .json(book)
            .send()
            .json()
            .getString("id");
    for (String name : List.of("front?alt=The%20front", "back?alt=The%20back")) {
      Client.Reply stored =
          NODE.client()
              .request("PUT", "/api/proxy/products/" + id + "/pictures/" + name)
              .key(TestNode.KEY)
              .body("image/png", DrawnPictures.png(1400, 1000))
              .send();
      assertEquals(200, stored.status(), stored.text());
    }
    browser = Browser.start();
    browser.view(1440, 900, "light");
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void sellsBookWithPictureShippingTaxAndRefund() throws Exception {
    browser.open(NODE.address() + "/storefront/shop");
    Waiting.until(() -> loaded("/pictures/"));
    screenshot("sale-shop");
    browser.open(link("The Book"));
    Waiting.until(() -> loaded("/pictures/"));
    assertEquals("The front", value("document.querySelector('.slides img').alt"));
    screenshot("sale-product");
    click("Add to cart");
    Waiting.until(() -> at("/cart/"));
    assertEquals("€17.40", value("document.querySelector('.total').innerText"));
    browser.open(link("Express"));
    // 12.50 + 9.90, and 19 % of the total divided by 1.19.
    assertEquals("€22.40", value("document.querySelector('.total').innerText"));
    assertTrue(value("document.body.innerText").contains("€3.58"));
    fill();
    screenshot("sale-cart");
    click("Place order for €22.40");
    Waiting.until(() -> at("/storefront/orders/"));
    assertEquals("Pay for your order", headline());
    assertTrue(link("Pay at the payment provider").contains("checkoutnow?token="));
    String payment = order().getString("paymentOrder");
    assertEquals("22.40", PROVIDER.order(payment).ordered().getString("value"));
    PROVIDER.approve(payment);
    String page = NODE.address() + "/storefront/orders/" + order().getString("_id");
    browser.open(page + "?token=" + payment + "&PayerID=PAYER");
    click("Complete purchase");
    Waiting.until(() -> headline().equals("Thank you. Your order is paid"));
    String receipt = value("document.body.innerText");
    for (String line : List.of("Shipping: Express, Germany", "€22.40", "€3.58", "VAT DE")) {
      assertTrue(receipt.contains(line), receipt);
    }
    screenshot("sale-paid");
    refund();
    browser.open(page);
    assertEquals("Your payment was refunded", headline());
    screenshot("sale-refunded");
    assertEquals(List.of("22.40"), PROVIDER.order(payment).refundValues());
    assertEquals(List.of(), browser.console());
  }

  private static void refund() {
    Client.Reply refunded =
        NODE.client()
            .request("POST", ORDERS + "/" + order().getString("_id") + "/refunds")
            .key(TestNode.KEY)
            .json(new JsonObject().put("id", "all"))
            .send();
    assertEquals(200, refunded.status(), refunded.text());
  }

  private static JsonObject order() {
    return NODE.client()
        .request("GET", ORDERS + "?limit=1")
        .key(TestNode.KEY)
        .send()
        .json()
        .getJsonArray("orders")
        .getJsonObject(0);
  }

  private static void fill() throws Exception {
    browser.run(
        """
        const values = {name: 'Ada Lovelace', email: 'ada@example.org', address: '1 Some Street',
          postcode: '10115', city: 'Berlin'};
        for (const [id, text] of Object.entries(values)) document.getElementById(id).value = text;
        document.querySelector('[name=terms]').checked = true;
        return {};
        """);
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

  /** Returns the headline; empty between two pages. */
  private static String headline() throws Exception {
    try {
      return value("document.querySelector('h1').innerText");
    } catch (AssertionError betweenTwoPages) {
      return "";
    }
  }

  private static boolean at(String path) throws Exception {
    try {
      return value("location.pathname").startsWith(path);
    } catch (AssertionError betweenTwoPages) {
      return false;
    }
  }

  private static String link(String words) throws Exception {
    return browser
        .run(
            "return {href: [...document.links].find(each => each.textContent.includes(args[0])).href};",
            words)
        .getString("href");
  }

  private static void click(String button) throws Exception {
    try {
      browser.run(
          """
          [...document.querySelectorAll('button')].find(each => each.textContent === args[0]).click();
          return {};
          """,
          button);
    } catch (AssertionError left) {
      // The page may unload before the script returns, so the caller waits for the next page.
    }
  }

  /** Takes screenshots of a page on a phone and a desktop, and checks that it fits the phone. */
  private static void screenshot(String name) throws Exception {
    browser.view(360, 900, "dark");
    browser.screenshot(SCREENSHOTS.resolve(name + "-360-dark.png"));
    JsonObject width =
        browser.run(
            "const {scrollWidth, clientWidth} = document.documentElement;"
                + " return {over: scrollWidth - clientWidth};");
    assertEquals(0, width.getInteger("over"), name);
    browser.view(1440, 900, "light");
    browser.screenshot(SCREENSHOTS.resolve(name + "-1440-light.png"));
  }
}
