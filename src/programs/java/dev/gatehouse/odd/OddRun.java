package dev.gatehouse.odd;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.trading.marketdata.OddInputs;

/**
 * Sends odd numbers, times and texts through every way into a node, and reports changed ones. It is
 * the program of {@code scripts/chaos odd}.
 */
public final class OddRun {
  private static final int CLIENTS = 8;
  private static final int SYMBOLS = 4;

  /** Distance of the clients' seeds. */
  private static final long STRIDE = 1_000_000_007L;

  private OddRun() {}

  /** NUMBER [SEED [PATH ...]]. */
  public static void main(String[] arguments) throws Exception {
    int inputs = Integer.parseInt(arguments[0]);
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    List<String> chosen =
        List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
    System.out.println("seed " + seed);
    OddNode odd = OddNode.create();
    TestNode node = odd.node();
    node.beforeAll(null);
    List<String> faults;
    try {
      faults = run(odd, inputs, seed, chosen);
    } finally {
      node.afterAll(null);
      odd.provider().close();
    }
    faults.stream().limit(200).forEach(System.out::println);
    System.out.println(faults.size() + " faults");
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  /** Sends the inputs to each chosen path, or to all if none is chosen. Returns the faults. */
  static List<String> run(OddNode node, int inputs, long seed, List<String> chosen)
      throws Exception {
    List<String> faults = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
      List<List<Future<OddDocuments>>> paths = new ArrayList<>();
      for (OddPath path : OddPaths.all(node)) {
        if (chosen.isEmpty() || chosen.contains(path.name())) {
          paths.add(send(threads, node, path, inputs, seed));
        }
      }
      List<Future<List<String>>> bars = new ArrayList<>();
      if (chosen.isEmpty() || chosen.contains("market data")) {
        for (int part = 0; part < SYMBOLS; part++) {
          long own = seed + part;
          String symbol = "ODD" + part;
          bars.add(
              threads.submit(
                  () -> OddInputs.run(node.node().client(), symbol, inputs / SYMBOLS, own)));
        }
      }
      for (List<Future<OddDocuments>> clients : paths) {
        OddDocuments.Counts counts = OddDocuments.Counts.NONE;
        for (Future<OddDocuments> client : clients) {
          counts = counts.plus(client.get().counts());
        }
        System.out.println(counts);
        faults.addAll(counts.faults());
      }
      for (Future<List<String>> part : bars) {
        faults.addAll(part.get());
      }
    }
    return faults;
  }

  /** Sends the inputs to a path with several clients, if it allows that. */
  private static List<Future<OddDocuments>> send(
      ExecutorService threads, OddNode node, OddPath path, int inputs, long seed) {
    int clients = path.requests().areConcurrent() ? CLIENTS : 1;
    List<Future<OddDocuments>> runs = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      var run =
          new OddDocuments(
              node.node().client(), OddPaths.find(node, path.name()), seed + i * STRIDE);
      runs.add(threads.submit(() -> run.run(inputs / clients)));
    }
    return runs;
  }
}
