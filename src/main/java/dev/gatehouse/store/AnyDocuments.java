package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Documents of any collection in their stored form, for work that concerns all areas. Blocks. */
public record AnyDocuments(DocumentCommands commands) {
  private static final String ID = "_id";
  private static final String CREATED = "createdAt";
  private static final int PAGE = 500;

  /** Returns the names of the existing collections. */
  public List<String> collections() {
    return commands.collections();
  }

  /** Reads all documents of a collection lazily, in the order of their ids. */
  public Stream<JsonObject> all(String collection) {
    return Stream.iterate(
            after(collection, ""), page -> !page.isEmpty(), page -> after(collection, last(page)))
        .flatMap(List::stream);
  }

  private static String last(List<JsonObject> page) {
    return page.getLast().getString(ID);
  }

  private List<JsonObject> after(String collection, String id) {
    return commands.find(
        collection, Query.where(ID).after(id).json(), Query.by(ID).json(), 0, PAGE);
  }

  /** Reads the documents lazily that were created before an age, oldest first. */
  public Stream<JsonObject> old(String collection, Age age) {
    JsonObject created = Query.where(CREATED).olderThan(age).json();
    JsonObject oldestFirst = Query.by(CREATED).then(ID).json();
    return IntStream.iterate(0, skip -> skip + PAGE)
        .mapToObj(skip -> commands.find(collection, created, oldestFirst, skip, PAGE))
        .takeWhile(page -> !page.isEmpty())
        .flatMap(List::stream);
  }

  public Optional<JsonObject> find(String collection, String id) {
    return commands.findOne(collection, Query.id(id));
  }

  /**
   * Stores a new document.
   *
   * @throws DuplicateKeyException if a unique index rejects it
   */
  public void insert(String collection, JsonObject document) throws DuplicateKeyException {
    commands.insert(collection, List.of(document));
  }

  /**
   * Sets fields of a document unless it was changed since it was read.
   *
   * @return whether it was changed
   */
  public boolean set(String collection, JsonObject read, JsonObject fields) {
    JsonObject query = Query.id(read.getString(ID));
    JsonObject update = new JsonObject().put("$set", fields);
    if (read.containsKey("version")) {
      query.put("version", read.getValue("version"));
      update.put("$inc", new JsonObject().put("version", 1));
    }
    return commands.update(collection, query, update, false).isPresent();
  }

  /** Deletes a document, and returns whether it existed. */
  public boolean delete(String collection, String id) {
    return commands.remove(collection, Query.id(id)).isPresent();
  }
}
