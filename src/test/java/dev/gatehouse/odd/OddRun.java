package dev.gatehouse.odd;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.trading.marketdata.OddInputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sends odd numbers, times and texts through every way into a node, and reports changed ones. It is
 * the program of {@code scripts/chaos odd}.
 */
public final class OddRun {
  private static final int THREADS = 4;

  /** Parts of a thousand inputs. What is sent alone gets fewer. */
  private static final Map<String, Integer> SHARES = shares();

  private OddRun() {}

  private static Map<String, Integer> shares() {
    Map<String, Integer> shares = new LinkedHashMap<>();
    shares.put("market data", 450);
    shares.put("logs", 110);
    shares.put("leveled logs", 80);
    shares.put("watchlist", 100);
    shares.put("positions", 100);
    shares.put("listings", 90);
    shares.put("saved carts", 20);
    shares.put("hyperlinks", 14);
    shares.put("products", 14);
    shares.put("expenditures", 10);
    shares.put("short URLs", 5);
    shares.put("sales goal", 4);
    shares.put("notifications", 2);
    shares.put("meetings", 1);
    return shares;
  }

  /** NUMBER [SEED [PATH ...]]. */
  public static void main(String[] arguments) throws Exception {
    int inputs = Integer.parseInt(arguments[0]);
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    List<String> chosen =
        List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
    System.out.println("seed " + seed);
    TestNode node = new TestNode();
    node.beforeAll(null);
    List<String> faults;
    try {
      faults = run(node, inputs, seed, chosen);
    } finally {
      node.afterAll(null);
    }
    faults.stream().limit(200).forEach(System.out::println);
    System.out.println(inputs + " inputs, " + faults.size() + " faults");
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  /** Returns the faults of the chosen paths, or of all if none is chosen. */
  static List<String> run(TestNode node, int inputs, long seed, List<String> chosen)
      throws Exception {
    List<Callable<List<String>>> work = new ArrayList<>();
    for (int part = 0; part < THREADS; part++) {
      int share = (int) (inputs / 1_000L * SHARES.get("market data") / THREADS);
      long own = seed + part;
      String symbol = "ODD" + part;
      work.add(() -> OddInputs.run(node.client(), symbol, share, own));
    }
    if (!chosen.isEmpty() && !chosen.contains("market data")) {
      work.clear();
    }
    for (OddPath path : OddPaths.all()) {
      if (chosen.isEmpty() || chosen.contains(path.name())) {
        int share = (int) Math.max(50, inputs / 1_000L * SHARES.get(path.name()));
        work.add(() -> {
          OddDocuments run = new OddDocuments(node.client(), path, seed);
          List<String> faults = run.run(share);
          System.out.println(run.counts());
          return faults;
        });
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
