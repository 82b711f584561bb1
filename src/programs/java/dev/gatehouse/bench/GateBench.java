package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;

/**
 * Measures the effect of hostile clients on others: delays while junk bodies are parsed, and the
 * cost of a hundred thousand bans on an idle node.
 */
public final class GateBench {
  private static final int BANS = 100_000;
  private static final int BATCH = 1_000;
  private static final int JUNK_KEYS = 60_000;
  private static final int JUNK_CLIENTS = 4;
  private static final int WARM_PROBES = 2_000;
  private static final int PROBES = 2_000;
  private static final long PROBE_MILLIS = 5;
  private static final long SETTLE_MILLIS = 30_000;
  private static final long REST_MILLIS = 60_000;
  private static final double MOST_WAIT_MILLIS = 50;
  private static final double MOST_REST_PERCENT = 1;

  private final Peers peers;
  private final Path data;

  private GateBench(Options options) {
    this.peers = new Peers(options.work());
    this.data = options.work().resolve("data/gate-bans").toAbsolutePath();
  }

  /** Ban in stored form. */
  private record StoredBan(
      String id, String reason, int attempts, Instant since, Instant ends, int count) {}

  public static void main(String[] arguments) throws Exception {
    var bench = new GateBench(Options.of(arguments));
    bench.junk();
    bench.bans();
  }

  private void junk() throws Exception {
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0",
            "GATEHOUSE_SECURITY_TRUSTED_PROXIES", "127.0.0.1/32");
    try (ServerProcess node = peers.gatehouse("gate-junk", settings)) {
      byte[] body =
          IntStream.range(0, JUNK_KEYS)
              .mapToObj(i -> String.format(Locale.ROOT, "\"k%07d\":1", i))
              .collect(Collectors.joining(",", "{", "}"))
              .getBytes(StandardCharsets.US_ASCII);
      probe(node, WARM_PROBES, 0);
      double[] alone = probe(node, PROBES, PROBE_MILLIS);
      AtomicBoolean over = new AtomicBoolean();
      AtomicInteger sent = new AtomicInteger();
      double[] beside;
      try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < JUNK_CLIENTS; i++) {
          int client = i;
          senders.submit(() -> send(node.port(), body, client, over, sent));
        }
        try {
          beside = probe(node, PROBES, PROBE_MILLIS);
        } finally {
          over.set(true);
        }
      }
      new Table(
              "GET still-alive beside "
                  + JUNK_CLIENTS
                  + " clients that send JSON of "
                  + body.length
                  + " bytes of unknown keys",
              "",
              "median ms",
              "99 % ms",
              "longest ms (at most 50)",
              "")
          .row("alone", text(at(alone, 0.5)), text(at(alone, 0.99)), text(at(alone, 1)), "")
          .row(
              "beside " + sent.get() + " bodies",
              text(at(beside, 0.5)),
              text(at(beside, 0.99)),
              text(at(beside, 1)),
              Table.atMost(at(beside, 1), MOST_WAIT_MILLIS))
          .print();
    }
  }

  private static void send(
      int port, byte[] body, int client, AtomicBoolean over, AtomicInteger sent) {
    for (int i = 0; !over.get(); i++) {
      String head =
          String.join(
              "\r\n",
              "POST /services/DNA HTTP/1.1",
              "Host: localhost",
              "Content-Type: application/json",
              "X-Forwarded-For: 198.18." + client + '.' + i % 250,
              "Content-Length: " + body.length,
              "Connection: close",
              "",
              "");
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        InputStream in = socket.getInputStream();
        String status = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        if (!status.equals("HTTP/1.1 400")) {
          throw new IOException("junk is answered by " + status);
        }
        in.readAllBytes();
        sent.incrementAndGet();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Returns the sorted milliseconds of requests on one connection. */
  private static double[] probe(ServerProcess node, int count, long pause) throws Exception {
    double[] millis = new double[count];
    byte[] request =
        "GET /api/proxy/still-alive/status HTTP/1.1\r\nHost: localhost\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
      socket.setTcpNoDelay(true);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (int i = 0; i < count; i++) {
        long start = System.nanoTime();
        socket.getOutputStream().write(request);
        read(in);
        millis[i] = (System.nanoTime() - start) / 1e6;
        Thread.sleep(pause);
      }
    }
    Arrays.sort(millis);
    return millis;
  }

  private static void read(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null || !line.startsWith("HTTP/1.1 200")) {
      throw new IOException("the probe is answered by " + line);
    }
    int length = 0;
    for (; !line.isEmpty(); line = in.readLine()) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).trim());
      }
    }
    in.skip(length);
  }

  private void bans() throws Exception {
    Map<String, String> settings = Map.of("GATEHOUSE_DATA_DIR", data.toString());
    double none = rest(settings);
    Instant now = Instant.now();
    try (EmbeddedStore store = EmbeddedStore.open(data.resolve("documents"), false)) {
      var bans =
          new Documents(store.documents(), new Random(1)).collection("bans", StoredBan.class);
      for (int first = 0; first < BANS; first += BATCH) {
        List<StoredBan> batch = new ArrayList<>();
        for (int i = first; i < first + BATCH; i++) {
          String address = "10." + (i >> 16) + '.' + (i >> 8 & 255) + '.' + (i & 255);
          batch.add(new StoredBan(address, "a bench", 10, now, now.plus(Duration.ofDays(1)), 1));
        }
        bans.insert(batch);
      }
    }
    double many = rest(settings);
    new Table("A node that nobody asks", "bans", "CPU, % of a core (below 1)", "")
        .row("0", String.format(Locale.ROOT, "%.2f", none), "")
        .row(
            Integer.toString(BANS),
            String.format(Locale.ROOT, "%.2f", many),
            Table.atMost(many, MOST_REST_PERCENT))
        .print();
  }

  private double rest(Map<String, String> settings) throws IOException, InterruptedException {
    try (ServerProcess node = peers.gatehouse("gate-bans-start", settings)) {
      Thread.sleep(SETTLE_MILLIS);
      double before = node.cpuSeconds();
      Thread.sleep(REST_MILLIS);
      return (node.cpuSeconds() - before) / (REST_MILLIS / 1000.0) * 100;
    }
  }

  private static double at(double[] sorted, double part) {
    return sorted[(int) Math.min(sorted.length - 1, Math.round(part * sorted.length))];
  }

  private static String text(double millis) {
    return String.format(Locale.ROOT, "%.1f", millis);
  }
}
