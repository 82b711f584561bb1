package dev.gatehouse.node;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.Figures;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Publishes the figures of the daily report as metrics, for the last 24 hours. */
final class BusinessFigures {
  /** Time between two looks. */
  static final Duration PERIOD = Duration.ofMinutes(5);

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Origin ORIGIN = Origin.ownTask("figures", "metrics");

  private final MessageBus areas;
  private final List<Message<Figures.Period, Figures>> messages;
  private final InstantSource clock;
  private final MeterRegistry registry;
  private final Map<String, AtomicLong> values = new ConcurrentHashMap<>();

  /** Names of the latest figures of each area. */
  private final Map<Message<Figures.Period, Figures>, Set<String>> published =
      new ConcurrentHashMap<>();

  /**
   * @param messages of the areas that supply figures
   */
  BusinessFigures(
      MessageBus areas,
      List<Message<Figures.Period, Figures>> messages,
      InstantSource clock,
      MeterRegistry registry) {
    this.areas = areas;
    this.messages = List.copyOf(messages);
    this.clock = clock;
    this.registry = registry;
  }

  /** Asks each area. The figures of an area that does not respond remain unchanged. Blocks. */
  void look() {
    Instant now = clock.instant();
    for (Message<Figures.Period, Figures> message : messages) {
      try {
        Figures.Period day = new Figures.Period(now.minus(DAY), now);
        Map<String, Long> counts = counts(areas.ask(message, day, ORIGIN, PATIENCE).figures());
        counts.forEach((name, count) -> value(name).set(count));
        // An area omits a figure that is zero.
        Set<String> before = published.put(message, Set.copyOf(counts.keySet()));
        if (before != null) {
          before.stream().filter(name -> !counts.containsKey(name)).forEach(n -> value(n).set(0));
        }
      } catch (ApiException unavailable) {
        // The next look asks again, and the area's own metrics report the failure.
      }
    }
  }

  /**
   * Returns counts by their names as labels. Texts in parentheses contain amounts of money, which
   * would be a new series each time. Lines that only differ in them, one for each currency, are
   * added up.
   */
  static Map<String, Long> counts(List<Figures.Figure> figures) {
    return figures.stream()
        .collect(
            Collectors.groupingBy(
                figure -> label(figure.name()), Collectors.summingLong(Figures.Figure::count)));
  }

  private static String label(String name) {
    return name.replaceFirst(" \\(.*", "").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
  }

  private AtomicLong value(String name) {
    return values.computeIfAbsent(name, this::gauge);
  }

  private AtomicLong gauge(String name) {
    var value = new AtomicLong();
    Gauge.builder("gatehouse.figures", value, AtomicLong::get)
        .description(
            "Figures of the daily report, for the last 24 hours: orders, payments, reviews")
        .tag("name", name)
        .register(registry);
    return value;
  }
}
