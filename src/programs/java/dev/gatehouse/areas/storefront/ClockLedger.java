package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Clients that write to each node until this is closed, and what the nodes acknowledged. */
final class ClockLedger implements AutoCloseable {
  private static final long PAUSE_NANOS = 40_000_000;
  private static final int MIN_REQUESTS = 10;
  private static final int PAGE = 100;

  private final int run;
  private final List<String> documents = new CopyOnWriteArrayList<>();
  private final List<String> emails = new CopyOnWriteArrayList<>();
  private final List<AtomicInteger> requests;
  private final List<Thread> clients;
  private volatile boolean closed;

  ClockLedger(List<TestNode> nodes, int run) {
    this.run = run;
    this.requests = nodes.stream().map(node -> new AtomicInteger()).toList();
    this.clients = nodes.stream().map(node -> client(node, nodes.indexOf(node))).toList();
  }

  private Thread client(TestNode node, int number) {
    return Thread.ofVirtual()
        .start(() -> {
          while (!closed) {
            int n = requests.get(number).incrementAndGet();
            write(node, number, n);
            LockSupport.parkNanos(PAUSE_NANOS);
          }
        });
  }

  private void write(TestNode node, int number, int n) {
    String name = "load-" + run + "-" + number + "-" + n + "-";
    if (n % 4 == 0) {
      // Each form has another address, because an address may send three in an hour.
      String address = "20." + run + "." + (10 * number + (n >> 8)) + "." + (n & 0xff);
      if (JumpingClocks.submit(node, address, name)) {
        emails.add(name);
      }
      return;
    }
    Client.Reply reply =
        node.client()
            .request("POST", "/api/proxy/notify")
            .key(TestNode.KEY)
            .header("Idempotency-Key", name)
            .json(new JsonObject().put("title", "a title").put("body", name))
            .send();
    if (reply.status() == 200) {
      documents.add(reply.json().getJsonObject("data").getString("id"));
    }
  }

  /** Waits until each client has sent ten more requests. */
  void awaitRequests() throws Exception {
    List<Integer> before = requests.stream().map(AtomicInteger::get).toList();
    for (int i = 0; i < before.size(); i++) {
      AtomicInteger sent = requests.get(i);
      int until = before.get(i) + MIN_REQUESTS;
      Waiting.until(() -> sent.get() >= until);
    }
  }

  int documents() {
    return documents.size();
  }

  /** Returns the names in the emails that must be sent. */
  List<String> emails() {
    return emails;
  }

  /** Returns the number of acknowledged documents that are missing. */
  int missing(TestNode node) {
    Set<String> missing = new HashSet<>(documents);
    JsonArray page;
    int skip = 0;
    do {
      page =
          node.client()
              .request("GET", "/api/proxy/notifications?limit=" + PAGE + "&skip=" + skip)
              .key(TestNode.KEY)
              .send()
              .json()
              .getJsonObject("data")
              .getJsonArray("notifications");
      page.forEach(each -> missing.remove(((JsonObject) each).getString("_id")));
      skip += PAGE;
    } while (page.size() == PAGE);
    return missing.size();
  }

  @Override
  public void close() {
    closed = true;
    try {
      for (Thread client : clients) {
        client.join();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
