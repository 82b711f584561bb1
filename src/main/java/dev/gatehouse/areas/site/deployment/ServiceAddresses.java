package dev.gatehouse.areas.site.deployment;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Stores the registered addresses, one document for each service. */
public final class ServiceAddresses {
  private final DocumentCollection<ServiceAddress> addresses;

  /** The result of a registration. */
  enum Outcome {
    /** The service is new, or its address was different. */
    CHANGED,
    /** The address is unchanged. */
    RENEWED,
    /** The caller may not change this address. */
    GUARDED,
    /** The maximum number of services is reached. */
    FULL
  }

  public ServiceAddresses(Documents documents) {
    this.addresses = documents.collection("serviceAddresses", ServiceAddress.class);
  }

  /** Returns all addresses, sorted by name. */
  List<ServiceAddress> all() {
    return addresses.find(Query.all(), Query.by("_id").json(), 0, 0);
  }

  /**
   * Registers an address. Concurrent registrations of different addresses all succeed; the last one
   * is stored.
   */
  Outcome register(ServiceAddress next, int max) {
    Optional<ServiceAddress> before = addresses.find(next.id());
    if (before.isEmpty()) {
      return first(next, max);
    }
    if (before.get().guarded() && !next.guarded()) {
      return Outcome.GUARDED;
    }
    JsonObject fields =
        new JsonObject()
            .put("ip", next.ip())
            .put("updatedAt", Bson.time(next.updatedAt()))
            .put("port", next.port())
            .put("version", next.version())
            .put("url", next.url());
    if (next.guarded()) {
      fields.put("guarded", true);
    }
    JsonObject query = where("_id").is(next.id()).json();
    if (!next.guarded()) {
      // The owner may have registered the address in the meantime.
      query.put("guarded", false);
    }
    boolean made =
        addresses
            .update(
                query,
                new JsonObject().put("$set", fields),
                stored -> stored.ip().equals(next.ip()))
            .isPresent();
    if (!made) {
      return register(next, max);
    }
    return before.get().ip().equals(next.ip()) ? Outcome.RENEWED : Outcome.CHANGED;
  }

  private Outcome first(ServiceAddress next, int max) {
    try {
      addresses.insert(next);
    } catch (DuplicateKeyException another) {
      return register(next, max);
    }
    if (addresses.count(Query.all()) <= max) {
      return Outcome.CHANGED;
    }
    addresses.take(where("_id").is(next.id()).and("ip").is(next.ip()).json());
    return Outcome.FULL;
  }

  /** Removes a document. If two callers remove it at the same time, one gets true. */
  boolean remove(String name) {
    return addresses.take(Query.id(name)).isPresent();
  }

  /**
   * The address of a service.
   *
   * @param id the service's name
   * @param ip in canonical form
   * @param guarded whether visitors may not change it, because the owner or a key registered it
   * @param updatedAt time of the last registration, also if the address was unchanged
   * @param port null if unknown
   * @param version of the service's release; null if unknown
   * @param url of the service; null if unknown
   */
  record ServiceAddress(
      String id,
      String ip,
      boolean guarded,
      Instant updatedAt,
      Integer port,
      String version,
      String url) {}
}
