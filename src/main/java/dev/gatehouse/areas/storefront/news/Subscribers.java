package dev.gatehouse.areas.storefront.news;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** Repository of subscribers, of addresses that are not confirmed yet, and of those that left. */
final class Subscribers {
  private static final String EMAIL = "email";
  private static final String CREATED = "createdAt";
  private static final Query.Order LATEST_FIRST = by(CREATED).down().then("_id").down();

  private final DocumentCollection<Subscriber> subscribers;
  private final DocumentCollection<Pending> pending;
  private final DocumentCollection<Left> left;
  private final InstantSource clock;

  /** Address whose owner has not confirmed it. */
  private record Pending(String id, String email, Instant createdAt) {}

  /** Digest of an address whose owner has unsubscribed. */
  private record Left(String id, Instant leftAt) {}

  Subscribers(Documents documents, InstantSource clock) {
    this.subscribers =
        documents.collection("newsletter", Subscriber.class, LATEST_FIRST, by(EMAIL));
    this.pending = documents.collection("newsletterPending", Pending.class, by(CREATED));
    this.left = documents.collection("newsletterLeft", Left.class);
    this.clock = clock;
  }

  Optional<Subscriber> find(String id) {
    return subscribers.find(id);
  }

  /** Returns when an address has unsubscribed; empty if it has not. */
  Optional<Instant> leftAt(String id) {
    return left.find(id).map(Left::leftAt);
  }

  /** Stores a subscriber. A known one remains unchanged. */
  void add(Subscriber subscriber) {
    try {
      subscribers.insert(subscriber);
    } catch (DuplicateKeyException known) {
      // The first consent counts.
    }
    left.delete(Query.id(subscriber.id()));
    pending.delete(Query.id(subscriber.id()));
  }

  void await(String email) throws DuplicateKeyException {
    String id = Subscriber.id(email);
    pending.save(new Pending(id, email, StoredTime.now(clock)), id);
  }

  /**
   * Subscribes an address that was awaited.
   *
   * @return whether it is subscribed now
   */
  boolean confirm(String id) {
    Optional<Pending> awaited = pending.find(id);
    awaited.ifPresent(
        each -> add(new Subscriber(id, each.email(), StoredTime.now(clock), Subscriber.CONFIRMED)));
    return awaited.isPresent() || subscribers.find(id).isPresent();
  }

  /** Deletes a subscriber who does not want news, and remembers the digest of the address. */
  void leave(String id) throws DuplicateKeyException {
    left.save(new Left(id, StoredTime.now(clock)), id);
    pending.delete(Query.id(id));
    subscribers.delete(Query.id(id));
  }

  boolean delete(String id) {
    return subscribers.take(Query.id(id)).isPresent();
  }

  /**
   * @param start of an address; null for all
   */
  Selection<Subscriber> select(String start) {
    if (start == null) {
      return subscribers.select(Query.all(), LATEST_FIRST.json());
    }
    JsonObject wanted = where(EMAIL).startsWith(start.toLowerCase(Locale.ROOT)).json();
    return subscribers.select(wanted, by(EMAIL).json());
  }

  /** Deletes addresses that were not confirmed. Blocks. */
  void deletePending(Age age) {
    pending.delete(where(CREATED).olderThan(age).json());
  }

  /**
   * Subscriber to news.
   *
   * @param id computed from the address, so that each address is stored once
   * @param createdAt time of the consent
   * @param source where the consent was given
   */
  record Subscriber(String id, String email, Instant createdAt, String source) {
    /** Source of a consent by the link of an email. */
    static final String CONFIRMED = "confirmed by email";

    /** Source of a consent by a form without a confirmation. */
    static final String FORM = "form";

    private static final int ID_BYTES = 12;

    /** A subscriber of an earlier release has used the form. */
    Subscriber {
      source = Objects.requireNonNullElse(source, FORM);
    }

    static String id(String email) {
      return Sha256.hex("newsletter " + email, ID_BYTES);
    }
  }
}
