package dev.gatehouse.node.health;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Extremes;
import dev.gatehouse.time.TrustedClock;

/**
 * Recorded states of the components of the last 90 days: one document for each component and day,
 * of 288 characters. One node at a time records. A clock that is ahead for seconds changes nothing.
 */
public final class HealthHistory {
  /** Time between two records. */
  public static final Duration SLOT = Duration.ofMinutes(5);

  static final int DAYS = 90;
  private static final int SLOTS = (int) Duration.ofDays(1).dividedBy(SLOT);
  private static final String NO_SLOTS =
      String.valueOf(ComponentState.UNKNOWN.letter()).repeat(SLOTS);
  private static final String DAY = "day";

  /** Maximum number of retries of a record that lost to another node. */
  private static final int MAX_TURNS = 100;

  private final DocumentCollection<HealthDay> days;
  private final TrustedClock clock;

  public HealthHistory(Documents documents, TrustedClock clock) {
    this.days = documents.collection("healthDays", HealthDay.class, Query.by(DAY));
    this.clock = clock;
  }

  /** Records states of now. A worse state within the same five minutes remains. Blocks. */
  void record(Map<String, ComponentState> states) {
    Instant now = clock.guarded().instant();
    states.forEach((component, state) -> {
      int turn = 0;
      while (turn < MAX_TURNS && !recorded(component, state, now)) {
        turn++;
      }
    });
    clock
        .olderThan(Duration.ofDays(DAYS))
        .ifPresent(age -> days.delete(where(DAY).dateOlderThan(age).json()));
  }

  /**
   * Records a state, unless the document changes meanwhile. A node that was paused in between would
   * otherwise remove what another node has recorded since.
   */
  private boolean recorded(String component, ComponentState state, Instant now) {
    String day = day(now).toString();
    String id = component + ' ' + day;
    Optional<HealthDay> known = days.find(id);
    String before = known.map(HealthDay::slots).orElse(NO_SLOTS);
    var slots = new StringBuilder(before);
    int slot = slot(now);
    ComponentState worst = Extremes.max(state, ComponentState.of(slots.charAt(slot)));
    slots.setCharAt(slot, worst.letter());
    var after = new HealthDay(id, component, day, slots.toString());
    if (known.isPresent()) {
      return days.replace(where("_id").is(id).and("slots").is(before).json(), after);
    }
    try {
      days.insert(after);
      return true;
    } catch (DuplicateKeyException otherNode) {
      return false;
    }
  }

  /** Returns the states of a component in the last 90 days, the oldest day first. Blocks. */
  Map<String, List<Day>> read() {
    LocalDate today = day(clock.guarded().instant());
    Map<String, Map<String, String>> stored = new LinkedHashMap<>();
    days.find(
            where(DAY).from(today.minusDays(DAYS - 1L).toString()).json(),
            Query.by("_id").json(),
            0,
            0)
        .forEach(one ->
            stored
                .computeIfAbsent(one.component(), name -> new LinkedHashMap<>())
                .put(one.day(), one.slots()));
    Map<String, List<Day>> all = new LinkedHashMap<>();
    stored.forEach((component, byDay) -> all.put(component, days(byDay, today)));
    return all;
  }

  private List<Day> days(Map<String, String> byDay, LocalDate today) {
    List<Day> found = new ArrayList<>();
    boolean begun = false;
    int now = slot(clock.guarded().instant());
    for (int i = DAYS - 1; i >= 0; i--) {
      LocalDate day = today.minusDays(i);
      String slots = byDay.get(day.toString());
      int end = i == 0 ? now : SLOTS;
      found.add(Day.of(day, Objects.requireNonNullElse(slots, ""), begun, end));
      begun |= slots != null;
    }
    return found;
  }

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  private static int slot(Instant time) {
    return (int)
        (Duration.between(day(time).atStartOfDay(ZoneOffset.UTC).toInstant(), time)
            .dividedBy(SLOT));
  }

  /**
   * States of a day.
   *
   * @param states of each five minutes that have passed
   */
  record Day(LocalDate date, List<ComponentState> states) {
    /** Slots without a record that are no sign of an outage, because a job may run late. */
    private static final int MAX_GAP = 2;

    /**
     * Reads a stored day.
     *
     * @param begun whether there are records of earlier days; then a long gap is an outage
     * @param end number of slots that have passed
     */
    static Day of(LocalDate date, String slots, boolean begun, int end) {
      List<ComponentState> states = new ArrayList<>();
      boolean running = begun;
      int gap = 0;
      for (int i = 0; i < end; i++) {
        ComponentState state =
            i < slots.length() ? ComponentState.of(slots.charAt(i)) : ComponentState.UNKNOWN;
        gap = state == ComponentState.UNKNOWN ? gap + 1 : 0;
        if (running && gap > MAX_GAP) {
          states.set(i - 1, ComponentState.DOWN);
          states.set(i - 2, ComponentState.DOWN);
          state = ComponentState.DOWN;
        }
        running |= gap == 0;
        states.add(state);
      }
      return new Day(date, List.copyOf(states));
    }

    ComponentState worst() {
      return states.stream().reduce(ComponentState.UNKNOWN, Extremes::max);
    }

    long count(ComponentState state) {
      return states.stream().filter(state::equals).count();
    }
  }

  /**
   * Recorded states of a component on one day.
   *
   * @param id component and day
   * @param day ISO date in UTC
   * @param slots a character for each five minutes of the day; see {@link ComponentState}
   */
  record HealthDay(String id, String component, String day, String slots) {}
}
