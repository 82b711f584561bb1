package dev.gatehouse.areas.payments.orders;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DueTimes;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Repository of payment orders. All methods block. */
public final class PaymentOrderRepository {
  private static final String STATE = "state";
  private static final String CAPTURE = "captureId";
  private static final String ANY_CAPTURE = "captures.id";
  private static final String PROBLEM = "problemAt";
  private static final Query.Order LATEST_FIRST = by("createdAt").down().then("_id").down();

  private static final Set<OrderState> UNPAID =
      Set.of(
          OrderState.REFUSED,
          OrderState.OPEN,
          OrderState.DECLINED,
          OrderState.VOIDED,
          OrderState.EXPIRED,
          OrderState.ABANDONED);

  private static final List<String> STATES =
      Stream.of(OrderState.values()).map(OrderState::name).toList();

  private static final Duration MAX_DELAY = Duration.ofDays(1);
  private static final DueTimes LOOKS = new DueTimes("lookAt", MAX_DELAY);
  private static final DueTimes NOTICES = new DueTimes("announceAt", MAX_DELAY);

  private final DocumentCollection<PaymentOrder> orders;
  private final InstantSource clock;

  /**
   * @param clock the guarded clock
   */
  public PaymentOrderRepository(Documents documents, InstantSource clock) {
    this.orders =
        documents.tolerantCollection(
            "paymentOrders",
            PaymentOrder.class,
            by("order"),
            by(CAPTURE).then(STATE),
            by(ANY_CAPTURE),
            by("lookAt"),
            by("announceAt"),
            LATEST_FIRST,
            by(STATE).then("createdAt").down().then("_id").down(),
            by("paidAt").then("_id"),
            by(PROBLEM).then("_id"));
    this.clock = clock;
  }

  public String newId() {
    return orders.newId();
  }

  /**
   * Stores a new order.
   *
   * @throws DuplicateKeyException if an order with this id exists
   */
  public void add(PaymentOrder order) throws DuplicateKeyException {
    orders.insert(order);
  }

  public Optional<PaymentOrder> find(String id) {
    return orders.find(id);
  }

  /** Returns the order with the given provider id. */
  public Optional<PaymentOrder> byOrder(String order) {
    return orders.findOne(where("order").is(order).json());
  }

  /** Returns the order that has a capture with the given id. */
  public Optional<PaymentOrder> byCapture(String capture) {
    return orders
        .findOne(where(CAPTURE).is(capture).json())
        .or(() -> orders.findOne(where(ANY_CAPTURE).is(capture).json()));
  }

  /** Returns whether an order may have a capture whose id is not stored, and is to be checked. */
  public boolean hasUnfinishedCapture() {
    return isAny(where(STATE).is(OrderState.CAPTURING.name()).and("lookAt").from(Instant.EPOCH))
        || isAny(where(STATE).is(OrderState.PENDING.name()).and(CAPTURE).is(null));
  }

  private boolean isAny(Query query) {
    return orders.findOne(query.json()).isPresent();
  }

  /**
   * Replaces the order that this one was made from.
   *
   * @return the stored order; empty if another caller has changed it since it was read
   */
  public Optional<PaymentOrder> change(PaymentOrder changed) {
    PaymentOrder next = changed.changedAt(clock.instant());
    return orders.replaced(Query.version(changed.id(), changed.version()), next);
  }

  /**
   * Applies a change to an order and returns the stored order. After a concurrent change, the
   * change is applied again to the latest version.
   */
  public PaymentOrder change(PaymentOrder order, UnaryOperator<PaymentOrder> change) {
    PaymentOrder known = order;
    Optional<PaymentOrder> changed = change(change.apply(known));
    while (changed.isEmpty()) {
      known = orders.find(order.id()).orElseThrow();
      changed = change(change.apply(known));
    }
    return changed.get();
  }

  /**
   * Returns the orders that are due for a check, most overdue first. Orders in states of a newer
   * release are left to a node of that release.
   */
  public List<PaymentOrder> due(int limit) {
    return LOOKS.find(orders, where(STATE).in(STATES).json(), clock.instant(), limit);
  }

  /** Returns the orders of whose change the shop is to be notified, longest waiting first. */
  public List<PaymentOrder> unannounced(int limit) {
    return NOTICES.find(orders, where(STATE).in(STATES).json(), clock.instant(), limit);
  }

  /**
   * Selects orders.
   *
   * @param state empty for all
   */
  public Selection<PaymentOrder> select(Optional<OrderState> state, boolean oldest) {
    Query.Order order = LATEST_FIRST.reversedIf(oldest);
    return orders.select(query(state), order.json());
  }

  public long count(Optional<OrderState> state) {
    return orders.count(query(state));
  }

  private static JsonObject query(Optional<OrderState> state) {
    return state.map(each -> where(STATE).is(each.name()).json()).orElseGet(Query::all);
  }

  public long createdBetween(Instant from, Instant until) {
    return orders.count(within("createdAt", from, until));
  }

  /** Streams the orders whose payment was first seen within the given period. Reads lazily. */
  public Stream<PaymentOrder> paidBetween(Instant from, Instant until) {
    return orders.select(within("paidAt", from, until), by("paidAt").then("_id").json()).all();
  }

  /** Streams the orders with a problem that appeared at or after the given time. Reads lazily. */
  public Stream<PaymentOrder> problemsSince(Instant from) {
    return orders.select(where(PROBLEM).from(from).json(), by(PROBLEM).then("_id").json()).all();
  }

  public long problemsBetween(Instant from, Instant until) {
    return orders.count(within(PROBLEM, from, until));
  }

  public void deleteUnpaid(Age age) {
    List<String> unpaid = UNPAID.stream().map(OrderState::name).toList();
    orders.delete(where(STATE).in(unpaid).and("createdAt").olderThan(age).json());
  }

  private static JsonObject within(String field, Instant from, Instant until) {
    return where(field).from(from).and(field).before(until).json();
  }
}
