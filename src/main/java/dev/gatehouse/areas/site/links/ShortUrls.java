package dev.gatehouse.areas.site.links;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.ListQuery;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores the short URLs by their keys. */
public final class ShortUrls {
  static final String COLLECTION = "shortUrls";

  private static final String CREATED = "createdAt";
  private static final String EXPIRES = "expiresAt";
  private static final String LISTED = "listed";
  private static final int PAGE = 500;

  /**
   * Includes the key, so that short URLs with equal times are not repeated or skipped between
   * pages.
   */
  private static final Query.Order LATEST_FIRST = Query.by(CREATED).down().then("_id").down();

  private final DocumentCollection<ShortUrl> urls;

  public ShortUrls(Documents documents) {
    this.urls =
        documents.collection(
            COLLECTION,
            ShortUrl.class,
            Query.by(LISTED).then(CREATED).down().then("_id").down(),
            Query.by(LISTED).then(EXPIRES),
            Query.by(LISTED).then("_id"));
  }

  /** Returns a short URL. Expired short URLs are included until they are deleted. */
  Optional<ShortUrl> find(String key) {
    return urls.find(key);
  }

  /**
   * Adds a short URL unless the maximum is reached.
   *
   * @return whether it was added
   * @throws DuplicateKeyException if the key is taken
   */
  boolean add(ShortUrl url, int max) {
    return urls.insert(url, url.id(), max);
  }

  /**
   * Returns one page of active short URLs. The query uses a flag instead of the expiry, so that
   * preceding pages cost no reads. URLs that expired within the last second are left out.
   */
  List<ShortUrl> page(Instant now, ListQuery wanted, int skip, int limit) {
    return urls.find(wanted.in(listed()), wanted.order(LATEST_FIRST), skip, limit).stream()
        .filter(url -> !url.expired(now))
        .toList();
  }

  long count(Instant now, ListQuery wanted) {
    return urls.count(wanted.in(listed())) - urls.count(wanted.in(over(now)));
  }

  /** Marks expired short URLs as not listed. Blocks. */
  public void unlist(Instant now) {
    JsonObject over = over(now).json();
    if (urls.count(over) > 0) {
      urls.updateAll(over, Query.set(LISTED, false));
    }
  }

  /** Removes a document. If two callers remove it at the same time, one gets it. */
  Optional<ShortUrl> remove(String key) {
    return urls.take(Query.id(key));
  }

  /**
   * Changes the target, the life and the history of a short URL. Its clicks are counted meanwhile.
   *
   * @return false if another caller has changed or removed it
   */
  boolean change(ShortUrl before, ShortUrl after) {
    JsonObject same =
        where("_id")
            .is(before.id())
            .and("url")
            .is(before.url())
            .and(CREATED)
            .is(before.createdAt())
            .json();
    JsonObject fields = Bson.value(after);
    List.of("id", "clicks", "flush").forEach(fields::remove);
    JsonObject change = new JsonObject().put("$set", fields);
    return urls.update(
            same,
            change,
            stored ->
                stored.url().equals(after.url())
                    && stored.description().equals(after.description())
                    && stored.expiresAt().equals(after.expiresAt()))
        .isPresent();
  }

  /**
   * Adds clicks to a short URL if it still exists.
   *
   * @param flush unique name of this write
   */
  void count(String key, long clicks, String flush) {
    JsonObject change =
        Query.set("flush", flush).put("$inc", new JsonObject().put("clicks", clicks));
    urls.update(Query.id(key), change, stored -> flush.equals(stored.flush()));
  }

  /**
   * Deletes the short URLs that expired at least this long ago. Blocks.
   *
   * @param deleted is called for each of them
   */
  void deleteExpired(Age age, Consumer<ShortUrl> deleted) {
    JsonObject over = where(LISTED).is(false).and(EXPIRES).olderThan(age).json();
    JsonObject order = Query.by(EXPIRES).json();
    List<ShortUrl> page = urls.find(over, order, 0, PAGE);
    while (!page.isEmpty()) {
      page.forEach(url -> remove(url.id()).ifPresent(deleted));
      page = urls.find(over, order, 0, PAGE);
    }
  }

  private static Query listed() {
    return where(LISTED).is(true);
  }

  private static Query over(Instant now) {
    return listed().and(EXPIRES).until(now);
  }
}
