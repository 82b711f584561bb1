package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.killed.KilledAreas;
import dev.gatehouse.killed.Kills;
import dev.gatehouse.killed.ShopSales;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops and kills nodes during orders: {@code scripts/chaos orders}. Exits with 1 if an order, a
 * payment or the stock is wrong afterwards.
 */
public final class OrdersChaos {
  private static final Logger LOG = LoggerFactory.getLogger(OrdersChaos.class);

  private static final int LONGEST_MILLIS = 300;

  private OrdersChaos() {}

  /**
   * @param arguments a folder, then {@code --freezes N} and {@code --kills N}
   */
  public static void main(String... arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    int freezes = 60;
    int kills = 300;
    for (int i = 1; i < arguments.length; i += 2) {
      int number = Integer.parseInt(arguments[i + 1]);
      switch (arguments[i]) {
        case "--freezes" -> freezes = number;
        case "--kills" -> kills = number;
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    System.exit(run(folder, freezes, kills) ? 0 : 1);
  }

  /** Returns whether all is right. Threads of the provider must not keep a failed run alive. */
  private static boolean run(Path folder, int freezes, int kills) {
    try {
      List<String> wrong = new ArrayList<>();
      if (freezes > 0) {
        wrong.addAll(frozen(folder.resolve("frozen"), freezes));
      }
      if (kills > 0) {
        wrong.addAll(killed(folder.resolve("killed"), kills));
      }
      wrong.forEach(System.out::println);
      return wrong.isEmpty();
    } catch (Exception failed) {
      LOG.error("run failed", failed);
      return false;
    }
  }

  private static List<String> frozen(Path folder, int orders) throws Exception {
    long begun = System.nanoTime();
    try (var frozen = new FrozenOrders(Files.createDirectories(folder))) {
      frozen.start();
      List<String> wrong = frozen.run(orders);
      int right = orders - Math.min(orders, wrong.size());
      System.out.println(
          right + " of " + orders + " orders right: " + frozen.summary() + ", " + since(begun));
      return wrong;
    }
  }

  private static List<String> killed(Path folder, int number) throws Exception {
    long begun = System.nanoTime();
    List<String> wrong = new ArrayList<>();
    try (var areas = new KilledAreas(Files.createDirectories(folder))) {
      var sales = new ShopSales(areas);
      Kills kills = new Kills(areas, LONGEST_MILLIS, sales).run(number);
      try {
        kills.verify(sales);
      } catch (AssertionError problem) {
        wrong.add(problem.getMessage());
      }
    }
    System.out.println(
        number + " kills: " + (wrong.isEmpty() ? "all right" : "wrong") + ", " + since(begun));
    return wrong;
  }

  private static String since(long begun) {
    return (System.nanoTime() - begun) / 1_000_000_000 + " s";
  }
}
