package dev.gatehouse.areas.payments;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.MarketplaceSimulator;
import io.vertx.core.json.JsonObject;

/** Payment provider on loopback: published payloads or scripted faults, and a ledger. */
public final class PayPalSimulator implements AutoCloseable {
  public static final String ID = "client-id";
  public static final String SECRET = "client-secret-0123456789";
  private static final String ORDERS = "/v2/checkout/orders";

  private final HttpServer server;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<String, SimulatedOrder> orders = new ConcurrentHashMap<>();
  private final Map<String, Answer> known = new HashMap<>();
  private final Map<String, Deque<Fault>> scripts = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile String certificate = "";
  private volatile String firstStatus = "CREATED";

  /** Received request. */
  public record Request(String what, String path, String requestId, String body) {}

  /** Scripted answer. */
  public record Answer(int status, String body, String... headers) {}

  /** Scripted fault: instead of the requested action, or after it. */
  public record Fault(boolean done, String how, Answer answer) {
    public static final Fault NONE = new Fault(true, "answer", null);

    /** Returns a fault that sends this answer without performing the action. */
    public static Fault instead(int status, String body, String... headers) {
      return new Fault(false, "answer", new Answer(status, body, headers));
    }

    /** Returns a fault that performs the action and then sends this answer. */
    public static Fault after(int status, String body) {
      return new Fault(true, "answer", new Answer(status, body));
    }

    /**
     * @param how {@code hang} or {@code reset}
     */
    public static Fault silent(boolean done, String how) {
      return new Fault(done, how, null);
    }
  }

  public PayPalSimulator() {
    server = LoopbackServer.start(this::handle);
  }

  public String url() {
    return LoopbackServer.url(server);
  }

  /** Returns the settings of a node that pays here. */
  public Map<String, String> settings() {
    return Map.of(
        "PAYMENTS_URL", url(), "PAYMENTS_CLIENT_ID", ID, "PAYMENTS_CLIENT_SECRET", SECRET);
  }

  /** Returns the settings of a node that accepts the webhooks of {@link SignedEvents}. */
  public Map<String, String> webhooks() {
    return Map.of(
        "PAYMENTS_WEBHOOK_ID",
        SignedEvents.WEBHOOK,
        "PAYMENTS_WEBHOOK_CERTIFICATES",
        certificates());
  }

  /** Returns a node behind a proxy that pays here. */
  public TestNode node() {
    return new TestNode().behindProxy().with(settings());
  }

  public String certificates() {
    return url() + "/v1/notifications/certs/";
  }

  /** Sets the certificate that the simulator serves for its webhooks. */
  void certificate(String pem) {
    certificate = pem;
  }

  /**
   * Scripts the faults of the next requests of a kind. The last fault stays in effect.
   *
   * @param what token, create, capture, refund, read or certificate
   */
  public void script(String what, Fault... faults) {
    scripts.put(what, new ArrayDeque<>(List.of(faults)));
  }

  public void heal() {
    scripts.clear();
    requests.clear();
  }

  public List<Request> requests(String what) {
    return requests.stream().filter(request -> request.what().equals(what)).toList();
  }

  /** Returns the reads of an order. The node's job may read other orders at any time. */
  List<Request> reads(String id) {
    return requests("read").stream().filter(read -> read.path().endsWith('/' + id)).toList();
  }

  public SimulatedOrder order(String id) {
    return orders.get(id);
  }

  /** Returns all orders that were ever created. */
  Map<String, SimulatedOrder> orders() {
    return Map.copyOf(orders);
  }

  /** Returns the IDs of the captured orders. */
  public Set<String> captured() {
    return orders.values().stream()
        .filter(order -> !order.captures.isEmpty())
        .map(order -> order.id)
        .collect(Collectors.toSet());
  }

  /** Returns whether no order was captured twice. */
  public boolean capturedOnce() {
    return orders.values().stream().allMatch(order -> order.captures.size() < 2);
  }

  /** Approves every order on creation, from now on. */
  public void approvesAll() {
    firstStatus = "APPROVED";
  }

  public void approve(String id) {
    order(id).status = "APPROVED";
  }

  /** Returns a published example payload. */
  static String example(String name) {
    return MarketplaceSimulator.published("payments/" + name + ".json");
  }

  /** Returns an error in the provider's format. */
  static String error(String issue) {
    return example("error_422_order_not_approved").replace("ORDER_NOT_APPROVED", issue);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String path = exchange.getRequestURI().getRawPath();
      String what = what(exchange.getRequestMethod(), path);
      String requestId = exchange.getRequestHeaders().getFirst("PayPal-Request-Id");
      requests.add(new Request(what, path, requestId, body));
      Fault fault = next(what);
      Answer done = fault.done() ? done(exchange, new Request(what, path, requestId, body)) : null;
      if (fault.how().equals("hang")) {
        closing.await();
      }
      if (fault.how().equals("answer")) {
        send(exchange, fault.answer() == null ? done : fault.answer());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    for (int i = 0; i < answer.headers().length; i += 2) {
      exchange.getResponseHeaders().add(answer.headers()[i], answer.headers()[i + 1]);
    }
    exchange.getResponseHeaders().add("Paypal-Debug-Id", "b1d1f06c7246c");
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static String what(String method, String path) {
    return switch (method + ' ' + path.replaceFirst("/(orders|captures)/[A-Z0-9]+", "/$1/ID")) {
      case "POST /v1/oauth2/token" -> "token";
      case "POST " + ORDERS -> "create";
      case "POST " + ORDERS + "/ID/capture" -> "capture";
      case "GET " + ORDERS + "/ID" -> "read";
      case "POST /v2/payments/captures/ID/refund" -> "refund";
      default -> path.startsWith("/v1/notifications/certs/") ? "certificate" : "unknown";
    };
  }

  private Fault next(String what) {
    Deque<Fault> script = scripts.get(what);
    if (script == null) {
      return Fault.NONE;
    }
    synchronized (script) {
      return script.size() > 1 ? script.removeFirst() : script.getFirst();
    }
  }

  /** Performs a request, one at a time, and only once per request ID. */
  private synchronized Answer done(HttpExchange exchange, Request request) {
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    if (request.what().equals("token")) {
      String pair = ID + ':' + SECRET;
      String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
      return ("Basic " + basic).equals(authorization)
          ? new Answer(200, example("oauth_token"))
          : new Answer(401, example("error_401_invalid_client"));
    }
    if (request.what().equals("certificate")) {
      boolean known = request.path().endsWith("/CERT-1");
      return known ? new Answer(200, certificate) : new Answer(404, "");
    }
    if (!"Bearer A21AAF-EXAMPLE".equals(authorization)) {
      return new Answer(401, error("AUTHENTICATION_FAILURE"));
    }
    Answer before = request.requestId() == null ? null : known.get(request.requestId());
    if (before != null) {
      return new Answer(200, before.body());
    }
    Answer answer =
        switch (request.what()) {
          case "create" -> create(new JsonObject(request.body()));
          case "capture" -> capture(order(request.path().split("/")[4]));
          case "read" -> read(order(request.path().split("/")[4]));
          case "refund" -> SimulatedOrder.refund(orders.values(), request);
          default -> new Answer(404, example("error_404"));
        };
    if (request.requestId() != null && answer.status() < 300) {
      known.put(request.requestId(), answer);
    }
    return answer;
  }

  /** Amounts of currencies that the provider accepts only without decimals. */
  static final Pattern WRONG_DECIMALS =
      Pattern.compile("\"currency_code\":\"(HUF|JPY|TWD)\",\"value\":\"[0-9]+\\.");

  private Answer create(JsonObject request) {
    if (WRONG_DECIMALS.matcher(request.encode()).find()) {
      return new Answer(422, error("DECIMALS_NOT_SUPPORTED"));
    }
    String id = "5O" + (100_000_000 + numbers.incrementAndGet()) + "TN";
    var order = new SimulatedOrder(id, request);
    order.status = firstStatus;
    orders.put(id, order);
    return new Answer(201, example("create_order_minimal_201").replace(SimulatedOrder.EXAMPLE, id));
  }

  /** Captures an order, even twice, so that tests detect a node that requests a second capture. */
  private Answer capture(SimulatedOrder order) {
    if (order == null) {
      return new Answer(404, example("error_404"));
    }
    if (order.status.equals("CREATED")) {
      return new Answer(422, example("error_422_order_not_approved"));
    }
    order.captures.add("3C" + (100_000_000 + numbers.incrementAndGet()) + "HH");
    order.status = "COMPLETED";
    return new Answer(201, order.reported());
  }

  private static Answer read(SimulatedOrder order) {
    return order == null
        ? new Answer(404, example("error_404"))
        : new Answer(200, order.reported());
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
  }
}
