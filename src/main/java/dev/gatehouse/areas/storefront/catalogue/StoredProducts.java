package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.Catalogue.Products;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ProductMessages.ProductListQuery;
import dev.gatehouse.messages.ProductMessages.ProductOrder;

/** Products of the site's own catalog. Each product is read once for its call. */
public final class StoredProducts implements Products {
  /** Maximum number of products that the searches of one call read. */
  static final int MAX_READ = 5_000;

  /** Maximum number of characters of the descriptions that the searches of one call read. */
  static final long MAX_LETTERS = 10_000_000;

  private static final int BATCH = 100;

  private final LocalCatalogue pages;
  private final Call call;
  private final Map<String, Optional<ShopProduct>> known = new HashMap<>();
  private boolean complete = true;
  private int read;
  private long letters;

  /**
   * Products to search for.
   *
   * @param after id of the product before the first one; null for none
   * @param until id of the product after the last one; null for none
   * @param matches null for all products
   */
  public record Search(
      ProductOrder order,
      boolean down,
      String after,
      String until,
      Predicate<ShopProduct> matches) {}

  /**
   * Products that a search has found.
   *
   * @param more whether more products follow, or were not searched
   * @param last global id of the last product that was searched; null if all were
   */
  public record Found(List<ShopProduct> products, boolean more, String last) {}

  StoredProducts(LocalCatalogue pages, Call call) {
    this.pages = pages;
    this.call = call;
  }

  @Override
  public List<ShopProduct> page(int skip, int limit) {
    List<ShopProduct> page = pages.list(call, ProductListQuery.oldest(skip, limit)).products();
    page.forEach(this::know);
    return page;
  }

  @Override
  public long size() {
    return pages.list(call, ProductListQuery.oldest(0, 0)).total();
  }

  /** Returns false after a search that did not read all products. */
  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public Optional<ShopProduct> product(String id) {
    String end = GlobalId.end(GlobalId.PRODUCT, id);
    if (!known.containsKey(end)) {
      read(Set.of(end));
    }
    return id.startsWith(GlobalId.PRODUCT) ? known.get(end) : Optional.empty();
  }

  private void read(Set<String> ids) {
    ids.forEach(id -> known.put(id, Optional.empty()));
    pages.products(call, List.copyOf(ids)).forEach(this::know);
  }

  private void know(ShopProduct product) {
    known.put(product.legacyId(), Optional.of(product));
  }

  @Override
  public Optional<ShopProduct> byHandle(String handle) {
    Optional<ShopProduct> found = pages.byHandle(call, handle);
    found.ifPresent(this::know);
    return found;
  }

  @Override
  public Optional<ShopVariant> variant(String id) {
    String end = GlobalId.end(GlobalId.VARIANT, id);
    return ShopVariant.product(end)
        .flatMap(product -> product(GlobalId.PRODUCT + product))
        .flatMap(product ->
            product.variants().stream()
                .filter(variant -> variant.legacyId().equals(end))
                .findFirst());
  }

  @Override
  public void expect(Collection<String> variants) {
    Set<String> ids = new HashSet<>();
    variants.forEach(
        id -> ShopVariant.product(GlobalId.end(GlobalId.VARIANT, id)).ifPresent(ids::add));
    ids.removeAll(known.keySet());
    if (!ids.isEmpty()) {
      read(ids);
    }
  }

  /**
   * Searches the catalog in an order. The effort of one call is limited.
   *
   * @return empty if the product before the first one does not exist
   */
  public Optional<Found> search(Search search, int limit) {
    try {
      return Optional.of(found(search, limit));
    } catch (ApiException failed) {
      if (failed.failure().code() == ErrorCode.PRODUCT_NOT_FOUND) {
        return Optional.empty();
      }
      throw failed;
    }
  }

  private Found found(Search search, int limit) {
    List<ShopProduct> found = new ArrayList<>();
    int batch = search.matches() == null ? Math.max(1, limit + 1) : BATCH;
    var query = new ProductListQuery(search.order(), search.down(), search.after(), 0, batch, null);
    String last = search.after() == null ? null : GlobalId.PRODUCT + search.after();
    while (read < MAX_READ && letters < MAX_LETTERS) {
      List<ShopProduct> page =
          (search.matches() == null ? pages.list(call, query) : pages.read(call, query)).products();
      for (ShopProduct product : page) {
        if (product.legacyId().equals(search.until())) {
          return new Found(found, true, null);
        }
        letters += Objects.requireNonNullElse(product.description(), "").length();
        if (search.matches() == null || search.matches().test(product)) {
          if (found.size() == limit) {
            return new Found(found, true, null);
          }
          know(product);
          found.add(product);
        }
        last = product.id();
      }
      read += page.size();
      if (page.size() < batch) {
        return new Found(found, false, null);
      }
      query = query.following(page.getLast().legacyId());
    }
    complete = false;
    return new Found(found, true, last);
  }
}
