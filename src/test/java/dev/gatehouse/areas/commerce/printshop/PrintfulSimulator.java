package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.MarketplaceSimulator;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Print shop on loopback: orders in pages, newest first, unless a test scripts another answer. */
public final class PrintfulSimulator implements AutoCloseable {
  public static final String TOKEN = "printshop-token";
  private static final Pattern QUERY = Pattern.compile("offset=([0-9]+)&limit=([0-9]+)");
  private static final JsonObject EXAMPLE = new JsonObject(example("order"));

  private final HttpServer server;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<JsonObject> orders = new CopyOnWriteArrayList<>();
  private final List<Integer> offsets = new CopyOnWriteArrayList<>();
  private volatile Script script = offset -> null;
  private volatile Runnable before = () -> {};
  private volatile String token = TOKEN;
  private volatile int made;
  private volatile IntFunction<JsonObject> maker = place -> null;

  /** Answer instead of a page. */
  record Answer(int status, String body, String... headers) {
    /** Sends no answer at all. */
    static final Answer NONE = new Answer(0, "");
  }

  /** Scripted faults by offset. */
  interface Script {
    /** Returns the answer to send, or null for the regular page. */
    Answer at(int offset);
  }

  public PrintfulSimulator() {
    server = LoopbackServer.start(this::handle);
  }

  public String url() {
    return LoopbackServer.url(server);
  }

  /** Returns a node with this print shop, which copies orders only when a test says so. */
  TestNode node() {
    return new TestNode()
        .with("PRINTSHOP_DAILY", "false")
        .with("PRINTSHOP_URL", url())
        .with("PRINTSHOP_TOKEN", TOKEN);
  }

  static String example(String name) {
    return MarketplaceSimulator.published("printshop/" + name + ".json");
  }

  /** Returns the orders, newest first. A test may change the list. */
  List<JsonObject> orders() {
    return orders;
  }

  /**
   * Generates orders on request, so that a test can use more orders than fit in memory.
   *
   * @param order by its position, 0 for the newest
   */
  public void makes(int count, IntFunction<JsonObject> order) {
    made = count;
    maker = order;
  }

  /** Returns the offsets of the requested pages. */
  public List<Integer> offsets() {
    return offsets;
  }

  /** Accepts only this token from now on. */
  void takes(String other) {
    token = other;
  }

  void script(Script other) {
    script = other;
  }

  /** Runs an action just before each answer. */
  public void before(Runnable what) {
    before = what;
  }

  void heal() {
    script = offset -> null;
    before = () -> {};
    offsets.clear();
  }

  /**
   * Returns an order in the published format.
   *
   * @param created seconds since the epoch, also used as the time of the last change
   */
  public static JsonObject order(long id, long created, String status, String retail, String cost) {
    JsonObject order = EXAMPLE.copy();
    order.getJsonObject("retail_costs").put("total", retail);
    order.getJsonObject("costs").put("total", cost);
    return order
        .put("id", id)
        .put("external_id", "order-" + id)
        .put("status", status)
        .put("created", created)
        .put("updated", created);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Matcher query = QUERY.matcher(exchange.getRequestURI().getQuery());
      if (!query.matches()) {
        send(exchange, new Answer(400, "{}"));
        return;
      }
      int offset = Integer.parseInt(query.group(1));
      offsets.add(offset);
      before.run();
      Answer answer = script.at(offset);
      String shown = exchange.getRequestHeaders().getFirst("Authorization");
      if (answer == null && !("Bearer " + token).equals(shown)) {
        answer = new Answer(401, example("error_401"));
      }
      if (answer != null && answer.status() == 0) {
        closing.await();
      }
      send(
          exchange,
          answer == null
              ? new Answer(200, page(offset, Integer.parseInt(query.group(2))).encode())
              : answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private JsonObject page(int offset, int limit) {
    List<JsonObject> all = List.copyOf(orders);
    int total = made == 0 ? all.size() : made;
    JsonObject paging = JsonObject.of("total", total, "offset", offset, "limit", limit);
    List<JsonObject> page =
        IntStream.range(Math.min(offset, total), Math.min(offset + limit, total))
            .mapToObj(made == 0 ? all::get : maker)
            .toList();
    return JsonObject.of("code", 200, "paging", paging, "result", new JsonArray(page));
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    for (int i = 0; i < answer.headers().length; i += 2) {
      exchange.getResponseHeaders().add(answer.headers()[i], answer.headers()[i + 1]);
    }
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
  }
}
