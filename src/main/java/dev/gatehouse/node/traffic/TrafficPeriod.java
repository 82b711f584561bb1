package dev.gatehouse.node.traffic;

import module java.base;

/**
 * Traffic of all nodes in an hour or a day (UTC).
 *
 * @param kind name of the {@link Kind}
 * @param routes those with most requests
 * @param version number of writes
 */
record TrafficPeriod(
    String id, String kind, Instant start, Traffic all, List<Route> routes, long version) {
  static final int MAX_ROUTES = 20;

  enum Kind {
    HOUR(ChronoUnit.HOURS, 24),
    DAY(ChronoUnit.DAYS, 30);

    private final ChronoUnit unit;

    /** Number of periods in a report. */
    final int shown;

    Kind(ChronoUnit unit, int shown) {
      this.unit = unit;
      this.shown = shown;
    }

    Instant start(Instant time) {
      return time.truncatedTo(unit);
    }

    /** Returns the start of the first period of a report that ends now. */
    Instant first(Instant now) {
      return start(now).minus(shown - 1L, unit);
    }

    Instant next(Instant start) {
      return start.plus(1, unit);
    }

    TrafficPeriod empty(Instant time) {
      Instant start = start(time);
      return new TrafficPeriod(id(start), name(), start, Traffic.NONE, List.of(), 0);
    }

    String id(Instant start) {
      return name() + ' ' + start;
    }
  }

  /** Traffic of one method and path template. */
  record Route(String route, Traffic traffic) {}

  TrafficPeriod plus(Map<String, Traffic> more) {
    Map<String, Traffic> sums = new HashMap<>(more);
    routes.forEach(route -> sums.merge(route.route(), route.traffic(), Traffic::plus));
    return new TrafficPeriod(
        id, kind, start, more.values().stream().reduce(all, Traffic::plus), top(sums), version + 1);
  }

  /** Returns the routes with most requests. */
  static List<Route> top(Map<String, Traffic> sums) {
    return sums.entrySet().stream()
        .map(entry -> new Route(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong((Route route) -> route.traffic().requests())
                .reversed()
                .thenComparing(Route::route))
        .limit(MAX_ROUTES)
        .toList();
  }
}
