package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** Repository of orders. All methods block. */
public final class ShopOrders {
  private static final int ID_BYTES = 16;
  private static final String MAILBOX = OrderQuery.MAILBOX;

  private static final List<String> STATES = Stream.of(State.values()).map(State::name).toList();

  private static final List<String> PAID =
      Stream.of(State.values()).filter(State::isPaid).map(State::name).toList();

  private final DocumentCollection<ShopOrder> orders;
  private final RandomGenerator random;
  private final InstantSource clock;

  /**
   * @param random makes ids that cannot be guessed
   */
  public ShopOrders(Documents documents, RandomGenerator random, InstantSource clock) {
    this.orders =
        documents.tolerantCollection(
            "storefrontOrders",
            ShopOrder.class,
            by("due"),
            OrderQuery.NEWEST_FIRST,
            by("state").then("updatedAt"),
            by("state").then("createdAt").down().then("_id").down(),
            by(MAILBOX).then("createdAt"),
            by(OrderQuery.IMPORTED));
    this.random = random;
    this.clock = clock;
  }

  /** Migrates the states that releases before 1.0 stored. */
  public void prepare() {
    JsonObject renamed = new JsonObject().put("state", State.UNRESOLVED.name());
    orders.updateAll(where("state").is("UNCLEAR").json(), new JsonObject().put("$set", renamed));
  }

  /** Returns a key for a new order. Two requests with the same key make one order. */
  public String newKey() {
    byte[] key = new byte[ID_BYTES];
    random.nextBytes(key);
    return HexFormat.of().formatHex(key);
  }

  /**
   * Stores a new order that is open until a time.
   *
   * @param key from {@link #newKey}
   * @throws DuplicateKeyException if an order with this key exists
   */
  ShopOrder add(String key, ShopOrder.Goods goods, ShopOrder.Buyer buyer, Instant due)
      throws DuplicateKeyException {
    Instant now = StoredTime.now(clock);
    var order =
        new ShopOrder(
            id(key),
            1,
            goods,
            buyer,
            new ShopOrder.Standing(State.OPEN, 1, due, 0, now, now),
            ShopOrder.Payment.NONE);
    orders.insert(order);
    return order;
  }

  /**
   * Stores an order of another shop. It is never due, so nothing happens to it.
   *
   * @return false if it was stored before
   */
  boolean addImported(ShopOrder order) {
    try {
      orders.insert(order);
      return true;
    } catch (DuplicateKeyException known) {
      return false;
    }
  }

  Optional<ShopOrder> ofNumber(String number) {
    return orders.findOne(where(OrderQuery.IMPORTED).is(number).json());
  }

  Optional<ShopOrder> ofKey(String key) {
    return orders.find(id(key));
  }

  public static String id(String key) {
    return Sha256.hex("order " + key, ID_BYTES);
  }

  public Optional<ShopOrder> find(String id) {
    return orders.find(id);
  }

  /**
   * Replaces the order that this one was made from.
   *
   * @return the stored order; empty if another caller has changed it since it was read
   */
  Optional<ShopOrder> change(ShopOrder changed) {
    ShopOrder next = changed.changedAt(StoredTime.now(clock));
    return orders.replaced(Query.version(changed.id(), changed.version()), next);
  }

  /** Returns whether an order is stored that this release cannot read. */
  boolean isUnreadable(String id) {
    return orders.count(Query.id(id)) > 0 && orders.find(id).isEmpty();
  }

  /**
   * Returns the orders that are due for a check, most overdue first. Orders in states of a newer
   * release are left to a node of that release.
   */
  List<ShopOrder> due(int limit) {
    JsonObject due = where("due").until(clock.instant()).and("state").in(STATES).json();
    return orders.find(due, by("due").json(), 0, limit);
  }

  public Selection<ShopOrder> select(OrderQuery query) {
    return orders.select(query.conditions(), query.order());
  }

  /** Returns a page of the orders of a time range that were paid, oldest first. */
  public List<ShopOrder> paidBetween(Instant from, Instant until, int skip, int limit) {
    JsonObject paid =
        where("createdAt").from(from).and("createdAt").before(until).and("state").in(PAID).json();
    return orders.find(paid, by("createdAt").then("_id").json(), skip, limit);
  }

  long countBetween(Instant from, Instant until) {
    return orders.count(where("createdAt").from(from).and("createdAt").before(until).json());
  }

  long countOf(String mailbox, Instant since) {
    return orders.count(where(MAILBOX).is(mailbox).and("createdAt").from(since).json());
  }

  long count(State state) {
    return orders.count(where("state").is(state.name()).json());
  }

  /** Deletes canceled and expired orders that have reached an age. */
  void deleteExpired(Age age) {
    List<String> over = List.of(State.CANCELLED.name(), State.EXPIRED.name());
    orders.delete(where("state").in(over).and("updatedAt").olderThan(age).json());
  }

  /**
   * Selection of orders for the owner's list. Each condition has an index.
   *
   * @param state null for all
   * @param text start of an order's number, or an email address; null for all
   * @param from start of the range of creation times, inclusive; null without a bound
   * @param until end of the range, inclusive; null without a bound
   */
  public record OrderQuery(State state, String text, Instant from, Instant until, boolean oldest) {
    /** Selects all orders, newest first. */
    public static final OrderQuery ALL = new OrderQuery(null, null, null, null, false);

    static final String STATE = "state";
    static final String CREATED = "createdAt";
    static final String IMPORTED = "imported";
    static final String MAILBOX = "buyer.mailbox";
    static final Query.Order NEWEST_FIRST = by(CREATED).down().then("_id").down();
    private static final Pattern NUMBER = Pattern.compile("[0-9a-f]{1,32}");

    /** Follows all hexadecimal digits in the order of texts. */
    private static final char AFTER_DIGITS = 'g';

    /** Returns the selection of the operation's parameters. */
    public static OrderQuery of(Call call) {
      return new OrderQuery(
          Optional.ofNullable(call.text(STATE))
              .map(state -> State.valueOf(state.toUpperCase(Locale.ROOT)))
              .orElse(null),
          call.text("q"),
          PointInTime.first(call.text("from")),
          PointInTime.last(call.text("until")),
          call.text("sort").equals("oldest"));
    }

    JsonObject conditions() {
      Query query = Query.query();
      if (state != null) {
        query.and(STATE).is(state.name());
      }
      if (from != null) {
        query.and(CREATED).from(from);
      }
      if (until != null) {
        query.and(CREATED).until(until);
      }
      if (text != null) {
        search(query, text.strip().toLowerCase(Locale.ROOT));
      }
      return query.json();
    }

    private static void search(Query query, String wanted) {
      if (wanted.contains("@")) {
        query.and(MAILBOX).is(MailText.mailbox(wanted));
      } else if (wanted.startsWith("#")) {
        query.and(IMPORTED).is(wanted.substring(1).toUpperCase(Locale.ROOT));
      } else if (NUMBER.matcher(wanted).matches()) {
        query.and("_id").from(wanted).and("_id").before(wanted + AFTER_DIGITS);
      } else {
        query.and("_id").is(wanted);
      }
    }

    JsonObject order() {
      return NEWEST_FIRST.reversedIf(oldest).json();
    }
  }
}
