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
      PROVIDER.node().with("LIMITS_DEFAULT_PER_MINUTE=45 PAYMENTS_TIMEOUT=5s");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
  }

  private static String cart(String title) {
    JsonObject book = SHOP.sell(title, "9", JsonObject.of("one", 1));
    return Shop.cart(book, 1);
  }

  @ParameterizedTest
  @CsvSource({"500, answer", "503, answer", "429, answer", "0, hang", "0, reset"})
  void completesOrderWithSameFormOnceProviderWorks(int status, String how) {
    String title = "Retried " + status + how;
    String cart = cart(title);
    JsonObject form = FORMS.form(cart);
    PROVIDER.script("create", status == 0 ? Fault.silent(true, how) : Fault.instead(status, "{}"));
    Client.Reply failed = FORMS.send(cart, form).expect(503);
    assertEquals("60", failed.header("Retry-After"));
    assertEquals("text/html", failed.header("Content-Type"));
    failed.has("charges nothing", form.getString("key"));
    PROVIDER.heal();
    NODE.clock.advance(Duration.ofMinutes(2));
    String order = FORMS.path(FORMS.send(cart, form).expect(303).header("Location"));
    NODE.get(order).has("Pay for your order");
    FORMS.pay(PROVIDER, order);
    assertEquals("paid", FORMS.state(order));
    assertEquals(1, FORMS.count(title));
  }

  @Test
  void releasesStockOfOrderThatIsNotSentAgain() throws Exception {
    String cart = cart("Unmade");
    JsonObject form = FORMS.form(cart);
    PROVIDER.script("create", Fault.instead(500, "{}"));
    FORMS.send(cart, form).expect(503);
    NODE.clock.advance(Duration.ofMinutes(32));
    Waiting.until(() -> !page(cart).text().contains("sold out"));
  }

  private static Client.Reply page(String path) {
    return NODE.request("GET", path).from(NODE.freshAddress()).header("Accept", HTML).send();
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
    Client.Reply reply = page(path).expect(status);
    assertEquals("text/html", reply.header("Content-Type"));
    reply.has("<h1>").lacks("<script");
    assertFalse(
        NODE.request("GET", path).from(NODE.freshAddress()).expect(status).error().isEmpty());
  }

  @Test
  void returnsPageWhenRateLimited() {
    Client.Request request = NODE.request("GET", "/storefront/shop").from(NODE.freshAddress());
    Client.Reply reply = request.header("Accept", HTML).send();
    for (int i = 0; i < 500 && reply.status() == 200; i++) {
      reply = request.send();
    }
    reply.expect(429);
    assertEquals("text/html", reply.header("Content-Type"));
    reply.has("Wait " + reply.header("Retry-After"));
  }

  @Test
  void returnsPageForBannedAddress() throws Exception {
    String banned = NODE.freshAddress();
    NODE.manage("access.ban", JsonObject.of("address", banned, "reason", "a test"));
    Client.Reply reply =
        NODE.request("GET", "/storefront/shop").from(banned).header("Accept", HTML).expect(403);
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
    Client.Reply reply = FORMS.send(cart, form, headers(origin, site)).expect(status);
    if (status == 403) {
      assertEquals("origin_not_allowed", reply.code());
      Client.Reply page = FORMS.send(cart, form, headers(origin, site).put("Accept", HTML));
      assertEquals("text/html", page.header("Content-Type"));
      page.has("not allowed");
      return;
    }
    String order = FORMS.path(reply.header("Location"));
    JsonObject cancel = JsonObject.of("action", "cancel");
    FORMS.send(order, cancel, headers("http://evil.example", "cross-site")).expect(403);
    FORMS.send(order, cancel, headers(origin, site)).expect(303);
  }

  private static JsonObject headers(String origin, String site) {
    JsonObject headers = new JsonObject();
    if (!origin.isEmpty()) {
      headers.put("Origin", origin.equals("OWN") ? NODE.address() : origin);
    }
    return site.isEmpty() ? headers : headers.put("Sec-Fetch-Site", site);
  }
}
