package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.Call;
import dev.gatehouse.provider.Freshness;

/** Catalog of the products for sale, independent of their source. */
public interface Catalogue {
  /**
   * Returns the current or recent products. May block.
   *
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  Products products(Call call);

  /**
   * Returns the products of the feed, which may be only the oldest ones. May block.
   *
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  Snapshot excerpt(Call call);

  /**
   * Returns the excerpt; only its first products while it is loaded for the first time. May block.
   *
   * @param wait maximum time to wait for the first products
   * @throws dev.gatehouse.bus.ApiException if no products are available
   */
  default Snapshot excerptSoFar(Call call, Duration wait) {
    return excerpt(call);
  }

  /**
   * Products for sale as one call sees them. The methods may block, and throw an {@link
   * dev.gatehouse.bus.ApiException} if the products cannot be read.
   */
  interface Products {
    /** Returns a part of the products in display order. */
    List<ShopProduct> page(int skip, int limit);

    long size();

    /** Returns whether all products and variants were included. Answers report if they were not. */
    boolean isComplete();

    /** Returns the age of the products; {@link Freshness#NONE} for the local catalog. */
    default Freshness freshness() {
      return Freshness.NONE;
    }

    Optional<ShopProduct> product(String id);

    /** Returns the product of a handle. Of the local catalog, earlier handles are known, too. */
    Optional<ShopProduct> byHandle(String handle);

    /** Returns a variant by its global id or the end of it. */
    Optional<ShopVariant> variant(String id);

    /** Reads the products of variants together, since they are needed next. */
    void expect(Collection<String> variants);
  }
}
