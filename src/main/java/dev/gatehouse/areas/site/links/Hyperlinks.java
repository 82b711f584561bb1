package dev.gatehouse.areas.site.links;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;

/** The hyperlinks. */
public final class Hyperlinks {
  private static final String REVISION = "revision";

  private final DocumentCollection<Hyperlink> links;

  public Hyperlinks(Documents documents) {
    this.links = documents.collection("hyperlinks", Hyperlink.class);
  }

  /** Creates the index; blocks. */
  public void prepare() {
    links.index(oldestFirst(), new IndexOptions());
  }

  String newId() {
    return links.newId();
  }

  /** All of them, the oldest first. */
  List<Hyperlink> all() {
    return links.find(Query.all(), oldestFirst(), 0, 0);
  }

  Optional<Hyperlink> find(String id) {
    return links.find(id);
  }

  /** Adds one, unless there are as many as there may be; returns whether it did. */
  boolean add(Hyperlink link, int max) {
    return BoundedInsert.add(links, link, link.id(), max);
  }

  /**
   * Stores the next state of a hyperlink in the place of the one that it was made of.
   *
   * @return whether that was still there
   */
  boolean replace(Hyperlink before, Hyperlink next) {
    return links.replace(
        where("_id").is(before.id()).and(REVISION).is(before.revision()).json(), next);
  }

  /**
   * Removes one; of two callers one does.
   *
   * @param revision the only one that may be removed; empty for any
   */
  boolean remove(String id, Optional<String> revision) {
    JsonObject query = Query.id(id);
    revision.ifPresent(seen -> query.put(REVISION, seen));
    return links.take(query).isPresent();
  }

  /** With the id, or the order of those of one moment would change. */
  private static JsonObject oldestFirst() {
    return Query.by("createdAt").then("_id").json();
  }
}
