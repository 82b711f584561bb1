package dev.gatehouse.areas.calendar.booking;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Stores which times are claimed, in one document for each day (UTC). One atomic operation of the
 * store searches a day for overlaps and adds the claim. This is exact for any start and length, on
 * any number of nodes.
 *
 * <p>A claim that spans several days is added to the earliest day first. Two overlapping claims
 * therefore meet, and the one that finds the other removes what it has added.
 */
public final class SlotLocks {
  /** Expiry of a claim that holds until it is released. */
  public static final Instant FOR_GOOD = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

  private final DocumentCollection<Day> days;

  private record Day(String id, List<Claim> claims) {}

  /**
   * A claim of a time, in milliseconds since the epoch.
   *
   * @param id of the event or reservation that owns it
   * @param until when it expires
   */
  public record Claim(String id, long start, long end, long until) {
    public static Claim of(String id, TimeSpan time, Instant until) {
      return new Claim(
          id, time.start().toEpochMilli(), time.end().toEpochMilli(), until.toEpochMilli());
    }

    TimeSpan time() {
      return new TimeSpan(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end));
    }

    boolean forGood() {
      return until == FOR_GOOD.toEpochMilli();
    }

    boolean holds(Instant now) {
      return until > now.toEpochMilli();
    }
  }

  public SlotLocks(Documents documents) {
    this.days = documents.collection("calendarDays", Day.class);
  }

  /**
   * Claims a time unless any of it is taken. Blocks.
   *
   * @param kept the span that must be free of other claims; the claimed time itself, or longer
   * @return empty if the time is claimed now; else the conflicting claims that still exist
   */
  public Optional<List<Claim>> claim(Claim claim, TimeSpan kept, Instant now) {
    return claim(claim, kept, "", now);
  }

  /**
   * Claims a time unless any of it is taken, like {@link #claim(Claim, TimeSpan, Instant)}.
   *
   * @param former ID of the event that is moved, whose claim does not conflict; empty for none
   */
  Optional<List<Claim>> claim(Claim claim, TimeSpan kept, String former, Instant now) {
    List<String> claimed = new ArrayList<>();
    for (LocalDate date : kept.days()) {
      String day = date.toString();
      if (!claimed(day, claim, kept, former, now)) {
        claimed.forEach(earlier -> pull(earlier, claim.id()));
        return Optional.of(
            claims(day, day).stream()
                .filter(other -> other.holds(now) && other.time().overlaps(kept))
                .filter(other -> !other.id().equals(former))
                .toList());
      }
      claimed.add(day);
    }
    return Optional.empty();
  }

  private boolean claimed(String day, Claim claim, TimeSpan kept, String former, Instant now) {
    JsonObject taken =
        where("start")
            .before(kept.end().toEpochMilli())
            .and("end")
            .after(kept.start().toEpochMilli())
            .and("until")
            .after(now.toEpochMilli())
            .json()
            .put("id", new JsonObject().put("$ne", former));
    JsonObject none = new JsonObject().put("$not", new JsonObject().put("$elemMatch", taken));
    JsonObject free = Query.id(day).put("claims", none);
    JsonObject added = claims("$push", Bson.value(claim));
    if (add(free, added, claim)) {
      return true;
    }
    if (days.find(day).isPresent()) {
      return false;
    }
    make(day);
    return add(free, added, claim);
  }

  private boolean add(JsonObject free, JsonObject added, Claim claim) {
    return days.update(
            free,
            added,
            day -> day.claims().stream().anyMatch(each -> each.id().equals(claim.id())))
        .isPresent();
  }

  /** Creates a day's document unless it exists. */
  private void make(String day) {
    try {
      days.insert(new Day(day, List.of()));
    } catch (DuplicateKeyException exists) {
      // Another caller has created the document.
    }
  }

  /**
   * Releases the time of an event or reservation. Blocks.
   *
   * @param within a span that contains all time kept free for it
   */
  void release(String id, TimeSpan within) {
    List<LocalDate> dates = within.days();
    days.updateAll(
        between(dates.getFirst().toString(), dates.getLast().toString()).put("claims.id", id),
        without(id));
  }

  private void pull(String day, String id) {
    days.update(Query.id(day), without(id));
  }

  private static JsonObject without(String id) {
    return claims("$pull", new JsonObject().put("id", id));
  }

  private static JsonObject claims(String operator, JsonObject claim) {
    return new JsonObject().put(operator, new JsonObject().put("claims", claim));
  }

  /** Returns the claims that overlap a span, without duplicates. Blocks. */
  public List<Claim> overlapping(TimeSpan span, Instant now) {
    List<LocalDate> dates = span.days();
    return claims(dates.getFirst().toString(), dates.getLast().toString()).stream()
        .filter(claim -> claim.holds(now) && claim.time().overlaps(span))
        .distinct()
        .toList();
  }

  /** Returns whether a claim is stored in every day of a span. Blocks. */
  boolean isHeld(String id, TimeSpan kept) {
    List<LocalDate> dates = kept.days();
    return days.count(
            between(dates.getFirst().toString(), dates.getLast().toString()).put("claims.id", id))
        == dates.size();
  }

  private List<Claim> claims(String first, String last) {
    return days.find(between(first, last), new JsonObject(), 0, 0).stream()
        .flatMap(day -> day.claims().stream())
        .toList();
  }

  private static JsonObject between(String first, String last) {
    return where("_id").from(first).and("_id").until(last).json();
  }

  /** Deletes the days (UTC) that have reached an age. Blocks. */
  void deleteOld(Age age) {
    String day = LocalDate.ofInstant(age.before(), ZoneOffset.UTC).toString();
    days.delete(where("_id").before(day).json());
  }
}
