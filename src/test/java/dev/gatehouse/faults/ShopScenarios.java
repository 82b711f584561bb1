package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The catalogue, reviews, payments, links and short URLs. */
final class ShopScenarios extends ScenarioGroup {
  private static final String REVIEWS = "/api/proxy/reviews";
  private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");

  private final PayPalSimulator provider;

  ShopScenarios(Runs runs, PayPalSimulator provider) {
    super(runs);
    this.provider = provider;
  }

  @Override
  void addAll() {
    products();
    reviews();
    payments();
    links();
  }

  private void products() {
    String path = "/api/proxy/products";
    Function<String, Client.Reply> create =
        run -> owner(run, "POST", path).json(json("name", run, "price", 9.5)).send();
    Consumer<String> created = made(create, "id");
    add("add a product", create, 201, count("products", 1, NONE));
    add(
        "change a product",
        created,
        run ->
            owner(run, "PUT", path + '/' + made.get(run))
                .json(json("name", run, "price", 8))
                .send(),
        200,
        count("products", 0, NONE));
    add("delete a product", created, deleted(path + '/'), 200, count("products", -1, GONE));
    add(
        "enter an expense",
        run ->
            owner(run, "POST", "/api/proxy/printshop/expenditures")
                .json(
                    json("date", "2026-07-01")
                        .put("amount", 12.5)
                        .put("category", "supplies")
                        .put("vendor", run))
                .send(),
        201,
        count("printshopExpenditures", 1, NONE));
    add(
        "put listings",
        sent("PUT", "/api/proxy/listings?type=marketplace-a", json("listings", new JsonArray())),
        200,
        nothing());
  }

  private void reviews() {
    Function<String, Client.Reply> ask =
        run ->
            visitor(run, "POST", REVIEWS + "/verify")
                .json(json("email", author(run), "productId", run))
                .send();
    add("ask for a code", ask, 200, count("reviewCodes", 1, NONE));
    Consumer<String> asked = before(ask).andThen(run -> made.put(run, code(run)));
    Function<String, Client.Reply> send =
        run -> visitor(run, "POST", REVIEWS).json(review(run)).send();
    add("send a review", asked, send, 201, count("reviews", 1, KNOWN));
    add(
        "publish a review",
        asked.andThen(before(send)).andThen(run -> made.put(run, pending(run))),
        run ->
            owner(run, "POST", REVIEWS + "/moderation/" + made.get(run))
                .json(json("decision", "approve"))
                .send(),
        200,
        count("reviews", json("state", "APPROVED"), NONE));
  }

  private static String author(String run) {
    return run + "@example.org";
  }

  private JsonObject review(String run) {
    return json("productId", run)
        .put("rating", 5)
        .put("title", "Fits well")
        .put("body", "Soft.")
        .put("authorName", "Ada")
        .put("email", author(run))
        .put("verificationCode", made.get(run));
  }

  private String code(String run) {
    JsonObject letter = store.one("outbox", json("body", json("$regex", '"' + author(run) + '"')));
    Matcher code = CODE.matcher(letter.getString("body"));
    if (!code.find()) {
      throw new AssertionError("no code in " + letter);
    }
    return code.group(1);
  }

  private String pending(String run) {
    return store.one("reviews", json("productId", run)).getString("_id");
  }

  private void payments() {
    JsonObject amount = json("currency_code", "USD", "value", "100.00");
    JsonObject order =
        json("intent", "CAPTURE")
            .put("purchase_units", new JsonArray().add(json("amount", amount)));
    Function<String, Client.Reply> create = sent("POST", "/payments/create-order", order);
    add("create an order", create, 201, count("paymentOrders", 1, NONE));
    add(
        "capture an order",
        run -> {
          made.put(run, create.apply(run).json().getString("id"));
          provider.approve(made.get(run));
        },
        this::capture,
        200,
        count("paymentOrders", json("state", "PAID"), NONE));
  }

  /** Waits for an earlier request whose connection was lost. */
  private Client.Reply capture(String run) {
    Client.Request capture =
        visitor(run, "POST", "/payments/capture-order").json(json("orderID", made.get(run)));
    Client.Reply reply = capture.send();
    if (reply.status() == 503 && reply.error().contains("being captured")) {
      node.clock.advance(Duration.ofMinutes(2));
      return capture.send();
    }
    return reply;
  }

  private void links() {
    String path = "/api/proxy/hyperlinks";
    JsonObject link = json("url", "https://example.org/", "title", "A page");
    Function<String, Client.Reply> create = sent("POST", path, link);
    add("add a link", create, 201, count("hyperlinks", 1, NONE));
    add(
        "delete a link",
        made(create, "_id"),
        deleted(path + '/'),
        200,
        count("hyperlinks", -1, GONE));
    String shortUrls = "/api/proxy/redirects";
    Function<String, Client.Reply> shorten =
        run ->
            owner(run, "POST", shortUrls)
                .json(json("key", run, "url", "https://example.org/"))
                .send();
    add("make a short URL", shorten, 201, count("shortUrls", 1, KNOWN));
    add(
        "delete a short URL",
        before(shorten),
        run -> owner(run, "DELETE", shortUrls + '/' + run).send(),
        200,
        count("shortUrls", -1, GONE));
  }
}
