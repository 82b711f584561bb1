package dev.gatehouse.node.demo;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.DemoMessages;
import dev.gatehouse.messages.DemoMessages.DemoDeletion;
import dev.gatehouse.messages.DemoMessages.DemoDocuments;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import java.util.Set;

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
