package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.EventStreamClient;
import dev.gatehouse.areas.notifications.push.PushService;
import dev.gatehouse.areas.notifications.push.PushSubscriber;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Event streams to many idle listeners, and push messages to many subscribers. */
public final class NotifyBench {
  private static final int LISTENERS = 2_500;
  private static final int EVENTS = 100;
  private static final long EVENT_MILLIS = 100;
  private static final double MAX_DELAY_MILLIS = 300;
  private static final String SENT = "sent at ";
  private static final int SUBSCRIBERS = 1_000;
  private static final int ROUNDS = 5;
  private static final long SETTLE_MILLIS = 3_000;
  private static final String STREAM = "/api/proxy/notifications/stream";
  private static final Map<String, String> SETTINGS =
      Map.of(
          "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
          "GATEHOUSE_LIMITS_OPERATOR_PER_MINUTE", "0",
          "GATEHOUSE_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "5000",
          "GATEHOUSE_HTTP_MAX_LISTENERS", "2700",
          "GATEHOUSE_PUSH_PRIVATE_NETWORKS", "true",
          "GATEHOUSE_PUSH_BUDGET", "60s");

  private final Peers peers;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Table table = new Table("Notifications", "figure", "measured", "");
  private final double[] delays = new double[EVENTS * LISTENERS];
  private final AtomicInteger delivered = new AtomicInteger();

  private NotifyBench(Options options) {
    this.peers = new Peers(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    var bench = new NotifyBench(Options.of(arguments));
    bench.streams();
    bench.pushes();
    bench.table.print();
  }

  private void streams() throws IOException, InterruptedException {
    List<EventStreamClient> open = new ArrayList<>();
    try (ServerProcess node = peers.gatehouse("streams", SETTINGS)) {
      String token = Visitor.token(node);
      notify(node, token, "warm-up");
      Thread.sleep(SETTLE_MILLIS);
      double before = node.residentMegabytes();
      var reported = new CountDownLatch[] {new CountDownLatch(LISTENERS)};
      for (int i = 0; i < LISTENERS; i++) {
        var client =
            new EventStreamClient(
                node.address(),
                STREAM,
                Map.of("Authorization", "Bearer " + token),
                event -> {
                  reported[0].countDown();
                  heard(event.data());
                });
        if (client.status() != 200) {
          throw new IOException("listener " + i + ": " + client.status());
        }
        open.add(client);
      }
      Thread.sleep(SETTLE_MILLIS);
      double idle = node.residentMegabytes();
      row("resident before listeners, MB", before);
      row("resident with " + LISTENERS + " idle listeners, MB", idle);
      row("memory a listener, KB", (idle - before) * 1_024 / LISTENERS);
      double[] delays = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        reported[0] = new CountDownLatch(LISTENERS);
        long start = System.nanoTime();
        notify(node, token, "round " + i);
        if (!reported[0].await(1, TimeUnit.MINUTES)) {
          throw new IOException(reported[0].getCount() + " listeners were not reported");
        }
        delays[i] = (System.nanoTime() - start) / 1e6;
      }
      table.row(
          "from the request to the last of " + LISTENERS + ", ms",
          Spread.of(delays).text("%.0f"),
          "");
      row("resident after " + ROUNDS + " notifications, MB", node.residentMegabytes());
      stream(node, token);
    } finally {
      open.forEach(EventStreamClient::close);
    }
  }

  private void pushes() throws IOException, InterruptedException {
    try (var service = new PushService();
        ServerProcess node = peers.gatehouse("pushes", SETTINGS)) {
      String token = Visitor.token(node);
      for (int i = 0; i < SUBSCRIBERS; i++) {
        String endpoint = service.endpoint("201", "subscriber" + i);
        post(
            node,
            token,
            "/api/proxy/push/subscriptions",
            PushSubscriber.fresh().subscription(endpoint));
      }
      double[] seconds = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        JsonObject data = notify(node, token, "round " + i).getJsonObject("data");
        seconds[i] = (System.nanoTime() - start) / 1e9;
        if (data.getInteger("pushCount") != SUBSCRIBERS) {
          throw new IOException(data.encode());
        }
      }
      table.row(
          SUBSCRIBERS + " push messages to a local receiver, s",
          Spread.of(seconds).text("%.2f"),
          "");
      row("deliveries at once, at most", service.max());
    }
  }

  private void row(String title, double value) {
    table.row(title, String.format(Locale.ROOT, "%.0f", value), "");
  }

  /** Publishes ten events per second and measures when each listener has each of them. */
  private void stream(ServerProcess node, String token) throws IOException, InterruptedException {
    double cpu = node.cpuSeconds();
    long start = System.nanoTime();
    for (int i = 0; i < EVENTS; i++) {
      long next = start + TimeUnit.MILLISECONDS.toNanos(EVENT_MILLIS * i);
      TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      notify(node, token, SENT + System.nanoTime() + '.');
    }
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (delivered.get() < delays.length && System.nanoTime() < end) {
      Thread.sleep(EVENT_MILLIS);
    }
    if (delivered.get() < delays.length) {
      throw new IOException(delivered.get() + " of " + delays.length + " events were delivered");
    }
    cpu = node.cpuSeconds() - cpu;
    Arrays.sort(delays);
    double most = delays[delays.length * 99 / 100];
    row(EVENTS + " events at 10 per second, median delay, ms", delays[delays.length / 2]);
    table.row(
        "the same, 99 of 100, ms (at most 300)",
        String.format(Locale.ROOT, "%.0f", most),
        Table.atMost(most, MAX_DELAY_MILLIS));
    table.row(
        "CPU per event and listener, µs",
        String.format(Locale.ROOT, "%.1f", cpu * 1e6 / delays.length),
        "");
  }

  private void heard(String data) {
    int at = data.indexOf(SENT);
    if (at >= 0) {
      String nanos = data.substring(at + SENT.length(), data.indexOf('.', at));
      delays[delivered.getAndIncrement()] = (System.nanoTime() - Long.parseLong(nanos)) / 1e6;
    }
  }

  private JsonObject notify(ServerProcess node, String token, String title)
      throws IOException, InterruptedException {
    return post(
        node, token, "/api/proxy/notify", new JsonObject().put("title", title).put("body", "b"));
  }

  private JsonObject post(ServerProcess node, String token, String path, JsonObject body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.encode()))
            .build();
    HttpResponse<String> reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() / 100 != 2) {
      throw new IOException(path + ": " + reply.statusCode() + " " + reply.body());
    }
    return new JsonObject(reply.body());
  }
}
