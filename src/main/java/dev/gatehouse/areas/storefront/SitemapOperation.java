package dev.gatehouse.areas.storefront;

import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import io.vertx.core.buffer.Buffer;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Sitemap of the pages that search engines may index: the home page, the local shop and its oldest
 * 10,000 products. The protocol allows 50,000 addresses.
 */
record SitemapOperation(Catalogue catalogue, boolean local) {
  private static final String SHOP = "/storefront/shop";

  Map<String, Area.Handler> operations() {
    return Map.of("storefront.sitemap", this::sitemap);
  }

  private Answer sitemap(Call call) {
    var text =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    add(text, call.base() + "/", "");
    if (local) {
      add(text, call.base() + SHOP, "");
      for (ShopProduct product : catalogue.excerpt(call).products()) {
        add(
            text,
            call.base() + SHOP + '/' + product.handle(),
            "<lastmod>" + product.updatedAt().truncatedTo(ChronoUnit.SECONDS) + "</lastmod>");
      }
    }
    text.append("</urlset>\n");
    return new Answer(
        200, Map.of("Content-Type", "application/xml"), Buffer.buffer(text.toString()), null);
  }

  /** Adds an address. Handles contain only letters, digits and dashes. */
  private static void add(StringBuilder text, String address, String more) {
    text.append("<url><loc>")
        .append(address.replace("&", "&amp;").replace("<", "&lt;"))
        .append("</loc>")
        .append(more)
        .append("</url>\n");
  }
}
