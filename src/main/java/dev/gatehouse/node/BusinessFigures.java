package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.MessageBus;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.Figures;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Publishes the figures of the daily report as metrics, for the last 24 hours. */
final class BusinessFigures {
  /** Time between two looks. */
  static final Duration PERIOD = Duration.ofMinutes(5);

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Origin ORIGIN = Origin.ownTask("figures", "metrics");

  private final MessageBus messageBus;
  private final List<Message<Figures.Period, Figures>> messages;
  private final InstantSource clock;
  private final MeterRegistry registry;
  private final Map<Series, AtomicReference<BigDecimal>> values = new ConcurrentHashMap<>();

  /** Series of the latest figures of each area. */
  private final Map<Message<Figures.Period, Figures>, Set<Series>> published =
      new ConcurrentHashMap<>();

  /**
   * A series of a metric.
   *
   * @param currency of an amount of money; empty for a number of things
   */
  record Series(String name, String currency) {}

  /**
   * @param messages of the areas that supply figures
   */
  BusinessFigures(
      MessageBus messageBus,
      List<Message<Figures.Period, Figures>> messages,
      InstantSource clock,
      MeterRegistry registry) {
    this.messageBus = messageBus;
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
        Map<Series, BigDecimal> sums =
            sums(messageBus.ask(message, day, ORIGIN, PATIENCE).figures());
        sums.forEach((series, sum) -> value(series).set(sum));
        // An area omits a figure that is zero.
        Set<Series> before = published.put(message, Set.copyOf(sums.keySet()));
        if (before != null) {
          before.stream()
              .filter(series -> !sums.containsKey(series))
              .forEach(series -> value(series).set(BigDecimal.ZERO));
        }
      } catch (ApiException unavailable) {
        // The next look asks again, and the area's own metrics report the failure.
      }
    }
  }

  /** Returns counts and amounts. Equal ones, for example of several currencies, are added up. */
  static Map<Series, BigDecimal> sums(List<Figures.Figure> figures) {
    Map<Series, BigDecimal> sums = new HashMap<>();
    for (Figures.Figure figure : figures) {
      String name = label(figure.name());
      sums.merge(new Series(name, ""), BigDecimal.valueOf(figure.count()), BigDecimal::add);
      for (Figures.Amount amount : figure.amounts()) {
        String kind = label(figure.name() + ' ' + amount.kind());
        sums.merge(new Series(kind, amount.currency()), amount.value(), BigDecimal::add);
      }
    }
    return sums;
  }

  private static String label(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
  }

  private AtomicReference<BigDecimal> value(Series series) {
    return values.computeIfAbsent(series, this::gauge);
  }

  private AtomicReference<BigDecimal> gauge(Series series) {
    var value = new AtomicReference<>(BigDecimal.ZERO);
    if (series.currency().isEmpty()) {
      Gauge.builder("gatehouse.figures", value::get)
          .description(
              "Figures of the daily report, for the last 24 hours: orders, payments, reviews")
          .tag("name", series.name())
          .register(registry);
    } else {
      Gauge.builder("gatehouse.amounts", value::get)
          .description("Sums of money of the daily report, for the last 24 hours")
          .tag("name", series.name())
          .tag("currency", series.currency())
          .register(registry);
    }
    return value;
  }
}
