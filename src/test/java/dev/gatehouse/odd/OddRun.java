package dev.gatehouse.odd;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.trading.marketdata.OddInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sends odd numbers, times and texts through every way into a node, and reports changed ones. It is
 * the program of {@code scripts/chaos odd}.
 */
public final class OddRun {
  private static final int THREADS = 4;

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
    List<Callable<List<String>>> work = new ArrayList<>();
    for (OddPath path : OddPaths.all(node)) {
      if (chosen.isEmpty() || chosen.contains(path.name())) {
        work.add(() -> {
          OddDocuments run = new OddDocuments(node.node().client(), path, seed);
          List<String> faults = run.run(inputs);
          System.out.println(run.counts());
          return faults;
        });
      }
    }
    if (chosen.isEmpty() || chosen.contains("market data")) {
      for (int part = 0; part < THREADS; part++) {
        long own = seed + part;
        String symbol = "ODD" + part;
        work.add(() -> OddInputs.run(node.node().client(), symbol, inputs / THREADS, own));
      }
    }
    List<String> faults = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      for (Future<List<String>> part : threads.invokeAll(work)) {
        faults.addAll(part.get());
      }
    }
    return faults;
  }
}
