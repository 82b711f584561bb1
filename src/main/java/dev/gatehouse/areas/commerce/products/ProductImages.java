package dev.gatehouse.areas.commerce.products;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.StoredTime;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Addresses of the images of products. All methods block. */
public final class ProductImages {
  /** Maximum number of retries of a change that lost to a concurrent change. */
  private static final int MAX_TURNS = 100;

  private final ProductRepository products;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  public ProductImages(Documents documents, Dispatcher dispatcher, InstantSource clock) {
    this.products = new ProductRepository(documents);
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /**
   * Returns the images of a product.
   *
   * @throws ApiException 404 if the product does not exist
   */
  public List<String> of(String product) {
    return find(product).presentation().images();
  }

  private Product find(String id) {
    return products
        .find(id)
        .orElseThrow(() -> ApiException.of(ErrorCode.PRODUCT_NOT_FOUND, "product not found"));
  }

  /** Returns the ids of products that exist. */
  public Set<String> existing(Collection<String> ids) {
    return products.all(List.copyOf(ids)).stream().map(Product::id).collect(Collectors.toSet());
  }

  /**
   * Changes the images of a product, and retries after a concurrent change.
   *
   * @return the images before the change
   * @throws ApiException 404 if the product does not exist
   */
  public List<String> change(String product, UnaryOperator<List<String>> change) {
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Product known = find(product);
      List<String> images = known.presentation().images();
      if (products.replace(known, changed(known, change.apply(images)))) {
        dispatcher.publish(ProductMessages.CHANGED, new ProductChanged(product));
        return images;
      }
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this product", 1);
  }

  private Product changed(Product known, List<String> images) {
    Product.Presentation shown = known.presentation();
    var presentation =
        new Product.Presentation(
            shown.name(),
            shown.description(),
            shown.category(),
            shown.type(),
            shown.url(),
            List.copyOf(images));
    var times = new Product.Times(known.times().createdAt(), StoredTime.now(clock));
    return new Product(
        known.id(), presentation, known.offer(), times, known.holds(), known.version() + 1);
  }
}
