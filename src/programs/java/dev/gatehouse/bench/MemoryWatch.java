package dev.gatehouse.bench;

import module java.base;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Samples the memory of a node under load, which must not keep growing. */
final class MemoryWatch {
  private static final int SAMPLES_A_MINUTE = 6;
  private static final long SAMPLE_MILLIS = 60_000 / SAMPLES_A_MINUTE;
  private static final double MOST_GROWTH = 1.1;
  private static final double MEGABYTE = 1e6;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ServerProcess node;
  private final int management;
  private final LongSupplier done;
  private final List<Sample> samples = new ArrayList<>();
  private int warmed;

  /**
   * A look at the node, in MB.
   *
   * @param done of the load
   * @param heap used
   * @param direct in buffers outside the heap that the JVM knows of
   */
  private record Sample(long done, double resident, double heap, double direct) {}

  /**
   * @param management the node's port
   * @param done how much of the load there was so far
   */
  MemoryWatch(ServerProcess node, int management, LongSupplier done) {
    this.node = node;
    this.management = management;
    this.done = done;
  }

  /**
   * Samples every ten seconds for some minutes without evaluation. A JVM takes memory until its
   * heap was full once, independent of the program.
   */
  void warm(int minutes) throws IOException, InterruptedException {
    watch(minutes);
    warmed = minutes * SAMPLES_A_MINUTE;
    samples.removeLast();
  }

  /** Looks every ten seconds for so many minutes. */
  void watch(int minutes) throws IOException, InterruptedException {
    look();
    for (int i = 0; i < minutes * SAMPLES_A_MINUTE; i++) {
      Thread.sleep(SAMPLE_MILLIS);
      look();
    }
  }

  private void look() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + "/metrics"))
            .timeout(Duration.ofSeconds(30))
            .build();
    List<String> metrics = http.send(request, BodyHandlers.ofString()).body().lines().toList();
    samples.add(
        new Sample(
            done.getAsLong(),
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

  /**
   * Prints a row a minute, and whether memory grew.
   *
   * @param load what there was so much of
   */
  void print(String title, String load) {
    Table table = new Table(title, "minute", load, "resident", "heap used", "direct buffers");
    for (int i = 0; i < samples.size(); i += SAMPLES_A_MINUTE) {
      Sample sample = samples.get(i);
      table.row(
          Integer.toString(i / SAMPLES_A_MINUTE),
          Long.toString(sample.done()),
          megabytes(sample.resident()),
          megabytes(sample.heap()),
          megabytes(sample.direct()));
    }
    table.print();
    List<Sample> judged = samples.subList(warmed, samples.size());
    int part = judged.size() / 4;
    double early = resident(judged.subList(part, 2 * part));
    double late = resident(judged.subList(judged.size() - part, judged.size()));
    new Table("Growth", "figure", "measured", "target", "")
        .row(
            "resident, last quarter / second quarter",
            String.format(Locale.ROOT, "%.2f", late / early),
            "at most " + MOST_GROWTH,
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
