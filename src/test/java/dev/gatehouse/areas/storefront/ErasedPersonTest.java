package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.reviews.ReviewForms;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** A person with data in every area: what is found, what an erasure leaves, and no traces. */
class ErasedPersonTest {
  private static final String EMAIL = "eve.quackenbush@example.org";
  private static final String ORDERS = "/api/proxy/storefront/orders";

  /** Planted values. None may be in the data folder afterwards. */
  private static final List<String> PLANTED =
      List.of(
          """
          eve.quackenbush@example.org, Evelyn Quackenbush, 77 Zanzibar Row, doorbell-kumquat, TRK-PLATYPUS-9,
          Marzipan Works, xylophonic website, Perfidious teapot, Eve of Tumbolia, wombat agenda, +15550100987,
          payer@example.com, Fake teapot of, deleted platypus\
          """
              .split(",\\s+"));

  private static final String COLLECTIONS =
      """
      calendarEvents deletedRecords hireForms newsletter outbox paymentOrders products reviews savedCarts
      storefrontCarts storefrontOrders\
      """;
  private static final PayPalSimulator PROVIDER = new PayPalSimulator();

  @RegisterExtension
  static final TestNode NODE =
      PROVIDER.node().with("OWNER_EMAIL=owner@example.org STOREFRONT_CONFIRM_NEWS=false");

  private static final Shop SHOP = new Shop(NODE);
  private static final BuyersForms FORMS = new BuyersForms(NODE);

  @Test
  void leavesNoTraces() throws Exception {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(log);
    JsonObject product = SHOP.sell("Kept goods", "10", JsonObject.of("M", 9));
    String variant = product.getJsonArray("variants").getJsonObject(0).getString("legacyId");
    String shipped = order(variant);
    ship(shipped);
    form(EMAIL, "A xylophonic website by Marzipan Works for Evelyn Quackenbush.");
    book();
    JsonObject email = JsonObject.of("email", EMAIL);
    post("/api/proxy/storefront/customer-signup", email);
    JsonObject cartLine = JsonObject.of("variantId", Shop.variant(product, 0).getString("id"));
    JsonArray lines = JsonArray.of(cartLine.put("quantity", 1));
    post("/api/proxy/storefront/customer/cart", email.copy().put("lines", lines));
    cart(product);
    review(product);
    trash();
    JsonObject submitted =
        new JsonObject().put("name", "Fake teapot of").put("price", 1).put("description", EMAIL);
    post("/api/proxy/products", submitted);
    JsonObject news =
        new JsonObject().put("to", EMAIL).put("subject", "News").put("body", "For Marzipan Works");
    SHOP.owner("POST", "/api/proxy/email/send").json(news).send();
    String mails = "/api/proxy/email/outbox?state=";
    Waiting.until(() -> SHOP.owner("GET", mails + "waiting").send().list("mails").isEmpty());
    Waiting.until(() -> SHOP.owner("GET", mails + "sending").send().list("mails").isEmpty());
    PLANTED.forEach(value -> assertTrue(isStored(value), value));

    JsonObject found = people("search", EMAIL.toUpperCase(Locale.ROOT)).json();
    Set<String> collections =
        found.getJsonArray("documents").stream()
            .map(each -> ((JsonObject) each).getString("collection"))
            .collect(Collectors.toSet());
    assertTrue(collections.containsAll(List.of(COLLECTIONS.split("\\s+"))), collections::toString);
    assertFalse(found.getJsonArray("files").isEmpty(), "emails in files");

    JsonObject done = people("erasure", EMAIL).json();
    assertEquals(new JsonArray(), done.getJsonArray("kept"), done::encode);
    assertTrue(done.getLong("deleted") >= 6, done::encode);
    PLANTED.forEach(value -> assertFalse(isStored(value), value));
    PLANTED.forEach(value ->
        assertTrue(
            log.list.stream().noneMatch(line -> line.getFormattedMessage().contains(value)),
            () -> "log: " + value));

    JsonObject order = SHOP.owner("GET", ORDERS + "?limit=10").send().list("orders").getFirst();
    assertEquals("20.00", order.getJsonObject("total").getString("amount"), order::encode);
    assertEquals("shipped", order.getString("state"));
    assertEquals("erased", order.getJsonObject("buyer").getString("name"));
    JsonObject after = people("search", EMAIL).json();
    assertEquals(new JsonArray(), after.getJsonArray("documents"), after::encode);
    assertNotNull(after.getString("erasedAt"));
    NODE.restart();
    SHOP.owner("GET", ORDERS).expect(200);
  }

  @Test
  void keepsOrdersInProgressAndOthersData() {
    JsonObject product = SHOP.sell("Paid goods", "10", JsonObject.of("M", 9));
    String variant = product.getJsonArray("variants").getJsonObject(0).getString("legacyId");
    String open = order(variant, "dan@example.org");
    JsonObject url =
        new JsonObject().put("key", "dan").put("url", "https://example.org/?dan@example.org");
    SHOP.owner("POST", "/api/proxy/redirects").json(url).send();
    form("joedan@example.org");
    form("dan@example.org");
    JsonObject done = people("erasure", "dan@example.org").json();
    Map<String, String> kept =
        done.getJsonArray("kept").stream()
            .map(JsonObject.class::cast)
            .collect(
                Collectors.toMap(
                    each -> each.getString("collection"),
                    each -> String.valueOf(each.getString("reason")),
                    (one, other) -> one));
    assertFalse(kept.containsValue("null"), done::encode);
    assertTrue(kept.get("storefrontOrders").contains("in progress"), done::encode);
    assertTrue(kept.get("shortUrls").contains("your text"), done::encode);
    assertEquals("dan@example.org", FORMS.listed(open).getJsonObject("buyer").getString("email"));
    JsonObject other = people("search", "joedan@example.org").json();
    assertTrue(
        other.getJsonArray("documents").stream()
            .anyMatch(each -> ((JsonObject) each).getString("collection").equals("hireForms")),
        other::encode);
    people("search", "nobody").expect(400);
    NODE.request("POST", "/api/proxy/people/search")
        .json(JsonObject.of("email", EMAIL))
        .expect(401);
  }

  private static void form(String email) {
    form(email, "A site for " + email);
  }

  private static void form(String email, String text) {
    post(
        "/api/proxy/hire",
        new JsonObject()
            .put("name", "Dan")
            .put("email", email)
            .put("projectType", "web")
            .put("budget", "under-5k")
            .put("description", text));
  }

  private static String order(String variant) {
    return order(variant, EMAIL);
  }

  private static String order(String variant, String email) {
    String cart = "/cart/" + variant + ":2";
    JsonObject form =
        FORMS
            .form(cart)
            .put("name", email.equals(EMAIL) ? "Evelyn Quackenbush" : "Dan")
            .put("email", email)
            .put("address", email.equals(EMAIL) ? "77 Zanzibar Row" : "1 Other Road");
    return FORMS.path(FORMS.send(cart, form).expect(303).header("Location"));
  }

  private static void ship(String page) {
    String path = ORDERS + "/" + FORMS.listed(page).getString("_id");
    FORMS.pay(PROVIDER, page);
    SHOP.owner("PATCH", path).json(JsonObject.of("note", "doorbell-kumquat")).send();
    JsonObject sent = JsonObject.of("carrier", "Post", "tracking", "TRK-PLATYPUS-9");
    SHOP.owner("PUT", path + "/shipment").json(sent).expect(200);
  }

  private static void book() {
    String day = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9).toString();
    JsonObject event =
        new JsonObject()
            .put("title", "Talk with Evelyn Quackenbush")
            .put("description", "wombat agenda")
            .put("startTime", day + "T10:00:00")
            .put("endTime", day + "T11:00:00")
            .put("attendeeEmail", EMAIL);
    SHOP.owner("POST", "/api/proxy/calendar/create-event")
        .json(JsonObject.of("eventData", event))
        .expect(201);
  }

  private static void post(String path, JsonObject body) {
    Client.Reply reply = NODE.request("POST", path).from(NODE.freshAddress()).json(body).send();
    assertTrue(reply.status() < 300, reply.text());
  }

  private static Client.Reply people(String what, String email) {
    return SHOP.owner("POST", "/api/proxy/people/" + what)
        .json(JsonObject.of("email", email))
        .send();
  }

  private static void cart(JsonObject product) {
    String query =
        """
        mutation { cartCreate(input: {lines: [{merchandiseId: "%s"}],
          buyerIdentity: {email: "%s", phone: "+15550100987"}}) { cart { id } userErrors { message } } }\
        """
            .formatted(Shop.variant(product, 0).getString("id"), EMAIL);
    JsonObject made = SHOP.ask(query).getJsonObject("data").getJsonObject("cartCreate");
    assertNotNull(made.getJsonObject("cart"), made::encode);
  }

  private static void review(JsonObject product) {
    var forms = new ReviewForms(NODE);
    String id = product.getString("legacyId");
    String code = forms.code(EMAIL, id);
    JsonObject review = forms.form(EMAIL, id, 5).put("verificationCode", code);
    review.put("title", "Perfidious teapot").put("authorName", "Eve of Tumbolia");
    forms.send(review).expect(201);
  }

  /** Deletes a hire form, of which the trash keeps a copy. */
  private static void trash() {
    form(EMAIL, "A deleted platypus.");
    JsonObject form =
        SHOP.owner("GET", "/api/proxy/hire").send().list("submissions").stream()
            .filter(each -> each.getString("description").contains("platypus"))
            .findFirst()
            .orElseThrow();
    SHOP.owner("DELETE", "/api/proxy/hire/" + form.getString("_id")).send();
  }

  /** Looks for a value in all files of the data folder. */
  private static boolean isStored(String value) {
    return Unchecked.get(() -> {
      try (Stream<Path> all = Files.walk(NODE.data())) {
        return all.filter(Files::isRegularFile)
            .map(file ->
                new String(Unchecked.get(() -> Files.readAllBytes(file)), StandardCharsets.UTF_8))
            .flatMap(text -> Stream.of(text, text.replace("=\r\n", ""), text.replace("\r\n ", "")))
            .anyMatch(text -> text.contains(value));
      }
    });
  }
}
