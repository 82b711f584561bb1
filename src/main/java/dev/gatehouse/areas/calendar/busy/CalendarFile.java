package dev.gatehouse.areas.calendar.busy;

import module java.base;

import biweekly.Biweekly;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import biweekly.component.VFreeBusy;
import biweekly.io.TimezoneAssignment;
import biweekly.parameter.FreeBusyType;
import biweekly.parameter.Range;
import biweekly.property.DateOrDateTimeProperty;
import biweekly.property.DateStart;
import biweekly.property.ExceptionDates;
import biweekly.property.FreeBusy;
import biweekly.property.ICalProperty;
import biweekly.property.RawProperty;
import biweekly.property.RecurrenceDates;
import biweekly.property.RecurrenceId;
import biweekly.property.RecurrenceRule;
import biweekly.util.DateTimeComponents;
import biweekly.util.ICalDate;
import biweekly.util.Period;
import biweekly.util.Recurrence;
import biweekly.util.com.google.ical.compat.javautil.DateIterator;
import dev.gatehouse.areas.calendar.booking.TimeSpan;

/**
 * Reader of the busy times of an iCalendar file (RFC 5545). Recurrences are expanded in local time
 * without a zone, and then converted with this program's zone rules, which may be newer than those
 * in the file.
 */
final class CalendarFile {
  private static final TimeZone NO_ZONE = TimeZone.getTimeZone("UTC");
  private static final int MAX_OCCURRENCES = 20_000;
  private static final int MAX_SPANS = 20_000;
  private static final Duration FAR = Duration.ofDays(36_500);

  private final ZoneId own;
  private final Instant from;
  private final Instant until;

  /** Number of occurrences after which none is looked for. */
  private final int enough;

  private final List<Occurrence> found = new ArrayList<>();

  /** UIDs of events that are no changes of others. */
  private final Set<String> series = new HashSet<>();

  /** Original times of occurrences that other events replace or cancel, by the series. */
  private final Map<String, Set<Instant>> replaced = new HashMap<>();

  /** Days of such occurrences, if only the day is stated. */
  private final Map<String, Set<LocalDate>> replacedDays = new HashMap<>();

  /** Changes of an occurrence and all that follow it, by the series, in their order. */
  private final Map<String, List<Form>> changes = new HashMap<>();

  /**
   * Time at which the owner is busy.
   *
   * @param uid of the event; empty if it has none
   * @param title empty if the event has none
   */
  record Occurrence(String uid, String title, TimeSpan span) {}

  /**
   * Form of the occurrences of a series, from one on (RANGE=THISANDFUTURE).
   *
   * @param from original time of the first one
   * @param shift from the original times
   */
  private record Form(Instant from, Duration shift, Length length, boolean busy) {
    boolean blocks() {
      return busy && length.isPositive();
    }
  }

  private CalendarFile(ZoneId own, Instant from, Instant until, int enough) {
    this.own = own;
    this.from = from;
    this.until = until;
    this.enough = enough;
  }

  /**
   * Returns the busy times that overlap a period, merged and sorted.
   *
   * @param own zone of all-day events and of times without a zone
   * @throws IllegalArgumentException if the text contains no calendar, or too many events
   */
  static List<TimeSpan> busy(String text, ZoneId own, Instant from, Instant until) {
    return merged(
        occurrences(List.of(text), own, from, until).stream().map(Occurrence::span).toList());
  }

  /**
   * Returns the busy times that overlap a period. The texts can contain parts of one series.
   *
   * @param own zone of all-day events and of times without a zone
   * @throws IllegalArgumentException if a text contains no calendar, or too many events
   */
  static List<Occurrence> occurrences(List<String> texts, ZoneId own, Instant from, Instant until) {
    return new CalendarFile(own, from, until, Integer.MAX_VALUE).read(texts);
  }

  /** Returns whether the texts have a busy time that ends after a time. */
  static boolean isAhead(List<String> texts, ZoneId own, Instant from) {
    return !new CalendarFile(own, from, from.plus(FAR), 1).read(texts).isEmpty();
  }

  private List<Occurrence> read(List<String> texts) {
    List<ICalendar> calendars = new ArrayList<>();
    for (String text : texts) {
      List<ICalendar> parsed = Biweekly.parse(text).all();
      if (parsed.isEmpty()) {
        throw new IllegalArgumentException("the file contains no calendar");
      }
      calendars.addAll(parsed);
    }
    calendars.forEach(this::readChanges);
    calendars.forEach(this::read);
    return found;
  }

  private void readChanges(ICalendar calendar) {
    for (VEvent event : calendar.getEvents()) {
      RecurrenceId id = event.getRecurrenceId();
      if (id == null || id.getValue() == null) {
        series.add(uid(event));
        continue;
      }
      Zone zone = zone(calendar, id);
      LocalDateTime original = zone.local(id.getValue());
      Instant at = zone.instant(original);
      if (isOfFuture(event) && hasStart(event)) {
        Zone own = zone(calendar, event.getDateStart());
        LocalDateTime start = own.local(event.getDateStart().getValue());
        Duration shift = Duration.between(original, zone.local(own.instant(start)));
        Length length = length(event, calendar, own, start);
        List<Form> forms = changes.computeIfAbsent(uid(event), uid -> new ArrayList<>());
        forms.add(new Form(at, shift, length, isBusy(event)));
        forms.sort(Comparator.comparing(Form::from));
      } else if (id.getValue().hasTime()) {
        replaced.computeIfAbsent(uid(event), uid -> new HashSet<>()).add(at);
      } else {
        replacedDays
            .computeIfAbsent(uid(event), uid -> new HashSet<>())
            .add(original.toLocalDate());
      }
    }
  }

  private static boolean hasStart(VEvent event) {
    return event.getDateStart() != null && event.getDateStart().getValue() != null;
  }

  private static boolean isOfFuture(VEvent event) {
    RecurrenceId id = event.getRecurrenceId();
    return id != null && Range.THIS_AND_FUTURE.equals(id.getRange());
  }

  private static String uid(VEvent event) {
    return event.getUid() == null ? "" : Objects.requireNonNullElse(event.getUid().getValue(), "");
  }

  private void read(ICalendar calendar) {
    for (VEvent event : calendar.getEvents()) {
      boolean read = isOfFuture(event) && series.contains(uid(event));
      if (hasStart(event) && !read) {
        expand(event, calendar);
      }
    }
    calendar.getComponents(VFreeBusy.class).forEach(this::read);
  }

  private void read(VFreeBusy times) {
    for (FreeBusy property : times.getFreeBusy()) {
      if (!FreeBusyType.FREE.equals(property.getType())) {
        for (Period period : property.getValues()) {
          Instant start = period.getStartDate().toInstant();
          Instant end =
              period.getEndDate() != null
                  ? period.getEndDate().toInstant()
                  : start.plusMillis(period.getDuration().toMillis());
          add(new VEvent(), start, end);
        }
      }
    }
  }

  private static boolean isBusy(VEvent event) {
    boolean cancelled = event.getStatus() != null && event.getStatus().isCancelled();
    boolean free = event.getTransparency() != null && event.getTransparency().isTransparent();
    RawProperty outlook = event.getExperimentalProperty("X-MICROSOFT-CDO-BUSYSTATUS");
    return !cancelled && !free && (outlook == null || !"FREE".equals(outlook.getValue()));
  }

  /** Adds the occurrences of an event, or of a series with its changes. */
  private void expand(VEvent event, ICalendar calendar) {
    boolean whole = event.getRecurrenceId() == null;
    String uid = uid(event);
    Set<Instant> others = whole ? replaced.getOrDefault(uid, Set.of()) : Set.of();
    Set<LocalDate> days = whole ? replacedDays.getOrDefault(uid, Set.of()) : Set.of();
    Zone zone = zone(calendar, event.getDateStart());
    LocalDateTime first = zone.local(event.getDateStart().getValue());
    Length length = length(event, calendar, zone, first);
    Map<LocalDateTime, Length> periods = periods(event, calendar, zone);
    List<Form> forms = new ArrayList<>();
    forms.add(new Form(Instant.MIN, Duration.ZERO, length, isBusy(event)));
    if (whole) {
      forms.addAll(changes.getOrDefault(uid, List.of()));
    }
    if (forms.stream().noneMatch(Form::blocks) && periods.isEmpty()) {
      return;
    }
    Duration reach = reach(forms, periods.values());
    DateIterator starts = starts(event, calendar, zone, first);
    starts.advanceTo(shifted(zone.local(from.minus(reach))));
    for (int i = 0; starts.hasNext() && found.size() < enough; i++) {
      LocalDateTime start = LocalDateTime.ofInstant(starts.next().toInstant(), ZoneOffset.UTC);
      Instant at = zone.instant(start);
      if (!at.isBefore(until.plus(reach))) {
        return;
      }
      if (i >= MAX_OCCURRENCES) {
        throw new IllegalArgumentException("an event has too many occurrences");
      }
      Form form = forms.stream().filter(each -> !each.from.isAfter(at)).toList().getLast();
      Length lasting = periods.getOrDefault(start, form.length);
      if (form.busy && !others.contains(at) && !days.contains(start.toLocalDate())) {
        LocalDateTime local = start.plus(form.shift);
        Instant begin = zone.instant(local);
        Instant end = lasting.days == 0 ? begin : zone.instant(local.plusDays(lasting.days));
        add(event, begin, end.plus(lasting.time));
      }
    }
  }

  /** Returns by how much an occurrence can end later than its original start. */
  private static Duration reach(List<Form> forms, Collection<Length> periods) {
    return Stream.concat(
            forms.stream().map(form -> form.length.total().plus(form.shift.abs())),
            periods.stream().map(Length::total))
        .max(Comparator.naturalOrder())
        .orElseThrow()
        .plus(Duration.ofDays(2));
  }

  private void add(VEvent event, Instant start, Instant end) {
    if (end.isAfter(from) && start.isBefore(until) && start.isBefore(end)) {
      if (found.size() >= MAX_SPANS) {
        throw new IllegalArgumentException("the calendar has too many events");
      }
      String title = event.getSummary() == null ? null : event.getSummary().getValue();
      found.add(
          new Occurrence(
              uid(event), Objects.requireNonNullElse(title, ""), new TimeSpan(start, end)));
    }
  }

  /** Returns the local times at which an event begins, as if they were in UTC. */
  private DateIterator starts(VEvent event, ICalendar calendar, Zone zone, LocalDateTime first) {
    VEvent local = new VEvent();
    local.setDateStart(new DateStart(new ICalDate(shifted(first), true)));
    boolean over = false;
    for (RecurrenceRule rule : event.getProperties(RecurrenceRule.class)) {
      Recurrence value = rule.getValue();
      if (value != null) {
        Recurrence ending = endingLocally(value, zone);
        local.addProperty(new RecurrenceRule(ending));
        over |= ending.getUntil() != null && ending.getUntil().before(shifted(first));
      }
    }
    // The start counts also if no rule and no date contains it.
    if (!over) {
      var start = new RecurrenceDates();
      start.getDates().add(new ICalDate(shifted(first), true));
      local.addProperty(start);
    }
    for (RecurrenceDates dates : event.getProperties(RecurrenceDates.class)) {
      RecurrenceDates shifted = new RecurrenceDates();
      Stream.concat(
              dates.getDates().stream(), dates.getPeriods().stream().map(Period::getStartDate))
          .map(date -> moved(date, zone(calendar, dates, date), zone))
          .forEach(shifted.getDates()::add);
      local.addProperty(shifted);
    }
    for (ExceptionDates dates : event.getProperties(ExceptionDates.class)) {
      ExceptionDates shifted = new ExceptionDates();
      for (ICalDate date : dates.getValues()) {
        // A day excludes the occurrence of that day.
        shifted
            .getValues()
            .add(
                date.hasTime()
                    ? moved(date, zone(calendar, dates, date), zone)
                    : new ICalDate(shifted(day(date).atTime(first.toLocalTime())), true));
      }
      local.addProperty(shifted);
    }
    return local.getDateIterator(NO_ZONE);
  }

  private static LocalDate day(ICalDate date) {
    DateTimeComponents raw = date.getRawComponents();
    return LocalDate.of(raw.getYear(), raw.getMonth(), raw.getDate());
  }

  private static Recurrence endingLocally(Recurrence rule, Zone zone) {
    ICalDate end = rule.getUntil();
    if (end == null) {
      return rule;
    }
    LocalDateTime local = zone.local(end);
    return new Recurrence.Builder(rule)
        .until(shifted(end.hasTime() ? local : local.plusDays(1).minusSeconds(1)), true)
        .build();
  }

  private static ICalDate moved(ICalDate date, Zone of, Zone to) {
    LocalDateTime local = of.local(date);
    return new ICalDate(shifted(of.equals(to) ? local : to.local(of.instant(local))), true);
  }

  private static Date shifted(LocalDateTime local) {
    return Date.from(local.toInstant(ZoneOffset.UTC));
  }

  /**
   * Duration of an event.
   *
   * @param days whole days, which can have 23 or 25 hours
   */
  private record Length(long days, Duration time) {
    static Length of(biweekly.util.Duration duration) {
      long days = 7L * part(duration.getWeeks()) + part(duration.getDays());
      Duration time =
          Duration.ofHours(part(duration.getHours()))
              .plusMinutes(part(duration.getMinutes()))
              .plusSeconds(part(duration.getSeconds()));
      return new Length(days, time);
    }

    private static int part(Integer stated) {
      return Objects.requireNonNullElse(stated, 0);
    }

    boolean isPositive() {
      return total().isPositive();
    }

    Duration total() {
      return Duration.ofDays(days).plus(time);
    }
  }

  /** Returns the lengths of the occurrences that a file states as periods, by their starts. */
  private Map<LocalDateTime, Length> periods(VEvent event, ICalendar calendar, Zone zone) {
    Map<LocalDateTime, Length> periods = new HashMap<>();
    for (RecurrenceDates dates : event.getProperties(RecurrenceDates.class)) {
      for (Period period : dates.getPeriods()) {
        Instant start = instant(calendar, dates, period.getStartDate());
        Length length =
            period.getEndDate() == null
                ? Length.of(period.getDuration())
                : new Length(
                    0, Duration.between(start, instant(calendar, dates, period.getEndDate())));
        periods.put(zone.local(start), length);
      }
    }
    return periods;
  }

  private Instant instant(ICalendar calendar, ICalProperty property, ICalDate date) {
    Zone zone = zone(calendar, property, date);
    return zone.instant(zone.local(date));
  }

  private Length length(VEvent event, ICalendar calendar, Zone zone, LocalDateTime first) {
    boolean days = !event.getDateStart().getValue().hasTime();
    Length otherwise = new Length(days ? 1 : 0, Duration.ZERO);
    if (event.getDateEnd() != null && event.getDateEnd().getValue() != null) {
      Zone ending = zone(calendar, event.getDateEnd());
      LocalDateTime end = ending.local(event.getDateEnd().getValue());
      Length stated =
          days
              ? new Length(ChronoUnit.DAYS.between(first, end), Duration.ZERO)
              : new Length(0, Duration.between(zone.instant(first), ending.instant(end)));
      // Some programs end a single day at its start.
      return stated.isPositive() ? stated : otherwise;
    }
    if (event.getDuration() != null && event.getDuration().getValue() != null) {
      return Length.of(event.getDuration().getValue());
    }
    return otherwise;
  }

  private Zone zone(ICalendar calendar, ICalProperty property) {
    TimezoneAssignment assigned = calendar.getTimezoneInfo().getTimezone(property);
    if (assigned == null) {
      String name = property.getParameters().getTimezoneId();
      return new Zone(name == null ? floating(calendar) : ZoneNames.guess(name).orElse(own), null);
    }
    String name = Objects.requireNonNullElse(assigned.getGlobalId(), "");
    if (name.isEmpty() && assigned.getComponent() != null) {
      var id = assigned.getComponent().getTimezoneId();
      name = id == null ? "" : Objects.requireNonNullElse(id.getValue(), "");
    }
    return ZoneNames.find(name)
        .map(id -> new Zone(id, null))
        .orElseGet(() -> new Zone(own, assigned.getTimeZone()));
  }

  /** Returns the zone of times without a zone: the calendar's, or the owner's. */
  private ZoneId floating(ICalendar calendar) {
    RawProperty zone = calendar.getExperimentalProperty("X-WR-TIMEZONE");
    return zone == null ? own : ZoneNames.guess(zone.getValue()).orElse(own);
  }

  private Zone zone(ICalendar calendar, DateOrDateTimeProperty property) {
    return zone(calendar, property, property.getValue());
  }

  /**
   * Returns the zone of a value. Days are in the owner's. A value in UTC follows no other zone, in
   * which its time could be one of two at a clock change.
   */
  private Zone zone(ICalendar calendar, ICalProperty property, ICalDate value) {
    DateTimeComponents raw = value.getRawComponents();
    if (!value.hasTime()) {
      return new Zone(own, null);
    }
    return raw != null && raw.isUtc() ? new Zone(ZoneOffset.UTC, null) : zone(calendar, property);
  }

  /**
   * Zone of a value.
   *
   * @param described definition in the file, for names that only its program knows; else null
   */
  private record Zone(ZoneId id, TimeZone described) {
    LocalDateTime local(Instant time) {
      if (described == null) {
        return LocalDateTime.ofInstant(time, id);
      }
      long millis = time.toEpochMilli();
      return LocalDateTime.ofInstant(time.plusMillis(described.getOffset(millis)), ZoneOffset.UTC);
    }

    /** Returns the local time that a file states. */
    LocalDateTime local(ICalDate date) {
      DateTimeComponents raw = date.getRawComponents();
      if (raw == null) {
        return local(date.toInstant());
      }
      LocalDateTime stated =
          LocalDateTime.of(
              raw.getYear(),
              raw.getMonth(),
              raw.getDate(),
              raw.hasTime() ? raw.getHour() : 0,
              raw.hasTime() ? raw.getMinute() : 0,
              raw.hasTime() ? Math.min(raw.getSecond(), 59) : 0);
      return raw.isUtc() ? local(stated.toInstant(ZoneOffset.UTC)) : stated;
    }

    Instant instant(LocalDateTime local) {
      if (described == null) {
        return local.atZone(id).toInstant();
      }
      long millis = local.toInstant(ZoneOffset.UTC).toEpochMilli();
      int offset = described.getOffset(millis - described.getRawOffset());
      return Instant.ofEpochMilli(millis - described.getOffset(millis - offset));
    }
  }

  private static List<TimeSpan> merged(List<TimeSpan> all) {
    List<TimeSpan> merged = new ArrayList<>();
    all.stream()
        .sorted(Comparator.comparing(TimeSpan::start))
        .forEach(span -> {
          TimeSpan last = merged.isEmpty() ? null : merged.getLast();
          if (last != null && !span.start().isAfter(last.end())) {
            if (span.end().isAfter(last.end())) {
              merged.set(merged.size() - 1, new TimeSpan(last.start(), span.end()));
            }
          } else {
            merged.add(span);
          }
        });
    return merged;
  }

  /**
   * Time zones by the names that calendar programs use, with or without a definition in the file.
   */
  private static final class ZoneNames {
    private static final Properties WINDOWS = windows();

    private static Properties windows() {
      var names = new Properties();
      try (InputStream in =
          ZoneNames.class.getResourceAsStream("/calendar/windows-zones.properties")) {
        names.load(in);
        return names;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Finds a zone of the IANA database, also behind a program's path, or an offset. */
    static Optional<ZoneId> find(String name) {
      String[] path = name.split("/");
      return Stream.of(name, last(path, 3), last(path, 2))
          .flatMap(each -> of(each).stream())
          .findFirst();
    }

    /**
     * Finds a zone as {@link #find}, by its name in Windows, which Exchange numbers if it has
     * several definitions, or by one of the cities in its title.
     */
    static Optional<ZoneId> guess(String name) {
      String windows = name.replaceFirst(" [0-9]+$", "");
      return find(name)
          .or(() -> Optional.ofNullable(WINDOWS.getProperty(windows)).flatMap(ZoneNames::of))
          .or(() -> city(name));
    }

    private static Optional<ZoneId> city(String name) {
      if (!name.startsWith("(")) {
        return Optional.empty();
      }
      return Arrays.stream(name.substring(name.indexOf(')') + 1).split(","))
          .map(city -> '/' + city.strip().replace(' ', '_'))
          .flatMap(city ->
              ZoneId.getAvailableZoneIds().stream().filter(id -> id.endsWith(city)).sorted())
          .findFirst()
          .map(ZoneId::of);
    }

    private static String last(String[] path, int count) {
      return String.join(
          "/", Arrays.copyOfRange(path, Math.max(0, path.length - count), path.length));
    }

    private static Optional<ZoneId> of(String name) {
      try {
        return Optional.of(ZoneId.of(name));
      } catch (DateTimeException unknown) {
        return Optional.empty();
      }
    }
  }
}
