package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;

/**
 * Clients that each upload half a file, and pause until a node has been changed. A file is sent
 * again until it is acknowledged.
 */
final class HalfUploads {
  private static final int CLIENTS = 12;
  private static final int SIZE = 400_000;
  private static final int CREATED = 201;
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Pattern UPLOADS =
      Pattern.compile("(?m)^gatehouse_http_in_flight\\{kind=\"uploads\"} (\\S+)$");

  private static final Pattern REQUESTS =
      Pattern.compile("(?m)^gatehouse_http_server_request_duration_seconds_count\\{.*} (\\S+)$");

  private final ClusterScript cluster;
  private final CountDownLatch half = new CountDownLatch(CLIENTS);
  private final CountDownLatch on = new CountDownLatch(1);
  private final List<Thread> clients = new ArrayList<>();
  private final Map<String, Integer> outcomes = new ConcurrentHashMap<>();

  /** Digests of files by their acknowledged names. */
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

  private volatile long begun;
  private volatile long last;

  HalfUploads(ClusterScript cluster) {
    this.cluster = cluster;
  }

  /** Returns when every client has sent half a file, some of them to this node. */
  void begin(String node) throws Exception {
    Client management = cluster.management(node);
    awaitRequests(management);
    for (int i = 0; i < CLIENTS; i++) {
      int number = i;
      clients.add(Thread.ofVirtual().start(() -> upload(number)));
    }
    half.await();
    Waiting.until(PATIENCE, () -> sum(UPLOADS, management) > 0);
  }

  /**
   * Waits until the load balancer sends requests to the node. After a start, it notices up to half
   * a second later that the node is ready, and would send it no upload.
   */
  private void awaitRequests(Client management) throws Exception {
    double before = sum(REQUESTS, management);
    var client = new Client(cluster.address());
    Waiting.until(
        PATIENCE,
        () -> {
          client.get("/");
          return sum(REQUESTS, management) > before;
        });
  }

  private static double sum(Pattern metric, Client management) {
    return metric
        .matcher(management.get("/metrics").text())
        .results()
        .mapToDouble(each -> Double.parseDouble(each.group(1)))
        .sum();
  }

  /** Continues the uploads after the node was changed. */
  void goOn() {
    begun = System.nanoTime();
    on.countDown();
  }

  /** Returns the outcomes of all attempts when every file has been acknowledged. */
  String end() throws Exception {
    for (Thread client : clients) {
      client.join();
    }
    for (Map.Entry<String, String> file : acknowledged.entrySet()) {
      Client.Reply reply = new Client(cluster.address()).get("/audio/" + file.getKey());
      if (reply.status() != 200 || !Waves.digest(reply.bytes()).equals(file.getValue())) {
        throw new IOException(file.getKey() + " is lost: " + reply.status());
      }
    }
    if (acknowledged.size() != CLIENTS) {
      throw new IOException(acknowledged.size() + " of " + CLIENTS + " were stored");
    }
    return new TreeMap<>(outcomes) + ", all stored after " + (last - begun) / 1_000_000 + " ms";
  }

  /** Returns the number of unsuccessful attempts. */
  int interrupted() {
    return outcomes.values().stream().mapToInt(count -> count).sum() - CLIENTS;
  }

  private void upload(int number) {
    byte[] wav = Waves.wav(SIZE, number);
    String digest = Waves.digest(wav);
    String form = form(number, wav);
    try {
      boolean stored = attempt(form, digest, this::pause);
      if (!stored) {
        Waiting.until(PATIENCE, () -> attempt(form, digest, () -> {}));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      half.countDown();
    }
    last = System.nanoTime();
  }

  /** The action of a client between the halves. */
  private interface Pause {
    void pass() throws InterruptedException;
  }

  private void pause() throws InterruptedException {
    half.countDown();
    on.await();
  }

  /** Returns whether the file was acknowledged. */
  private boolean attempt(String form, String digest, Pause pause) throws InterruptedException {
    String outcome;
    try (var raw = new RawClient(cluster.address())) {
      raw.send(
          RawClient.head(
              "POST /audio/upload",
              "X-API-Key: " + ClusterScript.KEY,
              "Content-Type: multipart/form-data; boundary=b",
              "Content-Length: " + form.length()));
      raw.send(form.substring(0, form.length() / 2));
      pause.pass();
      raw.send(form.substring(form.length() / 2));
      RawClient.Reply reply = raw.read();
      outcome = reply.status() + (reply.status() == CREATED ? "" : " " + reply.error());
      if (reply.status() == CREATED) {
        acknowledged.put(new JsonObject(reply.text()).getString("filename"), digest);
      }
    } catch (IOException ended) {
      outcome = "closed without an answer";
    }
    outcomes.merge(outcome, 1, Integer::sum);
    return outcome.equals(Integer.toString(CREATED));
  }

  private static String form(int number, byte[] wav) {
    return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"half-"
        + number
        + ".wav\"\r\n\r\n"
        + new String(wav, ISO_8859_1)
        + "\r\n--b--\r\n";
  }
}
