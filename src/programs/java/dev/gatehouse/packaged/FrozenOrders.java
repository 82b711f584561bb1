package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Orders during which one of two nodes is stopped between its steps (SIGSTOP), for longer than a
 * reservation and a capture last. The buyer pays each order through both nodes. The other node goes
 * on, and the stopped node continues after it.
 *
 * <p>Each order has a product with one copy. In the end, each order is paid or over, the provider
 * has taken the money of exactly those that are paid, and the copy is sold or in stock.
 */
final class FrozenOrders implements AutoCloseable {
  private static final String FIRST = "n1";
  private static final String SECOND = "n2";
  private static final Duration RESERVED = Duration.ofSeconds(45);

  /** Longer than the exclusive time of a capture, 90 s. */
  private static final Duration FROZEN = Duration.ofSeconds(100);

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int WAVE = 30;
  private static final int PAGE = 100;
  private static final int MAX_FREEZE_MILLIS = 900;
  private static final Set<String> OVER = Set.of("paid", "cancelled", "expired");

  private final PayPalSimulator provider = new PayPalSimulator();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final ClusterScript cluster;
  private final Random random = new Random();
  private final List<Purchase> purchases = new ArrayList<>();
  private final AtomicInteger interrupted = new AtomicInteger();

  /** Purchase of the only copy of a product. */
  private record Purchase(String product, String key) {
    String cart() {
      return "/cart/" + product + '-' + Sha256.hex("one", 4) + ":1";
    }

    String order() {
      return Sha256.hex("order " + key, 16);
    }
  }

  FrozenOrders(Path folder) {
    cluster = new ClusterScript(folder);
    provider.approvesAll();
    provider.settings().forEach(cluster::with);
    cluster
        .with("PAYMENTS_TIMEOUT", "10s")
        .with("STOREFRONT_RESERVATION_TTL", RESERVED.toSeconds() + "s")
        .with("STOREFRONT_MAX_UNPAID_ORDERS", "0")
        .with("STOREFRONT_MAX_UNPAID_UNITS", "0");
  }

  void start() throws IOException {
    cluster.up(FIRST + "=all", SECOND + "=all");
  }

  /** Makes orders in waves, and stops a node in each. Returns the problems; empty for none. */
  List<String> run(int orders) throws Exception {
    for (int done = 0; done < orders; done += WAVE) {
      boolean first = done / WAVE % 2 == 0;
      wave(Math.min(WAVE, orders - done), first ? FIRST : SECOND, first ? SECOND : FIRST);
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<String> wrong = wrong();
    while (!wrong.isEmpty() && System.nanoTime() < end) {
      Fault.pass(Duration.ofSeconds(2));
      wrong = wrong();
    }
    return wrong;
  }

  /** Returns the numbers of the run. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%d orders, %d with a request that the stopped node held, %d captured",
        purchases.size(),
        interrupted.get(),
        provider.captured().size());
  }

  private void wave(int orders, String frozen, String other) throws Exception {
    List<Purchase> wave = new ArrayList<>();
    for (int i = 0; i < orders; i++) {
      wave.add(sell(other));
    }
    purchases.addAll(wave);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> held = new ArrayList<>();
      for (Purchase each : wave) {
        held.add(threads.submit(buyer(each, frozen, other)));
      }
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(MAX_FREEZE_MILLIS)).toNanos());
      cluster.signal(frozen, "STOP");
      try {
        Fault.pass(RESERVED.plusSeconds(15));
        for (Purchase each : wave) {
          threads.submit(() -> again(each, other));
        }
        Fault.pass(FROZEN.minus(RESERVED).minusSeconds(15));
      } finally {
        cluster.signal(frozen, "CONT");
      }
      for (Future<Integer> each : held) {
        interrupted.addAndGet(each.get());
      }
    }
  }

  private Purchase sell(String node) {
    JsonObject book =
        new JsonObject()
            .put("name", "A book")
            .put("price", 9)
            .put("stock", new JsonObject().put("one", 1));
    String product =
        client(node)
            .request("POST", "/api/proxy/products")
            .key(ClusterScript.KEY)
            .json(book)
            .send()
            .json()
            .getString("id");
    return new Purchase(product, Sha256.hex(product, 16));
  }

  private Client client(String node) {
    return new Client("http://127.0.0.1:" + cluster.httpPort(node));
  }

  /** Orders through one node, and pays through both. Returns 1 if the stopped node was too late. */
  private Callable<Integer> buyer(Purchase purchase, String frozen, String other) {
    String ordering = random.nextBoolean() ? frozen : other;
    return () -> {
      long begun = System.nanoTime();
      place(purchase, ordering);
      var beside = Thread.ofVirtual().start(() -> pay(purchase, other));
      pay(purchase, frozen);
      beside.join();
      return Duration.ofNanos(System.nanoTime() - begun).compareTo(RESERVED) > 0 ? 1 : 0;
    };
  }

  /** Orders again with the same form, and pays or cancels, while the other request is stopped. */
  private void again(Purchase purchase, String node) {
    place(purchase, node);
    if (purchase.order().charAt(0) < '4') {
      post(node, "/storefront/orders/" + purchase.order(), Map.of("action", "cancel"));
    } else {
      pay(purchase, node);
    }
  }

  private void place(Purchase purchase, String node) {
    Map<String, String> form =
        Map.of(
            "key", purchase.key(),
            "total", "9.00",
            "name", "Ada Lovelace",
            "email", "ada@example.org",
            "address", "1 Some Street",
            "postcode", "10115",
            "city", "Some City");
    post(node, purchase.cart(), form);
  }

  private void pay(Purchase purchase, String node) {
    post(node, "/storefront/orders/" + purchase.order(), Map.of("action", "pay"));
  }

  /** Sends a form. A failure is a reply, too: the buyer looks at the order's page later. */
  private void post(String node, String path, Map<String, String> form) {
    var body = new StringBuilder();
    form.forEach((name, value) ->
        body.append("--b\r\nContent-Disposition: form-data; name=\"")
            .append(name)
            .append("\"\r\n\r\n")
            .append(value)
            .append("\r\n"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + cluster.httpPort(node) + path))
            .timeout(FROZEN.plusMinutes(1))
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(BodyPublishers.ofString(body.append("--b--\r\n").toString()))
            .build();
    try {
      http.send(request, BodyHandlers.discarding());
    } catch (IOException lost) {
      // The node has closed the connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Compares the orders with the provider's ledger, the stock and the pages. */
  private List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    if (!provider.capturedOnce()) {
      wrong.add("a payment was captured twice");
    }
    Map<String, JsonObject> orders = orders();
    for (Purchase each : purchases) {
      JsonObject order = orders.get(each.order());
      String problem = problem(each, order);
      if (!problem.isEmpty()) {
        wrong.add(problem + ": " + each + ' ' + order);
      }
    }
    return wrong;
  }

  /** Returns the owner's list. */
  private Map<String, JsonObject> orders() {
    Map<String, JsonObject> all = new HashMap<>();
    JsonArray page;
    do {
      page =
          client(FIRST)
              .request("GET", "/api/proxy/storefront/orders?limit=" + PAGE + "&skip=" + all.size())
              .key(ClusterScript.KEY)
              .send()
              .json()
              .getJsonArray("orders");
      page.forEach(each -> all.put(((JsonObject) each).getString("_id"), (JsonObject) each));
    } while (page.size() == PAGE);
    return all;
  }

  private String problem(Purchase purchase, JsonObject order) {
    int left =
        client(SECOND)
            .request("GET", "/api/proxy/products/" + purchase.product())
            .key(ClusterScript.KEY)
            .send()
            .json()
            .getJsonObject("stock")
            .getInteger("one");
    if (order == null) {
      return left == 1 ? "" : "no order, and the copy is gone";
    }
    String state = order.getString("state");
    boolean paid = state.equals("paid");
    String payment = order.getString("paymentOrder");
    if (!OVER.contains(state)) {
      return "not final";
    }
    if (paid != (payment != null && provider.captured().contains(payment))) {
      return "the provider disagrees";
    }
    if (left != (paid ? 0 : 1)) {
      return left + " left";
    }
    String page = client(FIRST).get("/storefront/orders/" + purchase.order()).text();
    return page.contains("is paid") == paid && !page.contains("no longer in stock")
        ? ""
        : "the page is false";
  }

  @Override
  public void close() throws IOException {
    cluster.close();
    provider.close();
    http.close();
  }
}
