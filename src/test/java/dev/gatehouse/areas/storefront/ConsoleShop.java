package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Orders and reviews that the tests of the console need, made through the shop's pages. */
public final class ConsoleShop {
  private static final String ORDERS = "/api/proxy/storefront/orders";
  private static final Pattern CODE = Pattern.compile("(?<![#\\w])[0-9]{6}(?!\\w)");

  private final TestNode node;
  private final BuyersForms forms;

  public ConsoleShop(TestNode node) {
    this.node = node;
    this.forms = new BuyersForms(node);
  }

  private Client.Request owner(String method, String path) {
    return node.owner(method, path);
  }

  private static JsonObject sent(Client.Reply reply) {
    assertEquals(true, reply.status() < 300, reply.text());
    return reply.json();
  }

  public void sell(String name, Number price, int stock) {
    JsonObject product = JsonObject.of("name", name, "price", price);
    product.put("stock", JsonObject.of("A2", stock));
    sent(owner("POST", "/api/proxy/products").json(product).send());
  }

  private JsonObject product(String name) {
    return node.get("/storefront/products").found("products", "title", name);
  }

  /**
   * Orders one item, and decides on the order unless the decision is empty. Returns the order's
   * number.
   */
  public String order(String product, String buyer, String decision) {
    JsonArray variants = product(product).getJsonArray("variants");
    String cart = "/cart/" + variants.getJsonObject(0).getString("legacyId") + ":1";
    JsonObject form = forms.form(cart).put("name", buyer).put("terms", "on");
    form.put("email", buyer.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT) + "@example.org");
    String id = forms.send(cart, form).expect(303).header("Location").replaceAll(".*/", "");
    if (!decision.isEmpty()) {
      JsonObject decided = JsonObject.of("decision", decision);
      sent(owner("PUT", ORDERS + "/" + id).json(decided).send());
    }
    return sent(owner("GET", ORDERS + "?q=" + id).send())
        .getJsonArray("orders")
        .getJsonObject(0)
        .getString("reference");
  }

  /** Returns the order with a number. */
  public JsonObject found(String number) {
    return sent(owner("GET", ORDERS + "?q=" + number).send())
        .getJsonArray("orders")
        .getJsonObject(0);
  }

  /** Creates a pending review of the first product. */
  public void review(String email, String text) {
    JsonObject product =
        node.get("/storefront/products").json().getJsonArray("products").getJsonObject(0);
    String id = product.getString("legacyId");
    JsonObject review = JsonObject.of("email", email, "productId", id);
    sent(node.owner("POST", "/api/proxy/reviews/verify").json(review).send());
    String mail = new Mails(node).await(each -> each.contains(email) && CODE.matcher(each).find());
    Matcher code = CODE.matcher(mail);
    assertEquals(true, code.find());
    review.put("rating", 4).put("title", text).put("body", text).put("authorName", text);
    review.put("verificationCode", code.group());
    sent(node.owner("POST", "/api/proxy/reviews").json(review).send());
  }
}
