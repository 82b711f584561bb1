package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.CommerceModule;
import dev.gatehouse.areas.notifications.NotificationsModule;
import dev.gatehouse.areas.payments.PaymentsModule;
import dev.gatehouse.areas.storefront.StorefrontModule;

/**
 * The areas of the shop, in a process that can be killed. It prints one line for each outcome,
 * which starts with "sales" and ends with a period.
 *
 * <p>Arguments: the store's folder, the time since which the clock is fast, and "work" or "list".
 * To work, the process sells. To list, it waits until all work of earlier processes is decided, and
 * prints the state.
 */
final class AreasUntilKilled {
  private AreasUntilKilled() {}

  public static void main(String[] arguments) throws IOException {
    var areas =
        new HastyAreas(
            Path.of(arguments[0]),
            Instant.parse(arguments[1]),
            System.getenv(),
            AreasUntilKilled::modules);
    var sales = new Salesman(areas);
    areas.lookAfterThem();
    if (arguments[2].equals("list")) {
      sales.listAtEnd();
    }
    System.out.println("ready .");
    if (arguments[2].equals("work")) {
      sales.begin();
    }
    LockSupport.park();
  }

  private static List<AreaModule> modules(NodeServices services) throws IOException {
    return List.of(
        NotificationsModule.of(services, List.of(), Map::of),
        CommerceModule.of(services),
        PaymentsModule.of(services),
        StorefrontModule.of(services));
  }

  /** Prints a line. */
  static void print(String... words) {
    System.out.println(String.join(" ", words) + " .");
  }
}
