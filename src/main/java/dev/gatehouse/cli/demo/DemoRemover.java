package dev.gatehouse.cli.demo;

import dev.gatehouse.messages.DemoMessages.DemoDocuments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Removes what the demo has created, and nothing else.
 *
 * @param documents deletes documents
 */
public record DemoRemover(DemoClient node, Consumer<DemoDocuments> documents, DemoRecord made) {
  private static final String ORDERS = "/storefront/orders/";

  /**
   * Removes everything, the latest first.
   *
   * @return the lines that could not be removed, which remain recorded
   */
  public List<String> remove() {
    List<String> failed = new ArrayList<>();
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
      } else if (!node.delete(words[1])) {
        failed.addFirst(line);
      }
    }
    ids.forEach((collection, some) -> documents.accept(new DemoDocuments(collection, some)));
    made.keep(failed);
    return failed;
  }
}
