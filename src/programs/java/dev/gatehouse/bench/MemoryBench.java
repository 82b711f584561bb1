package dev.gatehouse.bench;

import module java.base;

/** Measures a node's memory at rest and after large files. */
public final class MemoryBench {
  private static final double IDLE_MEGABYTES = 150;
  private static final double USED_MEGABYTES = 700;
  private static final long SETTLE_MILLIS = 3_000;

  private final Peers peers;
  private final Table table = new Table("Memory", "figure", "measured", "target", "");

  private MemoryBench(Path work) {
    this.peers = new Peers(work);
  }

  public static void main(String[] arguments) throws Exception {
    new MemoryBench(Options.of(arguments).work()).run();
  }

  private void run() throws Exception {
    traffic("300 MB", 300, Map.of());
    traffic("500 MB with -Xmx128m", 500, Map.of("JAVA_OPTS", "-Xmx128m"));
    table.print();
  }

  /** Up once, down whole from its stored form and from the cache. */
  private void traffic(String title, int megabytes, Map<String, String> settings)
      throws IOException, InterruptedException {
    Path wav = MadeWav.inFolder(peers.audio(), "large-" + megabytes + ".wav", megabytes);
    Map<String, String> all = new HashMap<>(settings);
    all.put("GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0");
    try (ServerProcess node = peers.gatehouse("memory", all)) {
      Visitor visitor = new Visitor(node);
      Thread.sleep(SETTLE_MILLIS);
      row("resident, idle, MB", node.residentMegabytes(), IDLE_MEGABYTES);
      visitor.upload("large.wav", wav);
      for (int i = 0; i < 3; i++) {
        long bytes = visitor.download("large.wav", "");
        if (bytes != wav.toFile().length()) {
          throw new IOException(bytes + " bytes came down");
        }
      }
      Thread.sleep(SETTLE_MILLIS);
      row(
          "resident, after " + title + " up and down, MB",
          node.residentMegabytes(),
          USED_MEGABYTES);
    }
  }

  private void row(String title, double megabytes, double max) {
    table.row(
        title,
        String.format(Locale.ROOT, "%.0f", megabytes),
        String.format(Locale.ROOT, "below %.0f", max),
        Table.atMost(megabytes, max));
  }
}
