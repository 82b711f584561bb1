package dev.gatehouse.areas.commerce.products;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.ProductMessages.ProductOrder;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.StoredTime;
import dev.gatehouse.time.TrustedClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Deleted products, which the owner can restore for a month with their ids, addresses and pictures.
 * A product is stored here before it is deleted, and restored before it is removed from here.
 */
final class DeletedProducts {
  private static final Duration KEPT = Duration.ofDays(30);

  private final ProductRepository deleted;
  private final ProductRepository products;
  private final StoredResource<Product> resource;
  private final StockHolds stock;
  private final InstantSource clock;
  private final Consumer<String> purged;

  /**
   * @param purged receives the ids of permanently deleted products
   */
  DeletedProducts(
      Documents documents,
      StoredResource<Product> resource,
      StockHolds stock,
      InstantSource clock,
      Consumer<String> purged) {
    this.deleted = ProductRepository.ofDeleted(documents);
    this.products = ProductRepository.ofProducts(documents);
    this.resource = resource;
    this.stock = stock;
    this.clock = clock;
    this.purged = purged;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.deleteProduct", Area.returning(Done.class, this::delete),
        "commerce.deletedProducts", Area.returning(ProductView[].class, this::list),
        "commerce.restoreProduct", Area.returning(ProductView.class, this::restore));
  }

  private Answer delete(Call call) {
    resource.delete(
        call,
        product -> {
          deleted.delete(product.id());
          deleted.add(product.changedAt(StoredTime.now(clock)));
        });
    return Done.answer("the product is deleted, and can be restored for 30 days");
  }

  private Answer list(Call call) {
    PageOrder page = PageOrder.of(call);
    return Answer.ok(
        deleted
            .page(
                ProductRepository.Part.ALL,
                ProductOrder.UPDATED,
                true,
                page.offset(),
                page.limitOrDefault())
            .stream()
            .map(product -> ProductView.of(product, clock.instant()))
            .toList());
  }

  private Answer restore(Call call) {
    Product product = deleted.find(call.text("id")).orElseThrow(resource::notFound);
    Product restored = stock.settled(product).changedAt(StoredTime.now(clock)).nextVersion();
    try {
      products.add(restored);
    } catch (DuplicateKeyException exists) {
      // An earlier attempt was interrupted, or another client has restored it.
      restored = resource.find(product.id());
    }
    deleted.delete(product.id());
    resource.changed().accept(product.id());
    return Answer.ok(ProductView.of(restored, clock.instant()));
  }

  /** Permanently deletes products that were deleted long ago. Blocks. */
  void purge(TrustedClock trusted) {
    trusted
        .olderThan(KEPT)
        .ifPresent(age -> {
          List<Product> old = deleted.changedBefore(age);
          for (Product product : old) {
            deleted.delete(product.id());
            if (products.find(product.id()).isEmpty()) {
              purged.accept(product.id());
            }
          }
        });
  }
}
