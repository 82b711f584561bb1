package dev.gatehouse.node.demo;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.DemoMessages;
import dev.gatehouse.messages.DemoMessages.DemoDeletion;
import dev.gatehouse.messages.DemoMessages.DemoDocuments;
import dev.gatehouse.node.demo.DemoContent.DemoReviews;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Removes what the demo has created, unless the owner has changed it, and nothing else.
 *
 * @param documents deletes documents
 */
public record DemoRemover(DemoClient node, Consumer<DemoDocuments> documents, DemoRecord made) {
  private static final String SHORT_URLS = "/api/proxy/redirects/";
  private static final int PAGE = 100;

  /** Result for an item. */
  private enum Result {
    REMOVED,
    KEPT,
    FAILED
  }

  /**
   * Result of a removal.
   *
   * @param failed lines that could not be removed, which remain recorded
   * @param kept number of items that the owner has changed, which are now the owner's
   */
  public record Removal(List<String> failed, int kept) {
    /**
     * Returns the result for the owner.
     *
     * @param items number of items before
     * @throws IllegalStateException if items remain
     */
    public String words(int items) {
      if (!failed.isEmpty()) {
        throw new IllegalStateException(
            "these items remain, repeat the command to remove them: " + String.join(", ", failed));
      }
      String removed = items - kept + " items were removed.";
      return kept == 0 ? removed : removed + " Kept, because they were changed: " + kept + '.';
    }
  }

  /** Removes everything, the latest first. */
  public Removal remove() {
    List<String> failed = new ArrayList<>();
    int kept = 0;
    Map<String, List<String>> ids = new LinkedHashMap<>();
    for (String line : made.lines().reversed()) {
      String[] words = line.split(" ", 3);
      if (words[0].equals(DemoRecord.DOCUMENT)) {
        ids.computeIfAbsent(words[1], collection -> new ArrayList<>()).add(words[2]);
      } else if (words[1].startsWith("/storefront/orders/")) {
        // An order that is still unpaid gives its stock back.
        node.form(words[1], Map.of("action", "cancel"));
      } else if (words[1].startsWith(DemoReviews.MODERATION)) {
        // Caches no longer contain a rejected review. An interrupted removal has deleted it.
        node.send("POST", words[1], "{\"decision\":\"reject\"}");
      } else {
        switch (removed(words[1], words.length > 2 ? words[2] : "")) {
          case REMOVED -> {}
          case KEPT -> kept++;
          case FAILED -> failed.addFirst(line);
        }
      }
    }
    ids.forEach((collection, some) -> documents.accept(new DemoDocuments(collection, some)));
    made.keep(failed);
    return new Removal(failed, kept);
  }

  /**
   * Removes an item, unless the owner has changed it. An item whose content cannot be read remains.
   *
   * @param content JSON that the demo gave it; empty if it is not compared
   */
  private Result removed(String path, String content) {
    if (!content.isEmpty()) {
      String id = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('=')) + 1);
      boolean more = true;
      for (int skip = 0; more; skip += PAGE) {
        DemoClient.Reply reply = node.get(list(path, id, skip));
        boolean found = reply.status() == 200;
        if (!found && !reply.isMissing()) {
          return Result.FAILED;
        }
        Optional<JsonObject> item = found ? named(reply.json(), id) : Optional.empty();
        if (item.filter(now -> isChanged(new JsonObject(content), now)).isPresent()) {
          return Result.KEPT;
        }
        more = found && item.isEmpty() && hasMore(reply.json());
      }
    }
    return node.delete(path) ? Result.REMOVED : Result.FAILED;
  }

  private static boolean hasMore(JsonObject page) {
    return page.getJsonObject("pagination", new JsonObject()).getBoolean("hasMore", false);
  }

  /** Returns the path of the item, or of a page of a list that may contain it. */
  private static String list(String path, String id, int skip) {
    if (path.startsWith(SHORT_URLS)) {
      return SHORT_URLS + "public?q=" + id;
    }
    return path.replaceFirst("\\?.*", "?limit=" + PAGE + "&skip=" + skip);
  }

  private static boolean isChanged(JsonObject made, JsonObject now) {
    return made.stream().anyMatch(field -> !equal(field, now));
  }

  private static boolean equal(Map.Entry<String, Object> field, JsonObject item) {
    Object value = item.getValue(field.getKey());
    if (field.getValue() instanceof Number made && value instanceof Number now) {
      return new BigDecimal(made.toString()).compareTo(new BigDecimal(now.toString())) == 0;
    }
    return Objects.equals(field.getValue(), value);
  }

  /** Returns the object with an id, or a key, within a reply. */
  private static Optional<JsonObject> named(Object json, String id) {
    if (json instanceof JsonObject object
        && (id.equals(object.getValue("_id")) || id.equals(object.getValue("key")))) {
      return Optional.of(object);
    }
    Stream<?> inner =
        switch (json) {
          case JsonObject object -> object.stream().map(Map.Entry::getValue);
          case JsonArray array -> array.stream();
          case null, default -> Stream.empty();
        };
    return inner.flatMap(one -> named(one, id).stream()).findFirst();
  }

  /** Deletes demo content that no operation of the API deletes. */
  public record DemoRemoval(Documents documents) {
    private static final Set<String> COLLECTIONS =
        Set.of("notifications", "reviews", "tradingLogs", "storefrontOrders");

    /** Any document of these collections. */
    private record Marked(String id) {}

    public Message.Handlers commands() {
      return Message.Handlers.of().on(DemoMessages.DELETE, (call, chosen) -> delete(chosen));
    }

    DemoDeletion delete(DemoDocuments chosen) {
      if (!COLLECTIONS.contains(chosen.collection())) {
        throw ApiException.invalid("collection", "must be one of " + COLLECTIONS);
      }
      DocumentCollection<Marked> collection =
          documents.tolerantCollection(chosen.collection(), Marked.class);
      long deleted = chosen.ids().stream().mapToLong(id -> collection.delete(Query.id(id))).sum();
      return new DemoDeletion(true, deleted);
    }
  }
}
