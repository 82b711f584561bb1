package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The times that are taken, and for whom: a document a day (UTC). Looking for an overlap in a day
 * and claiming there is one atomic step of the database, exact for any length and start, on however
 * many nodes. A time that touches several days is claimed in one after the other, always the
 * earliest first, so that of two who want overlapping times one meets the other; who meets somebody
 * gives back what he had.
 */
public final class SlotLocks {
  /** A claim that holds until it is released. */
  public static final Instant FOR_GOOD = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

  private final DocumentCollection<Day> days;

  private record Day(String id, List<Claim> claims) {}

  /**
   * A claim of a time, in milliseconds since the epoch.
   *
   * @param id of the event or reservation that it is for
   * @param until when it lapses by itself
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

  /** A name for a claim. */
  String newId() {
    return days.newId();
  }

  /**
   * Claims a time, unless any of it is taken; blocks.
   *
   * @param kept free of others; the time itself, or more
   * @return empty when it is claimed now; else the claims in the way, as far as they are still
   *     there
   */
  public Optional<List<Claim>> claim(Claim claim, TimeSpan kept, Instant now) {
    List<String> claimed = new ArrayList<>();
    for (LocalDate date : kept.days()) {
      String day = date.toString();
      if (!claimed(day, claim, kept, now)) {
        claimed.forEach(earlier -> pull(earlier, claim.id()));
        return Optional.of(
            claims(day, day).stream()
                .filter(other -> other.holds(now) && other.time().overlaps(kept))
                .toList());
      }
      claimed.add(day);
    }
    return Optional.empty();
  }

  private boolean claimed(String day, Claim claim, TimeSpan kept, Instant now) {
    JsonObject taken =
        new JsonObject()
            .put("start", new JsonObject().put("$lt", kept.end().toEpochMilli()))
            .put("end", new JsonObject().put("$gt", kept.start().toEpochMilli()))
            .put("until", new JsonObject().put("$gt", now.toEpochMilli()));
    JsonObject free =
        new JsonObject()
            .put("_id", day)
            .put("claims", new JsonObject().put("$not", new JsonObject().put("$elemMatch", taken)));
    JsonObject added =
        new JsonObject()
            .put(
                "$push",
                new JsonObject()
                    .put(
                        "claims",
                        new JsonObject()
                            .put("id", claim.id())
                            .put("start", claim.start())
                            .put("end", claim.end())
                            .put("until", claim.until())));
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

  /** Makes a day's document; of two who do so at once one does. */
  private void make(String day) {
    try {
      days.insert(new Day(day, List.of()));
    } catch (DuplicateKeyException exists) {
      // That is all that was wanted.
    }
  }

  /**
   * Gives a time back; blocks.
   *
   * @param within a span that holds all that was kept free for it
   */
  void release(String id, TimeSpan within) {
    List<LocalDate> dates = within.days();
    days.updateAll(
        between(dates.getFirst().toString(), dates.getLast().toString()).put("claims.id", id),
        new JsonObject()
            .put("$pull", new JsonObject().put("claims", new JsonObject().put("id", id))));
  }

  private void pull(String day, String id) {
    days.update(
        new JsonObject().put("_id", day),
        new JsonObject()
            .put("$pull", new JsonObject().put("claims", new JsonObject().put("id", id))));
  }

  /** The claims that hold some of a span, once each; blocks. */
  public List<Claim> overlapping(TimeSpan span, Instant now) {
    List<LocalDate> dates = span.days();
    return claims(dates.getFirst().toString(), dates.getLast().toString()).stream()
        .filter(claim -> claim.holds(now) && claim.time().overlaps(span))
        .distinct()
        .toList();
  }

  /** Returns whether a claim stands in all days of a span; blocks. */
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
    return new JsonObject().put("_id", new JsonObject().put("$gte", first).put("$lte", last));
  }

  /** Forgets the days that are over; blocks. */
  void deleteBefore(Instant moment) {
    String day = LocalDate.ofInstant(moment, ZoneOffset.UTC).toString();
    days.delete(new JsonObject().put("_id", new JsonObject().put("$lt", day)));
  }
}
