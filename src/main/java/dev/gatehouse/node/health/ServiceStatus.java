package dev.gatehouse.node.health;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.time.Extremes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Public status page. It names components as visitors know them, and no cause, server or version.
 */
public final class ServiceStatus {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceStatus.class);

  /** Time for which a page is served from memory, because anyone can request it. */
  private static final Duration FRESH = Duration.ofSeconds(20);

  private static final int INCIDENT_DAYS = 14;
  private static final int MAX_INCIDENTS = 20;
  private static final int PERCENT = 100;

  private final HealthHistory history;
  private final Supplier<Map<String, ComponentState>> now;
  private final Pages pages;
  private final InstantSource clock;
  private final ReentrantLock making = new ReentrantLock();
  private volatile Optional<Made> last = Optional.empty();

  /** History that was read last, for a time in which the store is unavailable. */
  private volatile Map<String, List<HealthHistory.Day>> known = Map.of();

  private record Made(Answer answer, Instant at) {}

  /**
   * @param now returns the states of the public components; blocks for a few seconds at most
   */
  public ServiceStatus(
      HealthHistory history,
      Supplier<Map<String, ComponentState>> now,
      Pages pages,
      InstantSource clock) {
    this.history = history;
    this.now = now;
    this.pages = pages;
    this.clock = clock;
  }

  public Map<String, Area.Handler> operations() {
    return Map.of("node.statusPage", this::page);
  }

  /** Records the states of now. Blocks. */
  public void record() {
    history.record(now.get());
  }

  /** Returns the page. One request at a time makes it anew, and the others wait for that. */
  private Answer page(Call call) {
    making.lock();
    try {
      Instant time = clock.instant();
      Optional<Made> fresh =
          last.filter(made -> Duration.between(made.at(), time).abs().compareTo(FRESH) <= 0);
      if (fresh.isEmpty()) {
        fresh = Optional.of(new Made(pages.answer("status", content(now.get(), days())), time));
        last = fresh;
      }
      return fresh.get().answer();
    } finally {
      making.unlock();
    }
  }

  /** Returns the history. Visitors need the page most while the store is unavailable. */
  private Map<String, List<HealthHistory.Day>> days() {
    try {
      known = history.read();
    } catch (RuntimeException unavailable) {
      LOG.debug("the status page shows the history that was read last", unavailable);
    }
    return known;
  }

  private static StatusPage content(
      Map<String, ComponentState> states, Map<String, List<HealthHistory.Day>> recorded) {
    List<StatusPage.Component> components = new ArrayList<>();
    List<StatusPage.Incident> incidents = new ArrayList<>();
    states.forEach((name, state) -> {
      List<HealthHistory.Day> days = recorded.getOrDefault(name, List.of());
      components.add(
          new StatusPage.Component(
              name,
              state,
              uptime(days),
              days.stream().map(day -> new StatusPage.Day(day.date(), day.worst())).toList()));
      incidents.addAll(incidents(name, days));
    });
    incidents.sort(Comparator.comparing(StatusPage.Incident::begin).reversed());
    return new StatusPage(
        states.values().stream().reduce(ComponentState.UNKNOWN, Extremes::max),
        components,
        incidents.stream().limit(MAX_INCIDENTS).toList());
  }

  /** Returns the share of time that was not down, rounded down to two decimals. */
  private static String uptime(List<HealthHistory.Day> days) {
    long down = days.stream().mapToLong(day -> day.count(ComponentState.DOWN)).sum();
    long known =
        days.stream()
            .mapToLong(day -> day.states().size() - day.count(ComponentState.UNKNOWN))
            .sum();
    if (known == 0) {
      return "";
    }
    return BigDecimal.valueOf((known - down) * PERCENT)
        .divide(BigDecimal.valueOf(known), 2, RoundingMode.FLOOR)
        .toPlainString();
  }

  /** Returns the incidents of the last days. */
  private static List<StatusPage.Incident> incidents(String name, List<HealthHistory.Day> days) {
    List<StatusPage.Incident> found = new ArrayList<>();
    StatusPage.Incident open = null;
    for (HealthHistory.Day day :
        days.subList(Math.max(0, days.size() - INCIDENT_DAYS), days.size())) {
      Instant time = day.date().atStartOfDay(ZoneOffset.UTC).toInstant();
      for (ComponentState state : day.states()) {
        boolean fault = state.compareTo(ComponentState.UP) > 0;
        if (fault && open == null) {
          open = new StatusPage.Incident(name, state, time, null);
        } else if (fault) {
          open =
              new StatusPage.Incident(name, Extremes.max(open.state(), state), open.begin(), null);
        } else if (open != null && state == ComponentState.UP) {
          found.add(new StatusPage.Incident(name, open.state(), open.begin(), time));
          open = null;
        }
        time = time.plus(HealthHistory.SLOT);
      }
    }
    if (open != null) {
      found.add(open);
    }
    return found;
  }

  /**
   * Content of the public status page.
   *
   * @param state worst state of all components now
   */
  public record StatusPage(
      ComponentState state, List<Component> components, List<Incident> incidents) {
    /**
     * Component as visitors know it.
     *
     * @param name key of its name
     * @param uptime percentage of the recorded time in which it was not down; empty without records
     * @param days the last 90 days, the oldest first
     */
    public record Component(String name, ComponentState state, String uptime, List<Day> days) {}

    /** Worst state of a day. */
    public record Day(LocalDate date, ComponentState state) {}

    /**
     * Time in which a component was impaired or down.
     *
     * @param end null if it has not ended
     */
    public record Incident(String component, ComponentState state, Instant begin, Instant end) {}
  }
}
