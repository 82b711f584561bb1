package dev.gatehouse.bench;

import module java.base;

/** Pages of the log, read while the owner's backup copies the data, and without a backup. */
final class GrowthReaders {
  private static final Duration ALONE = Duration.ofSeconds(20);
  private static final long PAUSE_MILLIS = 10;
  private static final double MAX_LONGEST = 50;

  private final GrowthFill client;
  private final Path data;

  /**
   * @param data the data folder of the client's node
   */
  GrowthReaders(GrowthFill client, Path data) {
    this.client = client;
    this.data = data;
  }

  /**
   * Prints the durations of reads.
   *
   * @param copy folder for the backup
   */
  void print(Path copy) throws Exception {
    long end = System.nanoTime() + ALONE.toNanos();
    double[] alone = read(() -> System.nanoTime() - end > 0);
    long start = System.nanoTime();
    Process backup = backup(copy);
    double[] beside;
    try {
      beside = read(() -> !backup.isAlive());
    } finally {
      backup.destroy();
    }
    if (backup.waitFor() != 0) {
      throw new IOException("the backup failed with status " + backup.exitValue());
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    Table table =
        new Table(
            String.format(Locale.ROOT, "First pages of the log beside a backup of %.0f s", seconds),
            "reads",
            "number",
            "ms, median",
            "ms, 99 of 100",
            "ms, longest",
            "target",
            "");
    row(table, "alone", alone);
    row(table, "beside the backup", beside);
    table.print();
  }

  private Process backup(Path copy) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("scripts/gatehouse", "backup", copy.toString());
    builder.environment().put("GATEHOUSE_DATA_DIR", data.toString());
    return builder
        .redirectErrorStream(true)
        .redirectOutput(copy.resolveSibling("log").toFile())
        .start();
  }

  private double[] read(BooleanSupplier over) throws Exception {
    List<Double> millis = new ArrayList<>();
    while (!over.getAsBoolean()) {
      millis.add(client.get(GrowthFill.LOGS + "?limit=50"));
      Thread.sleep(PAUSE_MILLIS);
    }
    double[] sorted = millis.stream().mapToDouble(each -> each).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private static void row(Table table, String name, double[] millis) {
    double longest = millis[millis.length - 1];
    table.row(
        name,
        Integer.toString(millis.length),
        text(millis[millis.length / 2]),
        text(millis[millis.length * 99 / 100]),
        text(longest),
        text(MAX_LONGEST),
        Table.atMost(longest, MAX_LONGEST));
  }

  private static String text(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
