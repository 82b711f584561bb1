package dev.gatehouse.notifications.push;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The browsers that want to be told, one document for each endpoint. */
public final class Subscriptions {
  private static final int ID_BYTES = 12;

  private final DocumentCollection<Subscription> subscriptions;

  public Subscriptions(Documents documents) {
    this.subscriptions = documents.collection("pushSubscriptions", Subscription.class);
  }

  static String id(String endpoint) {
    return Sha256.hex(endpoint, ID_BYTES);
  }

  boolean known(String endpoint) {
    return subscriptions.find(id(endpoint)).isPresent();
  }

  void save(Subscription subscription) {
    subscriptions.save(subscription, subscription.id());
  }

  /** Returns whether there was such a subscription. */
  boolean remove(String endpoint) {
    return subscriptions.take(new JsonObject().put("_id", id(endpoint))).isPresent();
  }

  /** Forgets a subscription that its push service does not know; not one that was renewed since. */
  void drop(Subscription gone) {
    subscriptions.take(new JsonObject().put("_id", gone.id()).put("auth", gone.auth()));
  }

  long count() {
    return subscriptions.count(new JsonObject());
  }

  List<Subscription> all() {
    return subscriptions.find(new JsonObject(), new JsonObject().put("_id", 1), 0, 0);
  }
}
