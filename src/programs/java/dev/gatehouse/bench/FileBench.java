package dev.gatehouse.bench;

import module java.base;

/** WAV files over HTTP: hot ones beside nginx and Express, and a cold file's first Range. */
public final class FileBench {
  private static final String NAME = "hot.wav";
  private static final int MEGABYTES = 50;
  private static final int WARM_FILES = 100;
  private static final int COLD_FILES = 12;
  private static final int RANGE = 64 << 10;
  private static final double NGINX_TARGET = 1.1;
  private static final double EXPRESS_TARGET = 4;
  private static final double COLD_MILLIS = 5;
  private static final long FILL_POLL_MILLIS = 20;

  private static final String GATEHOUSE = "Gatehouse";
  private static final String NGINX = "nginx";
  private static final String EXPRESS = "Express";

  private final Options options;
  private final LoadClient client;

  private FileBench(Options options) {
    this.options = options;
    this.client = new LoadClient(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    new FileBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Peers peers = new Peers(options.work());
    Path wav = MadeWav.inFolder(peers.audio(), NAME, MEGABYTES);
    Map<String, String> settings = Map.of("GATEHOUSE_LIMITS_DEFAULT_PER_MINUTE", "0");
    try (ServerProcess gatehouse = peers.gatehouse("audio", settings);
        ServerProcess nginx = peers.nginx();
        ServerProcess express = peers.express()) {
      Visitor visitor = new Visitor(gatehouse);
      cold(visitor, wav, MadeWav.inFolder(peers.audio(), "small.wav", 1));
      visitor.upload(NAME, wav);
      heat(visitor, gatehouse);
      Table table =
          new Table(
              "A hot WAV of " + MEGABYTES + " MB",
              "request",
              "connections",
              "server",
              "MB/s",
              "CPU s/GB",
              "CPU / nginx (at most 1.1, aim 1.0)",
              "Express's CPU / this (at least 4)",
              "");
      Contest contest =
          new Contest(options.rounds())
              .add(NGINX, nginx)
              .add(GATEHOUSE, gatehouse)
              .add(EXPRESS, express);
      // Large replies are few: over them alone a JVM would still compile while it is measured.
      contest.warm((name, server) ->
          client.large(
              server.port(),
              "/audio/" + NAME,
              64,
              options.seconds(),
              "Range: bytes=20971520-20972543"));
      for (int connections : List.of(1, 64, 500)) {
        rows(table, contest, "whole", connections, "");
        rows(table, contest, "Range 1 MiB", connections, "Range: bytes=20971520-22020095");
      }
      table.print();
    }
  }

  /** The first request after an upload: a Range out of the middle. */
  private static void cold(Visitor visitor, Path wav, Path small)
      throws IOException, InterruptedException {
    // Warms up client and node with other files. The benchmark measures a cold file, not a cold
    // JVM.
    for (int i = 0; i < WARM_FILES; i++) {
      visitor.upload("warm-" + i + ".wav", small);
      visitor.download("warm-" + i + ".wav", "bytes=100000-" + (100_000 + RANGE - 1));
    }
    double[] millis = new double[COLD_FILES];
    long size = Files.size(wav);
    for (int i = 0; i < COLD_FILES; i++) {
      visitor.upload("cold-" + i + ".wav", wav);
    }
    for (int i = 0; i < COLD_FILES; i++) {
      long first = size * (i + 1) / (COLD_FILES + 2);
      long start = System.nanoTime();
      long bytes =
          visitor.download("cold-" + i + ".wav", "bytes=" + first + "-" + (first + RANGE - 1));
      millis[i] = (System.nanoTime() - start) / 1e6;
      if (bytes != RANGE) {
        throw new IOException("a Range of " + bytes + " bytes");
      }
    }
    Spread spread = Spread.of(millis);
    new Table("A cold Range of 64 KiB over HTTP", "figure", "ms", "target", "")
        .row(
            "first request after the upload, " + COLD_FILES + " files",
            spread.text("%.1f"),
            "at most 5",
            Table.atMost(spread.median(), COLD_MILLIS))
        .print();
  }

  /** Asks until the file comes from the cache: then the node spends next to nothing on it. */
  private static void heat(Visitor visitor, ServerProcess node)
      throws IOException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      visitor.download(NAME, "");
    }
    for (double last = -1; node.cpuSeconds() > last; Thread.sleep(FILL_POLL_MILLIS * 10)) {
      last = node.cpuSeconds();
      Thread.sleep(FILL_POLL_MILLIS);
    }
  }

  private void rows(Table table, Contest contest, String title, int connections, String header)
      throws IOException, InterruptedException {
    Map<String, List<Contest.Sample>> all =
        contest.run((name, server) ->
            client.large(server.port(), "/audio/" + NAME, connections, options.seconds(), header));
    all.forEach((name, samples) -> {
      Spread nginx = Spread.ratio(samples, all.get(NGINX), Contest.Sample::cpuSecondsPerGigabyte);
      Spread express =
          Spread.ratio(all.get(EXPRESS), samples, Contest.Sample::cpuSecondsPerGigabyte);
      boolean reached = nginx.median() <= NGINX_TARGET && express.median() >= EXPRESS_TARGET;
      table.row(
          title,
          Integer.toString(connections),
          name,
          String.format(
              Locale.ROOT,
              "%,.0f",
              Spread.of(samples, Contest.Sample::megabytesPerSecond).median()),
          Spread.of(samples, Contest.Sample::cpuSecondsPerGigabyte).text("%.3f"),
          nginx.text("%.2f"),
          express.text("%.1f"),
          name.equals(GATEHOUSE) ? (reached ? "ok" : "over") : "");
    });
  }
}
