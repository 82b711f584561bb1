package dev.gatehouse.killed;

import module java.base;

import dev.gatehouse.HastyAreas;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.calendar.CalendarModule;
import dev.gatehouse.areas.commerce.CommerceModule;
import dev.gatehouse.areas.notifications.NotificationsModule;
import dev.gatehouse.areas.payments.PaymentsModule;
import dev.gatehouse.areas.storefront.StorefrontModule;

/**
 * The areas with work that outlives a process, in a process that can be killed. It prints one line
 * for each outcome, which starts with the kind of work and ends with a period.
 *
 * <p>Arguments: the store's folder, the time since which the clock is fast, "work" or "list", and
 * the kinds of work. To work, the process repeats each kind. To list, it waits until all work of
 * earlier processes is decided, and prints the state.
 */
final class AreasUntilKilled {
  /** A kind of work. */
  interface Kind {
    /** Begins to repeat the work, on separate threads. */
    void begin();

    /** Prints the state before any work. */
    default void listAtStart() {}

    /** Waits until the work of earlier processes is decided, and prints the state. */
    void listAtEnd();
  }

  private AreasUntilKilled() {}

  public static void main(String[] arguments) throws IOException {
    var areas =
        new HastyAreas(
            Path.of(arguments[0]),
            Instant.parse(arguments[1]),
            System.getenv(),
            AreasUntilKilled::modules);
    Map<String, Kind> kinds =
        Map.of(
            "mails", new MailSender(areas),
            "payments", new Payer(areas),
            "sales", new Salesman(areas),
            "sync", new Synchronizer(areas));
    List<Kind> chosen =
        List.of(arguments).subList(3, arguments.length).stream().map(kinds::get).toList();
    areas.lookAfterThem();
    if (arguments[2].equals("list")) {
      chosen.forEach(Kind::listAtEnd);
    } else {
      chosen.forEach(Kind::listAtStart);
    }
    System.out.println("ready .");
    if (arguments[2].equals("work")) {
      chosen.forEach(Kind::begin);
    }
    LockSupport.park();
  }

  private static List<AreaModule> modules(NodeServices services) throws IOException {
    return List.of(
        NotificationsModule.of(services, List.of(), Map::of),
        CalendarModule.of(services),
        CommerceModule.of(services),
        PaymentsModule.of(services),
        StorefrontModule.of(services));
  }

  /** Prints a line. */
  static void print(String... words) {
    System.out.println(String.join(" ", words) + " .");
  }
}
