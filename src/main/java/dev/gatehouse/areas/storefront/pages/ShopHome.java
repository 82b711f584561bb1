package dev.gatehouse.areas.storefront.pages;

import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.pages.Site;
import java.util.List;

/**
 * Content of the page of all products.
 *
 * @param name of the shop
 * @param next path of the next page; empty if absent
 */
public record ShopHome(ShopLinks links, String name, List<ShopProduct> products, String next) {
  public String price(Site site, ShopProduct product) {
    return of(site, product.sale());
  }

  /** Returns the price of a product, or the lowest price of its variants. */
  static String of(Site site, ShopProduct.Sale sale) {
    String min = text(sale.min());
    return sale.min().compareTo(sale.max()) < 0 ? site.text("shop.from", min) : min;
  }

  private static String text(ShopPrice price) {
    return price.amount() + ' ' + price.currencyCode();
  }
}
