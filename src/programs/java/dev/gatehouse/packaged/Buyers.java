package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.areas.payments.PayPalSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

/**
 * A shop under faults. Buyers order a book through its pages and pay at once, and a simulated
 * provider keeps its own accounts. The result is compared with the owner's view.
 */
final class Buyers implements AutoCloseable {
  private static final String ORDERS = "/api/proxy/storefront/orders";
  private static final String PAID = "paid";
  private static final int STOCK = 1_000_000;
  private static final int PAGE = 100;
  private static final Pattern FIELD =
      Pattern.compile("<input type=\"hidden\" name=\"(key|total)\" value=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("/storefront/orders/([0-9a-f]{32})");

  private final PayPalSimulator provider = new PayPalSimulator();
  private final ClusterScript cluster;
  private final Set<String> ordered = ConcurrentHashMap.newKeySet();
  private final Set<String> paid = ConcurrentHashMap.newKeySet();
  private int known;
  private String product = "";
  private String cart = "";

  /** Must be created before the cluster starts. */
  Buyers(ClusterScript cluster) {
    this.cluster = cluster;
    provider.approvesAll();
    provider.settings().forEach(cluster::with);
    cluster.with("PAYMENTS_TIMEOUT", "1500ms");
    cluster.with("PAYMENTS_PRICE_CHECK", "true");
  }

  /** Puts the book on sale. */
  void open() {
    JsonObject book =
        new JsonObject()
            .put("name", "A book of many")
            .put("price", 9)
            .put("stock", new JsonObject().put("one", STOCK));
    Client front = new Client(cluster.address());
    product =
        front
            .request("POST", "/api/proxy/products")
            .key(ClusterScript.KEY)
            .json(book)
            .send()
            .json()
            .getString("id");
    JsonObject listed =
        front.get("/storefront/products").json().getJsonArray("products").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("legacyId").equals(product))
            .findFirst()
            .orElseThrow();
    String variant = listed.getJsonArray("variants").getJsonObject(0).getString("legacyId");
    cart = "/cart/" + variant + ":1";
  }

  /** Buys one book. */
  void buy(LedgerClient ledger) {
    Optional<HttpResponse<String>> page = ledger.send(ledger.request(cart).GET().build(), 200);
    if (page.isEmpty()) {
      return;
    }
    Map<String, String> form = new LinkedHashMap<>();
    form.put("name", "Ada Lovelace");
    form.put("email", "ada@example.org");
    form.put("address", "1 Some Street");
    form.put("postcode", "10115");
    form.put("city", "Some City");
    Matcher hidden = FIELD.matcher(page.get().body());
    while (hidden.find()) {
      form.put(hidden.group(1), hidden.group(2));
    }
    Optional<String> order =
        ledger
            .send(post(ledger, cart, form), 303)
            .flatMap(reply -> reply.headers().firstValue("Location"))
            .map(ID::matcher)
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1));
    if (order.isEmpty()) {
      return;
    }
    ordered.add(order.get());
    String path = "/storefront/orders/" + order.get();
    if (ledger.send(post(ledger, path, Map.of("action", "pay")), 303).isPresent()) {
      paid.add(order.get());
    }
  }

  private static HttpRequest post(LedgerClient ledger, String path, Map<String, String> form) {
    var body = new StringBuilder();
    form.forEach((name, value) ->
        body.append("--b\r\nContent-Disposition: form-data; name=\"")
            .append(name)
            .append("\"\r\n\r\n")
            .append(value)
            .append("\r\n"));
    return ledger
        .request(path)
        .header("Content-Type", "multipart/form-data; boundary=b")
        .POST(BodyPublishers.ofString(body.append("--b--\r\n").toString()))
        .build();
  }

  /** The owner's view of the orders: the state of each, by order id and by payment id. */
  private record Books(Map<String, String> orders, Map<String, String> payments) {
    private int missing(Set<String> acknowledged) {
      return (int) acknowledged.stream().filter(order -> !orders.containsKey(order)).count();
    }

    /** Returns the number of orders marked as paid for which the provider took no money. */
    private int givenAway(Set<String> captured) {
      return (int)
          payments.entrySet().stream()
              .filter(payment -> PAID.equals(payment.getValue()))
              .filter(payment -> !captured.contains(payment.getKey()))
              .count();
    }

    private int count(String state) {
      return (int) orders.values().stream().filter(state::equals).count();
    }

    private static int unpaid(Set<String> acknowledged, Map<String, String> states) {
      return (int) acknowledged.stream().filter(order -> !PAID.equals(states.get(order))).count();
    }
  }

  /**
   * Returns the number of orders and payments acknowledged since the last call that are missing.
   */
  int lost() {
    Books books = books();
    int lost = books.missing(ordered) + Books.unpaid(paid, books.orders());
    int more = lost - known;
    known = lost;
    return more;
  }

  /** Returns the number of inconsistencies by name; empty once jobs have resolved them. */
  Map<String, Integer> wrong() {
    Books books = books();
    int paidFor = books.count(PAID);
    int held = books.orders().size() - paidFor - books.count("cancelled") - books.count("expired");
    int left = owner("/api/proxy/products/" + product).getJsonObject("stock").getInteger("one");
    Map<String, Integer> wrong = new TreeMap<>();
    wrong.put("orders that were acknowledged and are not there", books.missing(ordered));
    wrong.put(
        "payments that were acknowledged and are not there", Books.unpaid(paid, books.orders()));
    wrong.put(
        "payments that the provider took and the shop does not know",
        Books.unpaid(provider.captured(), books.payments()));
    wrong.put("money taken twice", provider.capturedOnce() ? 0 : 1);
    wrong.put("paid without the provider's money", books.givenAway(provider.captured()));
    wrong.put("books sold and still on the shelf", Math.max(0, left + paidFor - STOCK));
    wrong.put(
        "books neither sold, held nor on the shelf", Math.max(0, STOCK - left - paidFor - held));
    wrong.values().removeIf(count -> count == 0);
    return wrong;
  }

  private Books books() {
    var books = new Books(new HashMap<>(), new HashMap<>());
    JsonArray page;
    int skip = 0;
    do {
      page = owner(ORDERS + "?limit=" + PAGE + "&skip=" + skip).getJsonArray("orders");
      for (int i = 0; i < page.size(); i++) {
        JsonObject order = page.getJsonObject(i);
        books.orders().put(order.getString("_id"), order.getString("state"));
        books.payments().put(order.getString("paymentOrder", ""), order.getString("state"));
      }
      skip += page.size();
    } while (page.size() == PAGE);
    return books;
  }

  /** Returns the number of payments that were acknowledged to buyers. */
  int paid() {
    return paid.size();
  }

  private JsonObject owner(String path) {
    Client.Reply reply =
        new Client(cluster.address()).request("GET", path).key(ClusterScript.KEY).send();
    assertEquals(200, reply.status(), reply.text());
    return reply.json();
  }

  @Override
  public void close() {
    provider.close();
  }
}
