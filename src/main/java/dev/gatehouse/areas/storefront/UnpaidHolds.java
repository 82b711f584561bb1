package dev.gatehouse.areas.storefront;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder;
import dev.gatehouse.areas.storefront.orders.ShopOrders;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.StoredTime;

/**
 * Limit of the orders that a client places without paying. Each order reserves stock, so that
 * without a limit one client could reserve the whole stock at no cost. An unpaid order counts for
 * one day, even after it has expired. Each order occupies one of the client's numbered slots, so
 * that concurrent orders cannot exceed the limit.
 */
final class UnpaidHolds {
  private static final Duration COUNTED = Duration.ofDays(1);

  /** Duration in which the cart of an order says that it was ordered. */
  private static final Duration SHOWN = Duration.ofHours(1);

  private static final int ID_BYTES = 16;
  private static final Set<String> UNPAID =
      Set.of("open", "paying", "placed", "cancelled", "expired");

  private final DocumentCollection<Hold> holds;
  private final ShopOrders orders;
  private final Limits limits;
  private final InstantSource clock;

  /**
   * Limits of one client within a day; 0 disables a limit.
   *
   * @param units units of one product in all unpaid orders
   */
  record Limits(int orders, int units) {}

  /**
   * Order that counts against its client.
   *
   * @param id client and slot
   * @param client hash of the address key
   * @param order ID of the order, which need not be stored yet
   * @param until end of the time in which it counts
   */
  record Hold(String id, String client, String order, List<Units> units, Instant until) {}

  record Units(String product, int count) {}

  UnpaidHolds(Documents documents, ShopOrders orders, Limits limits, InstantSource clock) {
    this.holds =
        documents.collection("storefrontHolds", Hold.class, by("client"), by("order"), by("until"));
    this.orders = orders;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Counts an order before it reserves stock. Counting the same order again has no effect. Blocks.
   *
   * @throws ApiException 429 if the client has too many unpaid orders or units
   */
  void claim(Caller caller, String order, ShopOrder.Goods goods) {
    if (caller.operator() || limits.orders() == 0) {
      return;
    }
    String client = client(caller);
    if (counted(client).stream().noneMatch(hold -> hold.order().equals(order))) {
      occupy(client, order, units(goods));
    }
    if (limits.units() > 0 && exceedsUnits(client, goods)) {
      release(order);
      throw rejected(
          "at most " + limits.units() + " of one product can be reserved without payment in a day");
    }
  }

  private void occupy(String client, String order, List<Units> units) {
    for (int slot = 0; slot < limits.orders(); slot++) {
      if (occupied(
          new Hold(
              client + '-' + slot, client, order, units, StoredTime.now(clock).plus(COUNTED)))) {
        return;
      }
    }
    throw rejected("at most " + limits.orders() + " unpaid orders can be placed in a day");
  }

  /** Returns whether the order has got a slot that was free. */
  private boolean occupied(Hold hold) {
    try {
      holds.insert(hold);
      return true;
    } catch (DuplicateKeyException taken) {
      return holds
          .find(hold.id())
          .filter(other -> !isCounted(other))
          .filter(other ->
              holds.replace(where("_id").is(hold.id()).and("order").is(other.order()).json(), hold))
          .isPresent();
    }
  }

  private boolean exceedsUnits(String client, ShopOrder.Goods goods) {
    Map<String, Integer> reserved =
        counted(client).stream()
            .flatMap(hold -> hold.units().stream())
            .collect(Collectors.groupingBy(Units::product, Collectors.summingInt(Units::count)));
    return goods.lines().stream()
        .anyMatch(line -> reserved.getOrDefault(line.product(), 0) > limits.units());
  }

  private List<Hold> counted(String client) {
    return holds
        .find(where("client").is(client).json(), by("_id").json(), 0, limits.orders())
        .stream()
        .filter(this::isCounted)
        .toList();
  }

  /** Returns whether an order counts. A time too far ahead is from a clock that was ahead. */
  private boolean isCounted(Hold hold) {
    Instant now = StoredTime.now(clock);
    boolean current = hold.until().isAfter(now) && !hold.until().isAfter(now.plus(COUNTED));
    return current
        && orders
            .find(hold.order())
            .map(order -> UNPAID.contains(order.state().label()))
            .orElse(true);
  }

  /**
   * Returns the order that a client has made of a cart within an hour, so that the cart does not
   * look as if it were not ordered. Blocks.
   *
   * @param quantities by variants
   */
  Optional<ShopOrder> placed(Caller caller, Map<String, Integer> quantities) {
    String client = client(caller);
    Instant since = StoredTime.now(clock).minus(SHOWN);
    return holds
        .find(where("client").is(client).json(), by("_id").json(), 0, limits.orders())
        .stream()
        .flatMap(hold -> orders.find(hold.order()).stream())
        .filter(order -> order.standing().createdAt().isAfter(since) && !order.hasEnded())
        .filter(order ->
            order.goods().lines().stream()
                .collect(Collectors.toMap(ShopOrder.Line::variant, ShopOrder.Line::quantity))
                .equals(quantities))
        .findFirst();
  }

  private static String client(Caller caller) {
    return Sha256.hex("unpaid holds " + caller.address(), ID_BYTES);
  }

  /** Removes an order that has reserved nothing. */
  void release(String order) {
    holds.delete(where("order").is(order).json());
  }

  /** Deletes orders that no longer count. Blocks. */
  void deleteOld(Age over) {
    holds.delete(where("until").olderThan(over).json());
  }

  private static List<Units> units(ShopOrder.Goods goods) {
    return goods.lines().stream()
        .collect(
            Collectors.groupingBy(
                ShopOrder.Line::product, Collectors.summingInt(ShopOrder.Line::quantity)))
        .entrySet()
        .stream()
        .map(entry -> new Units(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static ApiException rejected(String limit) {
    return ApiError.of(
            ErrorCode.UNPAID_ORDERS_LIMIT,
            limit + ": pay for your open orders, or contact the shop")
        .with(Map.of("Retry-After", Long.toString(COUNTED.toSeconds())))
        .exception();
  }
}
