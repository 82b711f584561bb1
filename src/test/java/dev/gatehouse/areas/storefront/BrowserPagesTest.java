package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.payments.PayPalSimulator.Fault;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages that a buyer's browser gets for failures, and forms that pages of other origins send. */
class BrowserPagesTest {
  private static final String HTML =
      "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE", "45")
          .with(PROVIDER.settings())
          .with("PAYMENTS_TIMEOUT", "4s");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
  }

  private static String cart(String title) {
    JsonObject book = SHOP.sell(title, "9", new JsonObject().put("one", 1));
    return "/cart/" + Shop.variant(book, 0).getString("legacyId") + ":1";
  }

  @ParameterizedTest
  @CsvSource({"500, answer", "503, answer", "429, answer", "0, hang", "0, reset"})
  void completesOrderWithSameFormOnceProviderWorks(int status, String how) {
    String title = "Retried " + status + how;
    String cart = cart(title);
    JsonObject form = FORMS.form(cart);
    PROVIDER.script("create", status == 0 ? Fault.silent(true, how) : Fault.instead(status, "{}"));
    Client.Reply failed = FORMS.send(cart, form);
    assertEquals(503, failed.status(), failed.text());
    assertEquals("60", failed.header("Retry-After"));
    assertEquals("text/html", failed.header("Content-Type"));
    assertTrue(failed.text().contains("charges nothing"), failed.text());
    assertTrue(failed.text().contains(form.getString("key")), failed.text());
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
    Client.Reply again = FORMS.send(cart, form);
    assertEquals(303, again.status(), again.text());
    String order = FORMS.path(again.header("Location"));
    assertTrue(NODE.client().get(order).text().contains("Pay for your order"));
    PROVIDER.approve(FORMS.paymentOrder(order));
    assertEquals(303, FORMS.act(order, "pay").status());
    assertEquals("paid", FORMS.listed(order).getString("state"));
    assertEquals(1, FORMS.count(title));
  }

  @Test
  void releasesStockOfOrderThatIsNotSentAgain() throws Exception {
    String cart = cart("Unmade");
    JsonObject form = FORMS.form(cart);
    PROVIDER.script("create", Fault.instead(500, "{}"));
    assertEquals(503, FORMS.send(cart, form).status());
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> !page(cart).text().contains("sold out"));
  }

  private static Client.Reply page(String path) {
    return NODE.client()
        .request("GET", path)
        .from(NODE.freshAddress())
        .header("Accept", HTML)
        .send();
  }

  @ParameterizedTest
  @CsvSource({
    "/storefront/orders/00000000000000000000000000000000, 404",
    "/storefront/orders/x, 400",
    "/storefront/shop/none, 404",
    "/storefront/shop?limit=x, 400",
    "/cart/none:1, 404",
    "/cart/!, 400"
  })
  void returnsPageForErrorsInBrowser(String path, int status) {
    Client.Reply reply = page(path);
    assertEquals(status, reply.status());
    assertEquals("text/html", reply.header("Content-Type"));
    assertTrue(reply.text().contains("<h1>"), reply.text());
    assertFalse(reply.text().contains("<script"), reply.text());
    Client.Reply json = NODE.client().request("GET", path).from(NODE.freshAddress()).send();
    assertEquals(status, json.status());
    assertFalse(json.error().isEmpty());
  }

  @Test
  void returnsPageWhenRateLimited() {
    String address = NODE.freshAddress();
    Client.Reply reply = null;
    for (int i = 0; i < 50; i++) {
      reply =
          NODE.client()
              .request("GET", "/storefront/shop")
              .from(address)
              .header("Accept", HTML)
              .send();
    }
    assertEquals(429, reply.status());
    assertEquals("text/html", reply.header("Content-Type"));
    assertTrue(reply.text().contains("Wait " + reply.header("Retry-After")), reply.text());
  }

  @Test
  void returnsPageForBannedAddress() throws Exception {
    String banned = NODE.freshAddress();
    NODE.manage("access.ban", new JsonObject().put("address", banned).put("reason", "a test"));
    Client.Reply reply =
        NODE.client().request("GET", "/storefront/shop").from(banned).header("Accept", HTML).send();
    assertEquals(403, reply.status());
    assertEquals("text/html", reply.header("Content-Type"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://evil.example, cross-site, 403",
    "http://evil.example, '', 403",
    "http://127.0.0.1:1, '', 403",
    "null, '', 403",
    "null, cross-site, 403",
    "http://evil.example, same-site, 403",
    "'', cross-site, 403",
    "'', same-origin, 303",
    "'', none, 303",
    "null, same-origin, 303",
    "OWN, '', 303",
    "OWN, same-origin, 303",
    "'', '', 303"
  })
  void rejectsFormsOfOtherOrigins(String origin, String site, int status) {
    String cart = cart("From " + origin + site);
    JsonObject form = FORMS.form(cart);
    Client.Reply reply = FORMS.send(cart, form, headers(origin, site));
    assertEquals(status, reply.status(), reply.text());
    if (status == 403) {
      assertEquals("origin_not_allowed", reply.json().getString("code"));
      Client.Reply page = FORMS.send(cart, form, headers(origin, site).put("Accept", HTML));
      assertEquals("text/html", page.header("Content-Type"));
      assertTrue(page.text().contains("not allowed"), page.text());
      return;
    }
    String order = FORMS.path(reply.header("Location"));
    JsonObject cancel = new JsonObject().put("action", "cancel");
    assertEquals(
        403, FORMS.send(order, cancel, headers("http://evil.example", "cross-site")).status());
    assertEquals(303, FORMS.send(order, cancel, headers(origin, site)).status());
  }

  private static JsonObject headers(String origin, String site) {
    JsonObject headers = new JsonObject();
    if (!origin.isEmpty()) {
      headers.put("Origin", origin.equals("OWN") ? NODE.address() : origin);
    }
    return site.isEmpty() ? headers : headers.put("Sec-Fetch-Site", site);
  }
}
