package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A new visitor's path through the shop in a real browser, and with published clients. Needs
 * Debian's chromium and chromium-driver, Node.js and npm.
 */
@Tag("slow")
class ShopWalkThroughTest {
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();
  private static final Path SCREENSHOTS = Path.of("target/screenshots");
  private static final Path AXE = Path.of("target/shop-clients/node_modules/axe-core/axe.min.js");
  private static final String FOLLOW =
      """
      const link = [...document.links].find(each => each.textContent.includes(args[0])
        || (each.getAttribute('aria-label') || '').includes(args[0]));
      if (!link) throw new Error('no link ' + args[0] + ' in ' + document.body.innerText);
      return {href: link.href};
      """;

  /** A node with default settings. */
  @RegisterExtension
  static final TestNode FRESH = new TestNode().with("STOREFRONT_TOKEN", "public-token-1");

  @RegisterExtension static final TestNode PAID = new TestNode().with(PROVIDER.settings());

  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "Chromium is not installed");
    assumeTrue(Ran.of("scripts/shop-clients", "install").exit() == 0, "npm");
    for (TestNode node : List.of(FRESH, PAID)) {
      sell(node, "The Book", 12.5, new JsonObject().put("paperback", 3).put("hardcover", 0));
      sell(node, "A Mug", 7, new JsonObject().put("blue", 2));
    }
    browser = Browser.start();
    browser.beforeEachPage(Files.readString(AXE));
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  private static void sell(TestNode node, String name, Number price, JsonObject stock) {
    JsonObject product =
        new JsonObject()
            .put("name", name)
            .put("price", price)
            .put("description", "All of it.")
            .put("images", new JsonArray())
            .put("stock", stock);
    assertEquals(
        201,
        node.client()
            .request("POST", "/api/proxy/products")
            .key(TestNode.KEY)
            .json(product)
            .send()
            .status());
  }

  @Test
  void placesOrderOnAFreshNode() throws Exception {
    orderABook(FRESH);
    assertEquals("Thank you for your order", headline());
    screenshot("shop-placed");
    assertEquals("placed", order(FRESH).getString("state"));
  }

  @Test
  void paysOrderThroughThePaymentProvider() throws Exception {
    orderABook(PAID);
    assertEquals("Pay for your order", headline());
    screenshot("shop-to-be-paid");
    String approve = follow("Pay at the payment provider");
    assertTrue(approve.contains("checkoutnow?token="), approve);
    String paymentOrder = order(PAID).getString("paymentOrder");
    PROVIDER.approve(paymentOrder);
    String back = "/storefront/orders/" + order(PAID).getString("_id");
    browser.open(PAID.address() + back + "?token=" + paymentOrder + "&PayerID=PAYER");
    press("Complete purchase", "Your order is paid");
    assertEquals("Thank you. Your order is paid", headline());
    screenshot("shop-paid");
    assertEquals("paid", order(PAID).getString("state"));
    assertEquals(List.of(), browser.console());
  }

  /** Orders a book from the shop's page to the order's page, using visible texts only. */
  private static void orderABook(TestNode node) throws Exception {
    browser.open(node.address() + "/storefront/shop");
    screenshot("shop");
    browser.open(follow("The Book"));
    screenshot("shop-product");
    browser.run(
        """
        const choice = [...document.querySelectorAll('.choice')]
          .find(each => each.textContent.includes('paperback'));
        choice.querySelector('input').click();
        return {};
        """);
    submit("Add to cart", "/cart/");
    browser.open(follow("Add one: The Book"));
    screenshot("shop-cart");
    // A quantity can also be typed.
    browser.run("document.querySelector('.stepper input[type=number]').value = 3; return {};");
    submit("Update", ":3");
    browser.open(follow("Remove one: The Book"));
    JsonObject total = browser.run("return {total: document.querySelector('.total').innerText};");
    assertEquals("$25.00", total.getString("total"));
    browser.run(
        """
        const fill = (label, value) => {
          const field = [...document.querySelectorAll('label')]
            .find(each => each.textContent.includes(label)).control;
          field.value = value;
        };
        fill('Name', 'Ada Lovelace');
        fill('Email', 'ada@example.org');
        fill('Street', '1 Some Street');
        fill('Postcode', '10115');
        fill('City', 'Some City');
        return {};
        """);
    press("Place order for $25.00", "Order ");
  }

  /** Presses a button of a form, and waits for a page whose path contains a text. */
  private static void submit(String button, String path) throws Exception {
    click(button);
    Waiting.until(() -> path().contains(path));
  }

  private static String path() throws Exception {
    try {
      return browser.run("return {path: location.pathname};").getString("path");
    } catch (AssertionError betweenTwoPages) {
      return "";
    }
  }

  private static String follow(String words) throws Exception {
    return browser.run(FOLLOW, words).getString("href");
  }

  /** Presses a button, and waits for the next page. */
  private static void press(String button, String words) throws Exception {
    click(button);
    Waiting.until(() -> shows(words));
  }

  private static void click(String button) throws Exception {
    browser.run(
        """
        const button = [...document.querySelectorAll('button')]
          .find(each => each.textContent === args[0]);
        if (!button) throw new Error('no button ' + args[0] + ' in ' + document.body.innerText);
        button.dataset.pressed = '';
        return {};
        """,
        button);
    try {
      browser.run("document.querySelector('[data-pressed]').click(); return {};");
    } catch (AssertionError left) {
      // The page may unload before the script returns, so the caller waits for the next page.
    }
  }

  private static boolean shows(String words) throws Exception {
    try {
      JsonObject page =
          browser.run("return {path: location.pathname, text: document.body.innerText};");
      return page.getString("path").startsWith("/storefront/orders/")
          && page.getString("text").contains(words);
    } catch (AssertionError betweenTwoPages) {
      return false;
    }
  }

  private static String headline() throws Exception {
    return browser
        .run("return {title: document.querySelector('h1').innerText};")
        .getString("title");
  }

  /** Takes a screenshot of a page, and checks that it has no script and no axe violations. */
  private static void screenshot(String name) throws Exception {
    browser.screenshot(SCREENSHOTS.resolve(name + ".png"));
    JsonObject judged =
        browser.run(
            """
            const result = await axe.run();
            return {
              scripts: document.querySelectorAll('script:not([type="application/ld+json"])').length,
              rules: result.passes.length,
              violations: result.violations.map(each =>
                each.id + ': ' + each.nodes.map(node => node.html).join(' ')),
            };
            """);
    assertEquals(0, judged.getInteger("scripts"), name);
    assertEquals(new JsonArray(), judged.getJsonArray("violations"), name);
    assertTrue(judged.getInteger("rules") > 10, name);
  }

  /** Returns the latest order of a node. */
  private static JsonObject order(TestNode node) {
    return node.client()
        .request("GET", "/api/proxy/storefront/orders?limit=1")
        .key(TestNode.KEY)
        .send()
        .json()
        .getJsonArray("orders")
        .getJsonObject(0);
  }

  @Test
  void fillsACartWithThePublishedClients() throws Exception {
    Ran clients = Ran.of("scripts/shop-clients", FRESH.address());
    assertEquals(0, clients.exit(), clients.output());
    assertTrue(clients.output().contains("have filled a cart"), clients.output());
  }
}
