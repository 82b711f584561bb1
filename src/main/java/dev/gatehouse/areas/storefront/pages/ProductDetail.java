package dev.gatehouse.areas.storefront.pages;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.pages.Site;

/** Content of the page of one product. */
public record ProductDetail(ShopLinks links, ShopProduct product) {
  public String price(Site site) {
    return ShopHome.of(site, product.sale());
  }
}
