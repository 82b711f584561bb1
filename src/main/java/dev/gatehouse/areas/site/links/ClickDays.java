package dev.gatehouse.areas.site.links;

import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the clicks of each day. */
public final class ClickDays {
  private static final String ID = "_id";
  private static final String LINK = "link";

  private final DocumentCollection<ClickDay> days;

  public ClickDays(Documents documents) {
    this.days = documents.collection("clickDays", ClickDay.class, Query.by(LINK), Query.by("day"));
  }

  /**
   * Adds clicks, unless another node changes the same document meanwhile.
   *
   * @return whether they were added
   */
  boolean add(ClickDay.Subject subject, ClickTally clicks) {
    Optional<ClickDay> stored = days.find(subject.id());
    ClickDay before = stored.orElseGet(subject::empty);
    ClickDay after = before.with(before.tally().plus(clicks));
    return stored.isPresent() ? replace(before, after) : insert(after);
  }

  private boolean insert(ClickDay day) {
    try {
      days.insert(day);
      return true;
    } catch (DuplicateKeyException otherNode) {
      return false;
    }
  }

  private boolean replace(ClickDay before, ClickDay after) {
    return days.replace(
        where(ID).is(before.id()).and("version").is(before.version()).json(), after);
  }

  /** Returns the days of a short URL in a period, oldest first. */
  List<ClickDay> of(String link, LocalDate from, LocalDate to) {
    JsonObject between =
        where(ID).from(ClickDay.id(link, from)).and(ID).until(ClickDay.id(link, to)).json();
    return days.find(between, Query.by(ID).json(), 0, 0);
  }

  /** Deletes the clicks of a short URL, and its name in the clicks of all. Blocks. */
  void delete(String link) {
    days.delete(where(LINK).is(link).json());
    days.find(where(LINK).is("").json(), Query.by(ID).json(), 0, 0).stream()
        .filter(day -> day.tally().links().names(link))
        .forEach(day -> replace(day, day.with(day.tally().withoutLink(link))));
  }

  /** Deletes the clicks of days that began at least this long ago. Blocks. */
  public void deleteOld(Age age) {
    days.delete(where("day").olderThan(age).json());
  }

  /**
   * Clicks on one short URL, or on all, on one day (UTC).
   *
   * @param id the short URL and the date
   * @param link name of the short URL; empty for all
   * @param day begin of the day, by which the document is deleted
   * @param version number of writes
   */
  record ClickDay(
      String id, String link, Instant day, @JsonUnwrapped ClickTally tally, long version) {
    /** Follows the short URL and its creation in an id. */
    private static final String SEPARATOR = "/";

    /**
     * Short URL and day of clicks.
     *
     * @param link {@link #link} of a short URL; empty for all
     */
    record Subject(String link, LocalDate date) {
      String id() {
        return ClickDay.id(link, date);
      }

      ClickDay empty() {
        return new ClickDay(
            id(), link, date.atStartOfDay(ZoneOffset.UTC).toInstant(), ClickTally.NONE, 0);
      }
    }

    /** Names a short URL. A new short URL with the key of a deleted one has another name. */
    static String link(ShortUrl url) {
      return url.id() + '@' + url.createdAt().toEpochMilli();
    }

    /** Returns the key of a named short URL. */
    static String key(String link) {
      return link.substring(0, link.indexOf('@'));
    }

    static String id(String link, LocalDate date) {
      return link + SEPARATOR + date;
    }

    LocalDate date() {
      return day.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    ClickDay with(ClickTally changed) {
      return new ClickDay(id, link, day, changed, version + 1);
    }
  }
}
