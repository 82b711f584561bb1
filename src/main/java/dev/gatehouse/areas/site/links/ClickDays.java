package dev.gatehouse.areas.site.links;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the clicks of each day. */
public final class ClickDays {
  private static final String ID = "_id";
  private static final String DAY = "day";
  private static final String LINK = "link";
  private static final String VERSION = "version";

  private final DocumentCollection<ClickDay> days;

  public ClickDays(Documents documents) {
    this.days = documents.collection("clickDays", ClickDay.class, Query.by(LINK), Query.by(DAY));
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
    return days.replace(where(ID).is(before.id()).and(VERSION).is(before.version()).json(), after);
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
    days.delete(where(DAY).olderThan(age).json());
  }
}
