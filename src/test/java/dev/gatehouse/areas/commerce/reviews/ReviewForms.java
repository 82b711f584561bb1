package dev.gatehouse.areas.commerce.reviews;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Forms of the authors and the owner of reviews, and the emails that they receive. */
public final class ReviewForms {
  static final String PATH = "/api/proxy/reviews";
  private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");

  private final TestNode node;
  private final Mails mails;

  public ReviewForms(TestNode node) {
    this.node = node;
    this.mails = new Mails(node);
  }

  Client.Request owner(String method, String path) {
    return node.owner(method, path);
  }

  Client.Request post(String path, String address) {
    return node.request("POST", path).from(address);
  }

  public JsonObject form(String email, String product, int rating) {
    return new JsonObject()
        .put("productId", product)
        .put("rating", rating)
        .put("title", "Fits well")
        .put("body", "Soft.")
        .put("authorName", "Ada")
        .put("email", email);
  }

  Client.Reply ask(String email, String product) {
    return ask(email, product, node.freshAddress());
  }

  Client.Reply ask(String email, String product, String address) {
    JsonObject body = JsonObject.of("email", email, "productId", product);
    return post(PATH + "/verify", address).json(body).send();
  }

  /** Returns the code that was emailed last to an address. */
  public String code(String email, String product) {
    List<String> before = mails.all();
    ask(email, product).expect(200);
    return mailedCode(email, before);
  }

  String mailedCode(String email, List<String> before) {
    Pattern to = Pattern.compile("(?im)^To: " + Pattern.quote(email) + "\\s*$");
    Predicate<String> meant = mail -> to.matcher(mail).find() && CODE.matcher(mail).find();
    String mail = mails.await(each -> meant.test(each) && !before.contains(each));
    Matcher code = CODE.matcher(mail);
    assertTrue(code.find(), mail);
    return code.group(1);
  }

  public Client.Reply send(JsonObject form) {
    return post(PATH, node.freshAddress()).json(form).send();
  }

  Client.Reply review(String email, String product, int rating) {
    String code = code(email.toLowerCase(Locale.ROOT), product);
    return send(form(email, product, rating).put("verificationCode", code));
  }

  String ownersMail(String product) {
    return mails.await("Product: " + product + "\r\n");
  }

  /** Returns the path and query of a link in an email. */
  String link(String mail, String before) {
    int from = mail.indexOf(before) + before.length();
    URI uri = URI.create(mail.substring(from, mail.indexOf('\r', from)));
    return uri.getRawPath() + '?' + uri.getRawQuery();
  }

  JsonObject product(String product) {
    return node.get(PATH + "/" + product).expect(200).json().getJsonObject("data");
  }

  JsonArray waiting(String product) {
    JsonArray all =
        owner("GET", PATH + "/moderation?limit=100").send().json().getJsonArray("reviews");
    return new JsonArray(
        all.stream()
            .filter(review -> ((JsonObject) review).getString("productId").equals(product))
            .toList());
  }

  public void decide(String product, String decision) {
    String id = waiting(product).getJsonObject(0).getString("_id");
    moderate(id, decision).expect(200);
  }

  Client.Reply moderate(String id, String decision) {
    return owner("POST", PATH + "/moderation/" + id)
        .json(JsonObject.of("decision", decision))
        .send();
  }
}
