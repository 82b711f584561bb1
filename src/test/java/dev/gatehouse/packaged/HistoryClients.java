package dev.gatehouse.packaged;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Model;
import dev.gatehouse.histories.Models;
import dev.gatehouse.histories.Step;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients that request the same things of several nodes at the same time, and record replies. */
final class HistoryClients {
  private static final int RIVALS = 4;
  private static final int UNITS = 20;
  private static final int SLOTS_A_DAY = 20;
  private static final long MILLION = 1_000_000;
  private static final String TAKE = "take";

  /** Objects of all runs on a cluster, so that no two runs use the same. */
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final ClusterScript cluster;
  private final int nodes;
  private final History history;
  private final long seed;
  private final Map<Integer, Client> clients = new ConcurrentHashMap<>();
  private volatile boolean codesAreKnown = true;
  private String product = "";
  private String shelf = "";

  /** A request to a node. Empty if its outcome is unknown. */
  private interface Act {
    Optional<String> on(int node);
  }

  HistoryClients(ClusterScript cluster, int nodes, History history, long seed) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.history = history;
    this.seed = seed;
  }

  /** Puts units on the shelf that all clients of this run take. */
  void open() {
    shelf = "stock " + NUMBERS.incrementAndGet();
    JsonObject goods =
        new JsonObject()
            .put("name", shelf)
            .put("price", 9)
            .put("stock", new JsonObject().put("one", UNITS));
    product = owner(1, "POST", "/api/proxy/products").json(goods).send().json().getString("id");
  }

  /** Starts the clients, which end at a time by nanoTime. */
  List<Thread> begin(long end) {
    List<Thread> clients = new ArrayList<>();
    List<Runnable> episodes =
        List.of(this::slot, this::shortUrl, this::creation, this::units, this::key, this::code);
    for (Runnable episode : episodes) {
      clients.add(
          Thread.ofVirtual()
              .start(() -> {
                while (System.nanoTime() < end) {
                  episode.run();
                }
              }));
    }
    return clients;
  }

  /** Counts the units that are left, after all faults. */
  void close() {
    for (int node = 1; node <= nodes; node++) {
      int from = node;
      step(
          shelf,
          Models.stock(UNITS),
          "count",
          node,
          at ->
              Optional.of(
                  client(from)
                      .get("/api/proxy/products/" + product)
                      .json()
                      .getJsonObject("stock")
                      .getInteger("one")
                      .toString()));
    }
  }

  private void slot() {
    int number = NUMBERS.incrementAndGet();
    LocalDate day = LocalDate.now(ZoneOffset.UTC).plusDays(30L + number / SLOTS_A_DAY);
    String hour = String.format(Locale.ROOT, "T%02d:", number % SLOTS_A_DAY);
    rivals(
        "slot " + number,
        Models.single(),
        TAKE,
        (rival, node) -> {
          JsonObject meeting =
              new JsonObject()
                  .put("title", "Meeting " + number + " of " + rival)
                  .put("startTime", day + hour + "00:00")
                  .put("endTime", day + hour + "30:00");
          return taken(
              owner(node, "POST", "/api/proxy/calendar/create-event")
                  .json(new JsonObject().put("eventData", meeting))
                  .send());
        });
  }

  private void shortUrl() {
    int number = NUMBERS.incrementAndGet();
    rivals(
        "short URL " + number,
        Models.single(),
        TAKE,
        (rival, node) ->
            taken(
                owner(node, "POST", "/api/proxy/redirects")
                    .json(
                        new JsonObject()
                            .put("key", "h" + seed % 1_000_000 + "-" + number)
                            .put("url", "https://example.org/" + rival))
                    .send()));
  }

  private void creation() {
    int number = NUMBERS.incrementAndGet();
    JsonObject goods =
        new JsonObject()
            .put("name", "Creation " + number)
            .put("price", 9)
            .put("stock", new JsonObject().put("one", 1));
    rivals(
        "creation " + number,
        Models.idempotent(),
        "create",
        (rival, node) -> {
          Client.Reply reply =
              owner(node, "POST", "/api/proxy/products")
                  .header("Idempotency-Key", "history-" + seed + '-' + number)
                  .json(goods)
                  .send();
          return reply.status() == 201
              ? Optional.of(reply.json().getString("id"))
              : Optional.empty();
        });
  }

  private void units() {
    int number = NUMBERS.incrementAndGet();
    rivals(
        shelf,
        Models.stock(UNITS),
        TAKE,
        (rival, node) -> {
          JsonObject line =
              new JsonObject().put("product", product).put("label", "one").put("quantity", 1);
          JsonObject order =
              new JsonObject()
                  .put("order", "history-" + seed + '-' + number + '-' + rival)
                  .put("attempt", 1)
                  .put("lines", new JsonArray().add(line));
          Client.Reply reply = cluster.call("n" + node, "commerce.holdStock", order).send();
          if (reply.status() != 200) {
            return Optional.empty();
          }
          boolean some = reply.json().getJsonArray("shortages").isEmpty();
          return Optional.of(some ? Models.MADE : Models.REFUSED);
        });
    pause(2_000);
  }

  /** The code of the day is replaced, and then used once. */
  private void code() {
    if (!codesAreKnown) {
      pause(1_000);
      return;
    }
    Optional<String> code = reissued();
    // A replacement with an unknown outcome may take effect at any later time.
    codesAreKnown = code.isPresent();
    code.ifPresent(text ->
        rivals(
            "code " + NUMBERS.incrementAndGet(),
            Models.single(),
            TAKE,
            (rival, node) ->
                taken(
                    owner(node, "POST", "/api/proxy/daily-code/use")
                        .json(new JsonObject().put("code", text).put("usedBy", "rival " + rival))
                        .send())));
  }

  private Optional<String> reissued() {
    try {
      Client.Reply reply = cluster.call("n" + any(), "access.reissueCode", new JsonObject()).send();
      return reply.status() == 200 ? Optional.of(reply.json().getString("code")) : Optional.empty();
    } catch (RuntimeException unknown) {
      return Optional.empty();
    }
  }

  private void key() {
    int number = NUMBERS.incrementAndGet();
    String name = "history-" + number;
    JsonObject wanted =
        new JsonObject().put("name", name).put("scopes", new JsonArray().add("products"));
    long invoked = System.nanoTime();
    String secret;
    try {
      Client.Reply made = cluster.call("n" + any(), "access.addKey", wanted).send();
      if (made.status() != 200) {
        return;
      }
      secret = made.json().getString("key");
    } catch (RuntimeException unknown) {
      return;
    }
    Model<String> model = Models.credential();
    history.add(name, model, Step.known("add", "ok", invoked, System.nanoTime()));
    Thread revoking =
        Thread.ofVirtual()
            .start(() -> {
              pause(ThreadLocalRandom.current().nextInt(400));
              step(
                  name,
                  model,
                  "revoke",
                  any(),
                  node ->
                      cluster
                                  .call(
                                      "n" + node,
                                      "access.revokeKey",
                                      new JsonObject().put("name", name))
                                  .send()
                                  .status()
                              == 200
                          ? Optional.of("ok")
                          : Optional.empty());
            });
    for (int i = 0; i < 3 * RIVALS; i++) {
      int address = number % 200;
      step(
          name,
          model,
          "use",
          any(),
          node ->
              used(
                  client(node)
                      .request("GET", "/api/proxy/products?limit=1")
                      .from("198.18." + address + "." + node)
                      .key(secret)
                      .send()));
      pause(100);
    }
    join(revoking);
  }

  private static Optional<String> used(Client.Reply reply) {
    return switch (reply.status()) {
      case 200 -> Optional.of(Models.ACCEPTED);
      case 401, 403 -> Optional.of(Models.REFUSED);
      default -> Optional.empty();
    };
  }

  private static Optional<String> taken(Client.Reply reply) {
    return switch (reply.status()) {
      case 200, 201 -> Optional.of(Models.MADE);
      case 409 -> Optional.of(Models.REFUSED);
      default -> Optional.empty();
    };
  }

  /** A request of one of several clients for the same object. */
  private interface Rival {
    Optional<String> on(int rival, int node);
  }

  /** Lets several clients request the same object of random nodes, nearly at the same time. */
  private void rivals(String object, Model<?> model, String input, Rival rival) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < RIVALS; i++) {
      int number = i;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                pause(ThreadLocalRandom.current().nextInt(60));
                step(object, model, input, any(), node -> rival.on(number, node));
              }));
    }
    threads.forEach(HistoryClients::join);
    pause(100);
  }

  private void step(String object, Model<?> model, String input, int node, Act act) {
    long invoked = System.nanoTime();
    Optional<String> output;
    try {
      output = act.on(node);
    } catch (RuntimeException unknown) {
      output = Optional.empty();
    }
    history.add(object, model, new Step(input, output, invoked, System.nanoTime()));
  }

  private int any() {
    return 1 + ThreadLocalRandom.current().nextInt(nodes);
  }

  private Client.Request owner(int node, String method, String path) {
    return client(node).request(method, path).key(ClusterScript.KEY);
  }

  private Client client(int node) {
    return clients.computeIfAbsent(node, cluster::node);
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(millis * MILLION);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
