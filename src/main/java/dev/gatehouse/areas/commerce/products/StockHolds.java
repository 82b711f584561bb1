package dev.gatehouse.areas.commerce.products;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.areas.commerce.products.StockHolds.ReservationRepository.Reservation;
import dev.gatehouse.areas.commerce.products.StockHolds.ReservationRepository.Reservation.State;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockCount;
import dev.gatehouse.messages.ProductMessages.CatalogueProduct.StockHold;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import dev.gatehouse.messages.ProductMessages.WantedStock;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Stock that orders hold until they are paid. A reservation names the order and its attempt, and is
 * held, released or sold. A hold is stored in its product's document beside the stock, so that one
 * write changes both. Released and sold are final, in any order of the calls: a late hold finds the
 * end and does nothing. An end changes every product's version once, so that a hold that was about
 * to be stored at the same time fails.
 */
record StockHolds(
    StoredResource<Product> products, ReservationRepository reservations, InstantSource clock) {
  /** Maximum number of orders that hold a product at once. */
  private static final int MAX_HOLDS = 1_000;

  Message.Handlers messages() {
    return Message.Handlers.of()
        .on(ProductMessages.HOLD_STOCK, (call, request) -> hold(request))
        .on(ProductMessages.RESTOCK, (call, request) -> restock(request))
        .on(ProductMessages.SETTLE_STOCK, (call, product) -> settle(product.id()))
        .on(ProductMessages.RELEASE_STOCK, (call, request) -> end(request, State.RELEASED))
        .on(ProductMessages.SELL_STOCK, (call, request) -> end(request, State.SOLD));
  }

  /** Ends the holds of a restored product whose reservations ended while it was deleted. */
  private Done settle(String id) {
    change(id, this::settled);
    return new Done(true, "settled");
  }

  private Product settled(Product product) {
    Product left = product;
    for (StockHold hold : product.stored().holds()) {
      State state = reservations.held(hold.order(), hold.attempt());
      if (state != State.HELD) {
        left = left.withoutHolds(hold.order(), hold.attempt(), state == State.RELEASED);
      }
    }
    return left;
  }

  private StockHeld hold(HoldStock request) {
    Map<String, List<WantedStock>> byProduct = new LinkedHashMap<>();
    request
        .lines()
        .forEach(line ->
            byProduct.computeIfAbsent(line.product(), first -> new ArrayList<>()).add(line));
    State state = reservations.held(request.order(), request.attempt());
    if (state != State.HELD) {
      return ended(request, state);
    }
    List<StockShortage> shortages = new ArrayList<>();
    Map<String, BigDecimal> prices = new HashMap<>();
    for (Map.Entry<String, List<WantedStock>> each : byProduct.entrySet()) {
      Optional<Product> held = held(request, each.getKey(), each.getValue(), shortages);
      held.ifPresent(product -> prices.putAll(product.prices(clock.instant())));
    }
    if (!shortages.isEmpty()) {
      end(request.order(), request.attempt(), byProduct.keySet(), State.RELEASED);
    }
    State last = reservations.state(Reservation.id(request.order(), request.attempt()));
    if (last == State.HELD || !shortages.isEmpty()) {
      return new StockHeld(shortages, prices, null);
    }
    return ended(request, last);
  }

  /** Returns the reply to a hold that came after the end of its reservation. */
  private static StockHeld ended(HoldStock request, State end) {
    List<StockShortage> shortages = List.of();
    if (end != State.SOLD) {
      shortages =
          request.lines().stream()
              .map(line -> new StockShortage(line.product(), line.label(), 0))
              .toList();
    }
    return new StockHeld(shortages, Map.of(), end.name().toLowerCase(Locale.ROOT));
  }

  /** Holds the stock of one product, and adds what is short. Empty if the product is deleted. */
  private Optional<Product> held(
      HoldStock request, String id, List<WantedStock> lines, List<StockShortage> shortages) {
    List<StockShortage> here = new ArrayList<>();
    String reservation = Reservation.id(request.order(), request.attempt());
    Optional<Product> product =
        change(
            id,
            known -> {
              here.clear();
              // Read after the product: an end that comes later changes the product's version.
              if (reservations.state(reservation) != State.HELD) {
                return known;
              }
              return held(request, lines, known, here);
            });
    if (product.isEmpty()) {
      lines.forEach(line -> here.add(new StockShortage(id, line.label(), 0)));
    }
    shortages.addAll(here);
    return product;
  }

  /** Returns the product with the hold, or unchanged if there is a shortage. */
  private static Product held(
      HoldStock request, List<WantedStock> lines, Product known, List<StockShortage> shortages) {
    Product product = known.withoutHolds(request.order(), request.attempt(), true);
    for (WantedStock line : lines) {
      Optional<StockCount> stock = product.line(line.label());
      if (stock.isPresent() && stock.get().count() == null) {
        // An unlimited stock has nothing to hold, and nothing to give back after it is counted.
        continue;
      }
      int left = stock.map(StockCount::count).orElse(0);
      if (left < line.quantity()) {
        shortages.add(new StockShortage(known.id(), line.label(), left));
      } else {
        product =
            product.holding(
                new StockHold(request.order(), request.attempt(), line.label(), line.quantity()));
      }
    }
    if (!shortages.isEmpty()) {
      return known;
    }
    if (product.stored().holds().size() > MAX_HOLDS) {
      throw ApiException.busy(
          ErrorCode.RESERVATION_LIMIT_REACHED, "too many unpaid orders reserve this product", 60);
    }
    return product;
  }

  /**
   * Returns sold goods. They are stored as holds of an attempt that no payment has, because those
   * begin with 1, and released, so a repetition after any failure returns them once.
   */
  private Done restock(HoldStock request) {
    State state = reservations.held(request.order(), request.attempt());
    List<String> ids = request.lines().stream().map(WantedStock::product).distinct().toList();
    if (state == State.HELD) {
      String reservation = Reservation.id(request.order(), request.attempt());
      for (String id : ids) {
        change(
            id,
            known ->
                reservations.state(reservation) == State.HELD ? marked(request, known) : known);
      }
    }
    end(request.order(), request.attempt(), ids, State.RELEASED);
    return new Done(true, "restocked");
  }

  private static Product marked(HoldStock request, Product known) {
    Product marked = known.withoutHolds(request.order(), request.attempt(), false);
    for (WantedStock line : request.lines()) {
      if (line.product().equals(known.id())) {
        marked =
            marked.marking(
                new StockHold(request.order(), request.attempt(), line.label(), line.quantity()));
      }
    }
    return marked;
  }

  private Done end(EndHold request, State end) {
    State state = end(request.order(), request.attempt(), request.products(), end);
    return new Done(true, state.name().toLowerCase(Locale.ROOT));
  }

  /** Ends a reservation, applies its state to the products, and returns the state. */
  private State end(String order, int attempt, Iterable<String> ids, State end) {
    Reservation ended = reservations.end(order, attempt, end);
    if (!ended.settled()) {
      boolean giveBack = ended.state() == State.RELEASED;
      for (String id : ids) {
        change(id, known -> known.withoutHolds(order, attempt, giveBack).nextVersion());
      }
      reservations.settle(ended);
    }
    return ended.state();
  }

  /**
   * Changes a product. The change of a product always has another version.
   *
   * @return the changed product; empty if absent
   */
  private Optional<Product> change(String id, UnaryOperator<Product> change) {
    return products.change(
        id,
        known -> {
          Product changed = change.apply(known);
          boolean same = changed.equals(known);
          return same || changed.stored().version() > known.stored().version()
              ? changed
              : changed.nextVersion();
        });
  }

  /** Repository of stock reservations. All methods block. */
  static final class ReservationRepository {
    private final DocumentCollection<Reservation> reservations;
    private final InstantSource clock;

    ReservationRepository(Documents documents, InstantSource clock) {
      this.reservations =
          documents.collection("stockReservations", Reservation.class, by("endedAt"));
      this.clock = clock;
    }

    /** Returns the state of a reservation, which is held from now on if it is new. */
    State held(String order, int attempt) {
      Reservation mine = Reservation.held(order, attempt);
      try {
        return reservations.find(mine.id()).map(Reservation::state).orElseGet(() -> added(mine));
      } catch (DuplicateKeyException another) {
        return state(mine.id());
      }
    }

    private State added(Reservation reservation) {
      reservations.insert(reservation);
      return reservation.state();
    }

    State state(String id) {
      return reservations.find(id).orElseThrow().state();
    }

    /** Ends a reservation, and returns it. A reservation that has ended before keeps its state. */
    Reservation end(String order, int attempt, State end) {
      Reservation ended = Reservation.held(order, attempt).ended(end, clock.instant());
      JsonObject held = where("_id").is(ended.id()).and("state").is(State.HELD.name()).json();
      if (reservations.find(ended.id()).isEmpty()) {
        try {
          reservations.insert(ended);
          return ended;
        } catch (DuplicateKeyException another) {
          // A concurrent call has stored it.
        }
      }
      JsonObject change = Query.set("state", end.name(), "endedAt", ended.endedAt());
      return reservations
          .update(held, change, stored -> stored.state() != State.HELD)
          .orElseGet(() -> reservations.find(ended.id()).orElseThrow());
    }

    /** Marks an ended reservation whose products have all applied its state. */
    void settle(Reservation ended) {
      reservations.update(Query.id(ended.id()), Query.set("settled", true), Reservation::settled);
    }

    void deleteEnded(Age age) {
      reservations.delete(where("endedAt").olderThan(age).json());
    }

    /**
     * Reservation of stock by one attempt of an order. Its units are in the products, as holds; its
     * state decides what may happen to them.
     *
     * @param id the order's id and the attempt
     * @param settled whether every product has applied the final state
     * @param endedAt time of the final state; null while held
     */
    record Reservation(
        String id, String order, int attempt, State state, boolean settled, Instant endedAt) {

      /** States of a reservation. Released and sold are final. */
      enum State {
        HELD,
        RELEASED,
        SOLD
      }

      static String id(String order, int attempt) {
        return order + '-' + attempt;
      }

      static Reservation held(String order, int attempt) {
        return new Reservation(id(order, attempt), order, attempt, State.HELD, false, null);
      }

      Reservation ended(State end, Instant now) {
        return new Reservation(id, order, attempt, end, false, now);
      }
    }
  }
}
