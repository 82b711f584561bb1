package dev.gatehouse.node.traffic;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.node.traffic.TrafficHistory.Traffic;
import dev.gatehouse.node.traffic.TrafficHistory.TrafficPeriod;
import dev.gatehouse.node.traffic.TrafficHistory.TrafficPeriod.Kind;
import dev.gatehouse.node.traffic.TrafficHistory.TrafficPeriod.Route;

/** Operation that reports the stored traffic. */
public record TrafficOperations(TrafficHistory history) {
  public Map<String, Area.Handler> operations() {
    return Map.of("node.traffic", Area.returning(TrafficReport.class, this::report));
  }

  private record TrafficReport(
      boolean success, Counts total, List<Point> timeline, List<Operation> operations) {}

  private record Counts(
      long requests,
      long rejected,
      long refused,
      long failed,
      long averageMillis,
      List<Within> durations) {
    static Counts of(Traffic traffic) {
      return new Counts(
          traffic.requests(),
          traffic.rejected(),
          traffic.refused(),
          traffic.failed(),
          traffic.requests() == 0 ? 0 : traffic.millis() / traffic.requests(),
          IntStream.range(0, Traffic.BOUNDS.size())
              .mapToObj(i -> new Within(Traffic.BOUNDS.get(i), traffic.within().get(i)))
              .toList());
    }
  }

  private record Within(int millis, long requests) {}

  private record Point(Instant start, @JsonUnwrapped Counts counts) {}

  private record Operation(String route, @JsonUnwrapped Counts counts) {}

  private Answer report(Call call) {
    Kind kind = call.text("period").equals("day") ? Kind.HOUR : Kind.DAY;
    List<TrafficPeriod> stored = history.read(kind);
    Map<String, Traffic> routes = new HashMap<>();
    stored.stream()
        .flatMap(period -> period.routes().stream())
        .forEach(route -> routes.merge(route.route(), route.traffic(), Traffic::plus));
    return Answer.ok(
        new TrafficReport(
            true,
            Counts.of(stored.stream().map(TrafficPeriod::all).reduce(Traffic.NONE, Traffic::plus)),
            timeline(kind, stored),
            TrafficPeriod.top(routes).stream().map(TrafficOperations::operation).toList()));
  }

  private static Operation operation(Route route) {
    return new Operation(route.route(), Counts.of(route.traffic()));
  }

  /** Returns all periods, also those without a request. */
  private List<Point> timeline(Kind kind, List<TrafficPeriod> stored) {
    Map<Instant, Traffic> known =
        stored.stream().collect(Collectors.toMap(TrafficPeriod::start, TrafficPeriod::all));
    List<Point> points = new ArrayList<>();
    Instant start = kind.first(history.now());
    for (int i = 0; i < kind.shown; i++) {
      points.add(new Point(start, Counts.of(known.getOrDefault(start, Traffic.NONE))));
      start = kind.next(start);
    }
    return points;
  }
}
