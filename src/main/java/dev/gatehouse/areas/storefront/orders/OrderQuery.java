package dev.gatehouse.areas.storefront.orders;

import static dev.gatehouse.store.Query.by;

import module java.base;

import dev.gatehouse.areas.storefront.orders.ShopOrder.State;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

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
