package dev.gatehouse.areas.commerce.products;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Event;
import dev.gatehouse.contract.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stock that orders hold until they are paid. A hold stands in its product's own document, beside
 * the stock that it was taken from, so that both change in one write: of two buyers of the last
 * one, one gets it. Holding, releasing and selling may be repeated; each names the order and its
 * attempt, and never touches what a later attempt of the same order holds.
 */
final class StockHolds {
  /** Orders that hold a product at once. */
  private static final int MAX_HOLDS = 1_000;

  /** Times that a change which another one overtook is tried again. */
  private static final int MAX_TURNS = 100;

  private final ProductRepository products;
  private final Dispatcher dispatcher;

  StockHolds(ProductRepository products, Dispatcher dispatcher) {
    this.products = products;
    this.dispatcher = dispatcher;
  }

  /** Something to be held. */
  private record WantedStock(String product, String label, int quantity) {}

  /** Stock that an order wants. */
  private record HoldRequest(String order, int attempt, List<WantedStock> lines) {}

  /** Stock of which there is less than is wanted. */
  private record Shortage(String product, String label, int left) {}

  /**
   * The stock that is held: all, or nothing where something is short.
   *
   * @param prices of the products, as they are while it is held
   */
  private record HoldReply(List<Shortage> shortages, Map<String, BigDecimal> prices) {}

  /** An order whose holds are over. */
  private record EndRequest(String order, int attempt, List<String> products) {}

  Map<String, Area.Handler> messages() {
    return Map.of(
        "commerce.holdStock", this::hold,
        "commerce.releaseStock", call -> end(call, true),
        "commerce.sellStock", call -> end(call, false));
  }

  private Answer hold(Call call) {
    HoldRequest request = call.body(HoldRequest.class);
    Map<String, List<WantedStock>> byProduct = new LinkedHashMap<>();
    request
        .lines()
        .forEach(line ->
            byProduct.computeIfAbsent(line.product(), first -> new ArrayList<>()).add(line));
    List<Shortage> shortages = new ArrayList<>();
    Map<String, BigDecimal> prices = new HashMap<>();
    byProduct.forEach((id, lines) -> {
      Optional<Product> held = change(id, known -> held(request, lines, known, shortages));
      held.ifPresent(product -> prices.put(id, product.offer().price()));
      if (held.isEmpty() && shortages.stream().noneMatch(each -> each.product().equals(id))) {
        lines.forEach(line -> shortages.add(new Shortage(id, line.label(), 0)));
      }
    });
    if (!shortages.isEmpty()) {
      end(request.order(), request.attempt(), byProduct.keySet(), true);
    }
    return Answer.ok(new HoldReply(shortages, prices));
  }

  /** The product with the hold; as it is where something of it is short. */
  private static Product held(
      HoldRequest request, List<WantedStock> lines, Product known, List<Shortage> shortages) {
    shortages.removeIf(each -> each.product().equals(known.id()));
    Product product = known.withoutHolds(request.order(), request.attempt(), true);
    for (WantedStock line : lines) {
      int left = product.count(line.label());
      if (left < line.quantity()) {
        shortages.add(new Shortage(known.id(), line.label(), left));
      } else {
        product =
            product.holding(
                new Product.Hold(
                    request.order(), request.attempt(), line.label(), line.quantity()));
      }
    }
    if (shortages.stream().anyMatch(each -> each.product().equals(known.id()))) {
      return known;
    }
    if (product.holds().size() > MAX_HOLDS) {
      throw ApiError.busy(
              ErrorCode.RESERVATION_LIMIT_REACHED,
              "too many unpaid orders reserve this product",
              60)
          .exception();
    }
    return product;
  }

  private Answer end(Call call, boolean giveBack) {
    EndRequest request = call.body(EndRequest.class);
    end(request.order(), request.attempt(), request.products(), giveBack);
    return Done.answer(giveBack ? "released" : "sold");
  }

  private void end(String order, int attempt, Iterable<String> ids, boolean giveBack) {
    for (String id : ids) {
      change(id, known -> known.withoutHolds(order, attempt, giveBack));
    }
  }

  /**
   * Changes a product, again where another change came between.
   *
   * @return it as it is then; empty where there is none
   */
  private Optional<Product> change(String id, Function<Product, Product> change) {
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Optional<Product> known = products.find(id);
      if (known.isEmpty()) {
        return known;
      }
      Product changed = change.apply(known.get());
      boolean same =
          changed.holds().equals(known.get().holds())
              && changed.offer().equals(known.get().offer());
      if (same) {
        return known;
      }
      if (products.replace(known.get(), changed.nextVersion())) {
        dispatcher.publish(new Event(ProductOperations.CHANGED, Map.of("id", id)));
        return Optional.of(changed);
      }
    }
    throw ApiError.busy(ErrorCode.WRITE_CONTENTION, "too many concurrent orders of this product", 1)
        .exception();
  }
}
