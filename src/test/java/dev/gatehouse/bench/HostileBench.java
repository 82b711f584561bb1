package dev.gatehouse.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Minutes of everything that is not meant well, at the default settings: what a node holds in
 * memory must not go on growing.
 */
public final class HostileBench {
  static final String WAV = "hot.wav";
  static final int WAV_MEGABYTES = 20;

  private static final int ATTACKERS = 64;
  private static final int SAMPLES_A_MINUTE = 6;
  private static final long SAMPLE_MILLIS = 60_000 / SAMPLES_A_MINUTE;
  private static final double MOST_GROWTH = 1.1;
  private static final double MEGABYTE = 1e6;

  private final Options options;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicLong attacks = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Sample> samples = new ArrayList<>();

  private HostileBench(Options options) {
    this.options = options;
  }

  /**
   * A look at the node, in MB.
   *
   * @param heap used
   * @param direct in buffers outside the heap that the JVM knows of
   */
  private record Sample(long attacks, double resident, double heap, double direct) {}

  public static void main(String[] arguments) throws Exception {
    new HostileBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Peers peers = new Peers(options.work());
    int management = ServerProcess.freePort();
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(management),
            "GATEHOUSE_SECURITY_TRUSTED_PROXIES", "127.0.0.1/32",
            "GATEHOUSE_SECURITY_ALLOW_LIST", "198.18.0.0/16");
    try (ServerProcess node = peers.gatehouse("hostile", settings)) {
      Path wav = MadeWav.inFolder(peers.audio(), "hostile.wav", WAV_MEGABYTES);
      new Visitor(node).upload(WAV, wav);
      sample(node, management);
      try (ExecutorService attackers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < ATTACKERS; i++) {
          long seed = i;
          attackers.submit(() -> attack(node.port(), new Random(seed)));
        }
        try {
          for (int i = 0; i < options.minutes() * SAMPLES_A_MINUTE; i++) {
            Thread.sleep(SAMPLE_MILLIS);
            sample(node, management);
          }
        } finally {
          over.set(true);
        }
      }
    }
    print();
  }

  private void attack(int port, Random random) {
    Hostility hostility = new Hostility(port);
    while (!over.get()) {
      hostility.attack(random);
      attacks.incrementAndGet();
    }
  }

  private void sample(ServerProcess node, int management) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + "/metrics"))
            .timeout(Duration.ofSeconds(30))
            .build();
    List<String> metrics = http.send(request, BodyHandlers.ofString()).body().lines().toList();
    samples.add(
        new Sample(
            attacks.get(),
            node.residentMegabytes(),
            sum(metrics, "jvm_memory_used_bytes{area=\"heap\""),
            sum(metrics, "jvm_buffer_memory_used_bytes{")));
  }

  private static double sum(List<String> metrics, String prefix) {
    return metrics.stream()
            .filter(line -> line.startsWith(prefix))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum()
        / MEGABYTE;
  }

  private void print() {
    Table table =
        new Table(
            ATTACKERS + " attackers for " + options.minutes() + " minutes, in MB",
            "minute",
            "attacks",
            "resident",
            "heap used",
            "direct buffers");
    for (int minute = 0; minute <= options.minutes(); minute++) {
      Sample sample = samples.get(minute * SAMPLES_A_MINUTE);
      table.row(
          Integer.toString(minute),
          Long.toString(sample.attacks()),
          megabytes(sample.resident()),
          megabytes(sample.heap()),
          megabytes(sample.direct()));
    }
    table.print();
    int part = samples.size() / 4;
    double early = resident(samples.subList(part, 2 * part));
    double late = resident(samples.subList(samples.size() - part, samples.size()));
    new Table("Growth", "figure", "measured", "target", "")
        .row(
            "resident, last quarter / second quarter",
            String.format(Locale.ROOT, "%.2f", late / early),
            "at most 1.1",
            Table.atMost(late / early, MOST_GROWTH))
        .print();
  }

  private static double resident(List<Sample> some) {
    return Spread.of(some, Sample::resident).median();
  }

  private static String megabytes(double figure) {
    return String.format(Locale.ROOT, "%.0f", figure);
  }
}
