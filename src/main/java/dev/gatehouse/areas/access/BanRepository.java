package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.ListQuery;
import dev.gatehouse.security.Ban;
import dev.gatehouse.security.BanLadder;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.json.JsonObject;

/**
 * Stores bans, one document per address. An expired ban is kept to determine the next ban's length.
 */
final class BanRepository {
  /** End of a permanent ban, so that every ban has an entry in the index of ends. */
  private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private static final int PAGE = 1_000;
  private static final String LISTED = "listed";
  private static final String ENDS = "ends";
  private static final Query.Order LATEST_FIRST = Query.by("since").down().then("_id");

  private final DocumentCollection<Entry> bans;
  private final BanLadder ladder;
  private final Duration memory;

  /**
   * Current or past ban of an address.
   *
   * @param count number of escalating bans so far, including this one
   * @param listed true until a job marks the ban as ended. Bans of earlier releases have none
   */
  record Entry(
      String id,
      String reason,
      int attempts,
      Instant since,
      Instant ends,
      int count,
      Boolean listed) {
    Entry(String id, String reason, int attempts, Instant since, Instant ends, int count) {
      this(id, reason, attempts, since, ends, count, true);
    }

    Ban ban() {
      return new Ban(id, reason, attempts, since, forGood() ? null : ends);
    }

    private boolean forGood() {
      return !ends.isBefore(NEVER);
    }
  }

  BanRepository(Documents documents, BanLadder ladder, Duration memory) {
    this.bans =
        documents.collection(
            "bans",
            Entry.class,
            Query.by(ENDS),
            Query.by(LISTED).then(ENDS),
            Query.by(LISTED).then("since").down().then("_id"),
            Query.by(LISTED).then("_id"));
    this.ladder = ladder;
    this.memory = memory;
  }

  /**
   * Bans an address, or keeps its current ban.
   *
   * @param length null for the next escalation step
   */
  Ban ban(String address, String reason, int attempts, Duration length, Instant now) {
    for (; ; ) {
      Optional<Entry> before = bans.find(address);
      if (before.isPresent() && before.get().ban().holds(now)) {
        return before.get().ban();
      }
      int count =
          before
              .filter(entry -> entry.since().isAfter(now.minus(memory)))
              .map(Entry::count)
              .orElse(0);
      Entry next;
      if (length == null) {
        Instant end = ladder.until(count, now).orElse(NEVER);
        next = new Entry(address, reason, attempts, now, end, count + 1);
      } else {
        next = new Entry(address, reason, attempts, now, now.plus(length), count);
      }
      if (put(before, next)) {
        return next.ban();
      }
    }
  }

  /**
   * Writes a ban and returns whether this caller wrote it. Of concurrent callers, only one
   * escalates.
   */
  private boolean put(Optional<Entry> before, Entry next) {
    if (before.isEmpty()) {
      try {
        bans.insert(next);
        return true;
      } catch (DuplicateKeyException raced) {
        return false;
      }
    }
    return bans.replace(
        where("_id").is(next.id()).and("since").is(before.get().since()).json(), next);
  }

  Optional<Entry> find(String address) {
    return bans.find(address);
  }

  /** Ends and deletes a ban. Returns whether an active ban existed. */
  boolean lift(String address, Instant now) {
    return bans.take(Query.id(address)).filter(entry -> entry.ban().holds(now)).isPresent();
  }

  /**
   * Returns one page of the active bans. The query uses a flag instead of the end, so that
   * preceding pages cost no reads. Bans that ended within the last second are left out.
   */
  List<Ban> page(Instant now, ListQuery wanted, int skip, int limit) {
    Query listed = where(LISTED).is(true);
    return bans.find(wanted.in(listed), wanted.order(LATEST_FIRST), skip, limit).stream()
        .map(Entry::ban)
        .filter(ban -> ban.holds(now))
        .toList();
  }

  /** Marks ended bans as not listed, and active bans that an earlier release wrote as listed. */
  void list(Instant now) {
    mark(where(LISTED).is(true).and(ENDS).until(now).json(), false);
    mark(where(LISTED).is(false).and(ENDS).after(now).json(), true);
    mark(where(LISTED).is(null).json(), true);
  }

  private void mark(JsonObject query, boolean listed) {
    if (bans.count(query) > 0) {
      bans.updateAll(query, new JsonObject().put("$set", new JsonObject().put(LISTED, listed)));
    }
  }

  long count(Instant now) {
    return bans.count(holding(now).json());
  }

  /** Counts the active bans of a list, whose addresses may have a common start. */
  long count(Instant now, ListQuery wanted) {
    return wanted.start() == null ? count(now) : bans.count(wanted.in(where(LISTED).is(true)));
  }

  /** Counts the active bans that began within a period. */
  long count(Instant now, Instant from, Instant until) {
    return bans.count(holding(now).and("since").from(from).and("since").before(until).json());
  }

  /**
   * Returns the ends of the active bans of these addresses; {@link Instant#MAX} for permanent bans.
   */
  Map<String, Instant> ends(List<String> addresses, Instant now) {
    return bans.find(holding(now).and("_id").in(addresses).json(), Query.all(), 0, 0).stream()
        .collect(Collectors.toMap(Entry::id, BanRepository::end));
  }

  /**
   * Passes banned addresses and the ends of their bans to a reader.
   *
   * @param enough number of bans after which the reading ends with the current page
   * @return whether these are all
   */
  boolean each(Instant now, int enough, BiConsumer<String, Instant> reader) {
    String last = "";
    int count = 0;
    for (List<Entry> page = after(last, now); !page.isEmpty(); page = after(last, now)) {
      if (count >= enough) {
        return false;
      }
      page.forEach(entry -> reader.accept(entry.id(), end(entry)));
      count += page.size();
      last = page.getLast().id();
    }
    return true;
  }

  private List<Entry> after(String address, Instant now) {
    JsonObject beyond = holding(now).and("_id").after(address).json();
    return bans.find(beyond, Query.by("_id").json(), 0, PAGE);
  }

  private static Instant end(Entry entry) {
    return entry.forGood() ? Instant.MAX : entry.ends();
  }

  /**
   * Deletes bans that ended longer ago than the next ban's length depends on.
   *
   * @param clock guarded clock
   */
  void deleteOld(TrustedClock clock) {
    clock.olderThan(memory).ifPresent(age -> bans.delete(where(ENDS).olderThan(age).json()));
  }

  private static Query holding(Instant now) {
    return where(ENDS).after(now);
  }
}
