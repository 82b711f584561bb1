package dev.gatehouse.areas.commerce.products;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.EndHold;
import dev.gatehouse.messages.ProductMessages.HoldStock;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.StockHeld;
import dev.gatehouse.messages.ProductMessages.StockShortage;
import dev.gatehouse.messages.ProductMessages.WantedStock;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stock that orders hold until they are paid. A hold is stored in its product's document beside the
 * stock, so that one write changes both. If two buyers order the last item, only one gets it.
 * Holding, releasing and selling are idempotent. Each names the order and its attempt, and never
 * changes holds of later attempts.
 */
final class StockHolds {
  /** Maximum number of orders that hold a product at once. */
  private static final int MAX_HOLDS = 1_000;

  /** Maximum number of retries of a change that lost to a concurrent change. */
  private static final int MAX_TURNS = 100;

  private final ProductRepository products;
  private final Dispatcher dispatcher;

  StockHolds(ProductRepository products, Dispatcher dispatcher) {
    this.products = products;
    this.dispatcher = dispatcher;
  }

  Message.Handlers messages() {
    return Message.Handlers.of()
        .on(ProductMessages.HOLD_STOCK, this::hold)
        .on(ProductMessages.RELEASE_STOCK, (call, request) -> end(request, true))
        .on(ProductMessages.SELL_STOCK, (call, request) -> end(request, false));
  }

  private StockHeld hold(Call call, HoldStock request) {
    Map<String, List<WantedStock>> byProduct = new LinkedHashMap<>();
    request
        .lines()
        .forEach(line ->
            byProduct.computeIfAbsent(line.product(), first -> new ArrayList<>()).add(line));
    List<StockShortage> shortages = new ArrayList<>();
    Map<String, BigDecimal> prices = new HashMap<>();
    byProduct.forEach((id, lines) -> {
      Optional<Product> held = change(id, known -> held(request, lines, known, shortages));
      held.ifPresent(product -> prices.put(id, product.offer().price()));
      if (held.isEmpty() && shortages.stream().noneMatch(each -> each.product().equals(id))) {
        lines.forEach(line -> shortages.add(new StockShortage(id, line.label(), 0)));
      }
    });
    if (!shortages.isEmpty()) {
      end(request.order(), request.attempt(), byProduct.keySet(), true);
    }
    return new StockHeld(shortages, prices);
  }

  /** Returns the product with the hold, or unchanged if there is a shortage. */
  private static Product held(
      HoldStock request, List<WantedStock> lines, Product known, List<StockShortage> shortages) {
    shortages.removeIf(each -> each.product().equals(known.id()));
    Product product = known.withoutHolds(request.order(), request.attempt(), true);
    for (WantedStock line : lines) {
      int left = product.count(line.label());
      if (left < line.quantity()) {
        shortages.add(new StockShortage(known.id(), line.label(), left));
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

  private Done end(EndHold request, boolean giveBack) {
    end(request.order(), request.attempt(), request.products(), giveBack);
    return new Done(true, giveBack ? "released" : "sold");
  }

  private void end(String order, int attempt, Iterable<String> ids, boolean giveBack) {
    for (String id : ids) {
      change(id, known -> known.withoutHolds(order, attempt, giveBack));
    }
  }

  /**
   * Changes a product and retries after a concurrent change.
   *
   * @return the changed product; empty if absent
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
        dispatcher.publish(ProductMessages.CHANGED, new ProductChanged(id));
        return Optional.of(changed);
      }
    }
    throw ApiError.busy(ErrorCode.WRITE_CONTENTION, "too many concurrent orders of this product", 1)
        .exception();
  }
}
