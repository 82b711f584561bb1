package dev.gatehouse.areas.notifications.push;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.areas.notifications.push.Subscription.Keys;
import dev.gatehouse.areas.notifications.push.Subscription.Seat;
import dev.gatehouse.areas.notifications.push.Subscription.Subscriber;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The browsers that want to be told, one document for each endpoint. However many come at once,
 * there are never more than there may be, of all and of each subscriber: every subscription takes a
 * seat, and of two that take the same one the database refuses the second.
 */
public final class Subscriptions {
  /** The longest that a visitor is told without coming back. */
  static final Duration VISIT = Duration.ofDays(30);

  private static final int ID_BYTES = 12;
  private static final int MAX_TRIES = 100;
  private static final String VISITOR = "visitor-";

  private final DocumentCollection<Subscription> subscriptions;
  private final int max;
  private final RandomGenerator random;
  private final InstantSource clock;

  /** The result of an attempt to subscribe. */
  enum Outcome {
    SUBSCRIBED,
    /** There are as many as there may be. */
    FULL,
    /** The subscriber has as many as one may have. */
    SHARE_USED
  }

  /**
   * @param max of all subscriptions
   * @param random draws seats
   */
  public Subscriptions(Documents documents, int max, RandomGenerator random, InstantSource clock) {
    this.subscriptions = documents.collection("pushSubscriptions", Subscription.class);
    this.max = max;
    this.random = random;
    this.clock = clock;
  }

  /** Makes the indexes, and seats those whom an earlier release has stored; blocks. */
  public void prepare() {
    subscriptions.index(Query.by("place").json(), new IndexOptions().unique(true).sparse(true));
    subscriptions.index(Query.by("share").json(), new IndexOptions().unique(true).sparse(true));
    subscriptions.index(latestFirst(), new IndexOptions());
    stored().stream().filter(each -> each.seat().place() == null).forEach(this::seat);
  }

  /** Gives a seat to a subscription that has none, behind all others: nobody is sent away. */
  private void seat(Subscription old) {
    Subscriber subscriber = old.subscriber();
    if (old.subject().startsWith(VISITOR)) {
      Instant end = subscriber.createdAt().plus(VISIT);
      subscriber = new Subscriber(old.subject(), subscriber.createdAt(), end);
    }
    int place = max + random.nextInt(Integer.MAX_VALUE - max);
    Seat seat = new Seat(place, old.subject() + "#" + place);
    subscriptions.save(
        new Subscription(old.id(), old.endpoint(), old.keys(), subscriber, seat), old.id());
  }

  private static JsonObject latestFirst() {
    return Query.by("createdAt").down().then("_id").down().json();
  }

  static String id(String endpoint) {
    return Sha256.hex(endpoint, ID_BYTES);
  }

  /**
   * A subscription from now on, without a seat.
   *
   * @param visitor whether it ends by itself
   */
  Subscription draft(String endpoint, Keys keys, String subject, boolean visitor) {
    Instant now = clock.instant();
    var subscriber = new Subscriber(subject, now, visitor ? now.plus(VISIT) : null);
    return new Subscription(id(endpoint), endpoint, keys, subscriber, new Seat(null, null));
  }

  /**
   * Stores a subscription, in the place of the same browser's if that is the subscriber's.
   *
   * @param share of the subscriber: at most so many
   */
  Outcome subscribe(Subscription draft, int share) {
    deleteExpired();
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
        // Somebody else was faster: another seat may be free.
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

  /** Any of them, so that those who come at once do not all want the same. */
  private Optional<Integer> any(IntStream free) {
    int[] all = free.toArray();
    return all.length == 0 ? Optional.empty() : Optional.of(all[random.nextInt(all.length)]);
  }

  /** Returns whether there was such a subscription. */
  boolean remove(String endpoint) {
    return removeById(id(endpoint));
  }

  /** Returns whether there was such a subscription. */
  boolean removeById(String id) {
    return subscriptions.take(Query.id(id)).isPresent();
  }

  /** Forgets a subscription that its push service does not know; not one that was renewed since. */
  void drop(Subscription gone) {
    subscriptions.take(where("_id").is(gone.id()).and("auth").is(gone.auth()).json());
  }

  /** Forgets the subscriptions of visitors whose time is over. */
  public void deleteExpired() {
    subscriptions.delete(where("expiresAt").until(clock.instant()).json());
  }

  long count() {
    return subscriptions.count(Query.all());
  }

  /** One page, the latest first. */
  List<Subscription> page(int skip, int limit) {
    return subscriptions.find(Query.all(), latestFirst(), skip, limit);
  }

  /** All who are to be told. */
  List<Subscription> all() {
    Instant now = clock.instant();
    return stored().stream().filter(each -> !each.expired(now)).toList();
  }

  private List<Subscription> stored() {
    return subscriptions.find(Query.all(), Query.by("_id").json(), 0, 0);
  }
}
