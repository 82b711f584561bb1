package dev.gatehouse.areas.site.links;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;

/** Stores the hyperlinks. */
public final class Hyperlinks {
  private static final String REVISION = "revision";

  private final DocumentCollection<Hyperlink> links;

  public Hyperlinks(Documents documents) {
    this.links = documents.collection("hyperlinks", Hyperlink.class);
  }

  /** Creates the index. Blocks. */
  public void prepare() {
    links.index(oldestFirst(), new IndexOptions());
  }

  String newId() {
    return links.newId();
  }

  /** Returns all hyperlinks, oldest first. */
  List<Hyperlink> all() {
    return links.find(Query.all(), oldestFirst(), 0, 0);
  }

  Optional<Hyperlink> find(String id) {
    return links.find(id);
  }

  /** Adds a hyperlink unless the maximum is reached. Returns whether it was added. */
  boolean add(Hyperlink link, int max) {
    return BoundedInsert.add(links, link, link.id(), max);
  }

  /**
   * Replaces the version of a hyperlink that the next one was made from.
   *
   * @return false if that version was changed or removed in the meantime
   */
  boolean replace(Hyperlink before, Hyperlink next) {
    return links.replace(
        where("_id").is(before.id()).and(REVISION).is(before.revision()).json(), next);
  }

  /**
   * Removes a hyperlink. If two callers remove it at the same time, one gets true.
   *
   * @param revision the only revision that may be removed; empty for any
   */
  boolean remove(String id, Optional<String> revision) {
    JsonObject query = Query.id(id);
    revision.ifPresent(seen -> query.put(REVISION, seen));
    return links.take(query).isPresent();
  }

  /** Includes the id, so that the order is stable for equal times. */
  private static JsonObject oldestFirst() {
    return Query.by("createdAt").then("_id").json();
  }
}
