package dev.gatehouse.node.demo;

import dev.gatehouse.messages.DemoMessages.DemoDocuments;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Removes what the demo has created, unless the owner has changed it, and nothing else.
 *
 * @param documents deletes documents
 */
public record DemoRemover(DemoClient node, Consumer<DemoDocuments> documents, DemoRecord made) {
  private static final String ORDERS = "/storefront/orders/";
  private static final String SHORT_URLS = "/api/proxy/redirects/";
  private static final int FOUND = 200;

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
      } else if (words[1].startsWith(ORDERS)) {
        // An order that is still unpaid gives its stock back.
        node.form(words[1], Map.of("action", "cancel"));
      } else if (words[1].startsWith(DemoReviews.MODERATION)) {
        // Caches no longer contain a rejected review.
        node.create("POST", words[1], "{\"decision\":\"reject\"}");
      } else if (words.length > 2 && isChanged(words[1], new JsonObject(words[2]))) {
        kept++;
      } else if (!node.delete(words[1])) {
        failed.addFirst(line);
      }
    }
    ids.forEach((collection, some) -> documents.accept(new DemoDocuments(collection, some)));
    made.keep(failed);
    return new Removal(failed, kept);
  }

  /** Returns whether an item exists and has other content than the demo gave it. */
  private boolean isChanged(String path, JsonObject content) {
    DemoClient.Reply reply = node.get(list(path));
    String id = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('=')) + 1);
    return reply.status() == FOUND
        && named(Json.decodeValue(reply.body()), id)
            .filter(item -> content.stream().anyMatch(field -> !equal(field, item)))
            .isPresent();
  }

  /** Returns the path of the item, or of a list that contains it. */
  private static String list(String path) {
    return path.startsWith(SHORT_URLS)
        ? SHORT_URLS + "public"
        : path.replaceFirst("\\?.*", "?limit=100");
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
}
