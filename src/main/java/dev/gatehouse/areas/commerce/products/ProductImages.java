package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.area.StoredResource;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.formats.PictureAddress;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.StoredTime;

/** Addresses of the images of products. All methods block. */
public final class ProductImages {
  private static final int PAGE = 200;

  private final ProductRepository products;
  private final DeletedRecords deleted;
  private final StoredResource<Product> resource;
  private final InstantSource clock;

  public ProductImages(Documents documents, Dispatcher dispatcher, InstantSource clock) {
    this.products = ProductRepository.ofProducts(documents);
    this.deleted = new DeletedRecords(documents, clock);
    this.resource = products.resource(dispatcher);
    this.clock = clock;
  }

  /**
   * Returns the images of a product.
   *
   * @throws ApiException 404 if the product does not exist
   */
  public List<String> of(String product) {
    return resource.find(product).stored().images();
  }

  /** Returns the ids of the pictures that products show. Products that do not exist are missing. */
  public Map<String, Set<String>> pictures(Collection<String> ids) {
    return Stream.concat(
            deleted.find(ProductRepository.COLLECTION, ids, Product.class).stream(),
            products.all(List.copyOf(ids)).stream())
        .collect(Collectors.toMap(Product::id, ProductImages::pictures, (old, now) -> now));
  }

  /** Returns those of some pictures that any product shows, deleted ones included. Reads all. */
  public Set<String> shown(Set<String> pictures) {
    Set<String> shown = new HashSet<>();
    for (List<Product> page = products.after("", PAGE);
        !page.isEmpty();
        page = products.after(page.getLast().id(), PAGE)) {
      page.forEach(product -> shown.addAll(pictures(product)));
    }
    deleted
        .all(ProductRepository.COLLECTION, Product.class)
        .forEach(product -> shown.addAll(pictures(product)));
    shown.retainAll(pictures);
    return shown;
  }

  private static Set<String> pictures(Product product) {
    return product.stored().images().stream()
        .flatMap(image -> PictureAddress.of(image).stream())
        .map(PictureAddress::id)
        .collect(Collectors.toSet());
  }

  /**
   * Changes the images of a product, and retries after a concurrent change.
   *
   * @return the images before the change
   * @throws ApiException 404 if the product does not exist
   */
  public List<String> change(String product, UnaryOperator<List<String>> change) {
    var before = new AtomicReference<List<String>>();
    return resource
        .change(
            product,
            known -> {
              before.set(known.stored().images());
              return new Product(
                  known
                      .stored()
                      .with(List.copyOf(change.apply(before.get())), StoredTime.now(clock)));
            })
        .map(changed -> before.get())
        .orElseThrow(resource::notFound);
  }
}
