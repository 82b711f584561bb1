package dev.gatehouse.areas.notifications.push;

import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription.Keys;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription.Seat;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription.Subscriber;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;

/**
 * Stores browsers' push subscriptions, one document per endpoint. Limits are enforced in total and
 * per subscriber, also for concurrent requests. Every subscription takes a seat, and a unique index
 * rejects a second subscription with the same seat.
 */
public final class Subscriptions {
  /** Maximum lifetime of a visitor's subscription without renewal. */
  static final Duration VISIT = Duration.ofDays(30);

  private static final int ID_BYTES = 12;
  private static final int MAX_TRIES = 100;
  private static final Query.Order LATEST_FIRST = Query.by("createdAt").down().then("_id").down();

  private final DocumentCollection<Subscription> subscriptions;
  private final int max;
  private final RandomGenerator random;
  private final TrustedClock clock;

  /** Result of a subscribe request. */
  enum Outcome {
    SUBSCRIBED,
    /** The maximum number of subscriptions is reached. */
    FULL,
    /** The subscriber's own maximum is reached. */
    SHARE_USED
  }

  /**
   * @param max maximum number of all subscriptions
   * @param random selects seats
   */
  public Subscriptions(Documents documents, int max, RandomGenerator random, TrustedClock clock) {
    this.subscriptions =
        documents.collection(
            "pushSubscriptions",
            Subscription.class,
            Query.by("place").unique().sparse(),
            Query.by("share").unique().sparse(),
            LATEST_FIRST);
    this.max = max;
    this.random = random;
    this.clock = clock;
  }

  /** Assigns seats to subscriptions of an earlier release. Blocks. */
  public void prepare() {
    stored().stream().filter(each -> each.seat().place() == null).forEach(this::seat);
  }

  /** Assigns a seat after all others to a subscription without one. Removes no subscription. */
  private void seat(Subscription old) {
    Subscriber subscriber = old.subscriber();
    if (old.subject().startsWith("visitor-")) {
      Instant end = subscriber.createdAt().plus(VISIT);
      subscriber = new Subscriber(old.subject(), subscriber.createdAt(), end);
    }
    int place = max + random.nextInt(Integer.MAX_VALUE - max);
    Seat seat = new Seat(place, old.subject() + "#" + place);
    subscriptions.save(
        new Subscription(old.id(), old.endpoint(), old.keys(), subscriber, seat), old.id());
  }

  static String id(String endpoint) {
    return Sha256.hex(endpoint, ID_BYTES);
  }

  /**
   * Creates a subscription that starts now, without a seat.
   *
   * @param visitor whether it expires
   */
  Subscription draft(String endpoint, Keys keys, String subject, boolean visitor) {
    Instant now = clock.instant();
    var subscriber = new Subscriber(subject, now, visitor ? now.plus(VISIT) : null);
    return new Subscription(id(endpoint), endpoint, keys, subscriber, new Seat(null, null));
  }

  /**
   * Stores a subscription. Replaces the same browser's subscription if the subscriber owns it.
   *
   * @param share maximum number of the subscriber's subscriptions
   */
  Outcome subscribe(Subscription draft, int share) {
    clock.olderThan(Duration.ZERO).ifPresent(this::deleteExpired);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      List<Subscription> all = stored();
      Optional<Subscription> own =
          all.stream()
              .filter(each -> each.id().equals(draft.id()))
              .filter(each -> each.subject().equals(draft.subject()))
              .findFirst();
      Optional<Integer> place = own.isPresent() ? own.map(at -> at.seat().place()) : place(all);
      Optional<String> number =
          own.isPresent() ? own.map(at -> at.seat().share()) : share(all, draft.subject(), share);
      if (number.isEmpty()) {
        return Outcome.SHARE_USED;
      }
      if (place.isEmpty()) {
        return Outcome.FULL;
      }
      try {
        subscriptions.save(draft.on(new Seat(place.get(), number.get())), draft.id());
        return Outcome.SUBSCRIBED;
      } catch (DuplicateKeyException taken) {
        // A concurrent request took this seat; another seat may be free.
      }
    }
    return Outcome.FULL;
  }

  private Optional<Integer> place(List<Subscription> all) {
    if (all.size() >= max) {
      return Optional.empty();
    }
    Set<Integer> taken = all.stream().map(each -> each.seat().place()).collect(Collectors.toSet());
    return any(IntStream.range(0, max).filter(place -> !taken.contains(place)));
  }

  private Optional<String> share(List<Subscription> all, String subject, int share) {
    Set<String> taken = new HashSet<>();
    all.stream()
        .filter(each -> each.subject().equals(subject))
        .forEach(each -> taken.add(each.seat().share()));
    if (taken.size() >= share) {
      return Optional.empty();
    }
    return any(IntStream.range(0, Math.min(share, max))
            .filter(n -> !taken.contains(subject + "#" + n)))
        .map(n -> subject + "#" + n);
  }

  /** Selects a random free seat, so that concurrent requests do not compete for the same seat. */
  private Optional<Integer> any(IntStream free) {
    int[] all = free.toArray();
    return all.length == 0 ? Optional.empty() : Optional.of(all[random.nextInt(all.length)]);
  }

  /** Removes a subscription. Returns whether it existed. */
  boolean remove(String endpoint) {
    return removeById(id(endpoint));
  }

  /** Removes a subscription. Returns whether it existed. */
  boolean removeById(String id) {
    return subscriptions.take(Query.id(id)).isPresent();
  }

  /** Deletes a subscription that its push service does not know, unless it was renewed since. */
  void drop(Subscription gone) {
    subscriptions.take(where("_id").is(gone.id()).and("auth").is(gone.auth()).json());
  }

  public void deleteExpired(Age over) {
    subscriptions.delete(where("expiresAt").olderThan(over).json());
  }

  Selection<Subscription> newestFirst() {
    return subscriptions.select(Query.all(), LATEST_FIRST.json());
  }

  /** Returns all active subscriptions. */
  List<Subscription> all() {
    Instant now = clock.instant();
    return stored().stream().filter(each -> !each.expired(now)).toList();
  }

  private List<Subscription> stored() {
    return subscriptions.find(Query.all(), Query.by("_id").json(), 0, 0);
  }

  /**
   * A browser's push subscription. Stored as one flat object.
   *
   * @param id derived from the endpoint
   * @param endpoint address at which its push service accepts messages for it
   */
  record Subscription(
      String id,
      String endpoint,
      @JsonUnwrapped Keys keys,
      @JsonUnwrapped Subscriber subscriber,
      @JsonUnwrapped Seat seat) {

    /**
     * Encryption keys of the subscription.
     *
     * @param p256dh its public key, base64url
     * @param auth its secret, base64url
     */
    record Keys(String p256dh, String auth) {}

    /**
     * The subscriber.
     *
     * @param subject subject of the subscriber's credential
     * @param expiresAt null if it does not expire
     */
    record Subscriber(String subject, Instant createdAt, Instant expiresAt) {}

    /**
     * Permits that the subscription holds. Each has a unique index, so no two subscriptions share
     * one.
     *
     * @param place number among all subscriptions, from 0; null if stored by an earlier release
     * @param share the subscriber's name and a number
     */
    record Seat(Integer place, String share) {}

    String p256dh() {
      return keys.p256dh();
    }

    String auth() {
      return keys.auth();
    }

    String subject() {
      return subscriber.subject();
    }

    boolean expired(Instant now) {
      return subscriber.expiresAt() != null && !subscriber.expiresAt().isAfter(now);
    }

    Subscription on(Seat other) {
      return new Subscription(id, endpoint, keys, subscriber, other);
    }
  }
}
