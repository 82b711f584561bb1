package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.areas.storefront.carts.CartText;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.Shelf;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.pages.NoticePages;
import dev.gatehouse.areas.storefront.pages.ProductDetail;
import dev.gatehouse.areas.storefront.pages.ShopHome;
import dev.gatehouse.areas.storefront.pages.ShopLinks;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.messages.ReviewMessages.ProductReviews;
import dev.gatehouse.messages.ReviewMessages.ReviewsQuery;
import dev.gatehouse.provider.ProviderRequest;
import io.vertx.core.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pages of the products for sale. */
record ShelfOperations(
    Catalogue catalogue, StorefrontSettings settings, Dispatcher dispatcher, NoticePages pages) {
  private static final Logger LOG = LoggerFactory.getLogger(ShelfOperations.class);
  private static final String SHOP = "/storefront/shop";
  private static final int MAX_REVIEWS = 20;

  /** A page without reviews is better than one that waits for them. */
  private static final Duration REVIEWS = Duration.ofSeconds(2);

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.shopPage", this::shop,
        "storefront.productPage", this::product,
        "storefront.sitemap", this::sitemap);
  }

  private Answer shop(Call call) {
    if (!settings.local()) {
      return elsewhere("/");
    }
    PageOrder page = PageOrder.of(call);
    var wish = new Shelf.Wish(text(call, "q").strip(), text(call, "category"), call.text("sort"));
    Shelf.Found found = new Shelf(catalogue, call).find(wish, page.offset(), page.limitOrDefault());
    return pages.answer(
        "shop/home",
        new ShopHome(
            new ShopLinks(inAddress(call)),
            new ShopHome.Place(settings.facts().name(), call.base(), settings.facts().pricing()),
            wish,
            found,
            page.offset(),
            page.limitOrDefault()));
  }

  private static String text(Call call, String name) {
    String text = call.text(name);
    return Objects.requireNonNullElse(text, "");
  }

  private static CartText inAddress(Call call) {
    return CartText.of("cart", text(call, "cart"));
  }

  private Answer product(Call call) {
    String handle = call.text("handle");
    if (!settings.local()) {
      return elsewhere("/products/" + ProviderRequest.encode(handle));
    }
    ShopProduct product =
        catalogue
            .products(call)
            .byHandle(handle)
            .orElseThrow(() -> ApiException.of(ErrorCode.PRODUCT_NOT_FOUND, "product not found"));
    ShopLinks links = new ShopLinks(inAddress(call));
    if (!product.handle().equals(handle)) {
      return moved(links.product(product.handle()));
    }
    return pages.answer(
        "shop/product",
        new ProductDetail(
            links, product, reviews(call, product), call.base(), settings.facts().pricing()));
  }

  /** Returns the reviews of a product; empty if they cannot be read now. */
  private Optional<ProductReviews> reviews(Call call, ShopProduct product) {
    try {
      return Optional.of(
          dispatcher
              .ask(
                  ReviewMessages.OF_PRODUCT,
                  new ReviewsQuery(product.legacyId(), MAX_REVIEWS),
                  call.origin(),
                  REVIEWS)
              .data());
    } catch (ApiException failed) {
      LOG.warn("product page without reviews: {}", failed.failure().message());
      return Optional.empty();
    }
  }

  private Answer elsewhere(String path) {
    return moved(settings.externalShop() + path);
  }

  private static Answer moved(String address) {
    return new Answer(302, Map.of("Location", address), null, null);
  }

  /**
   * Returns the pages that search engines may index: the home page, the local shop and its oldest
   * 10,000 products. The protocol allows 50,000 addresses.
   */
  private Answer sitemap(Call call) {
    var text =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    add(text, call.base() + "/", "");
    if (settings.local()) {
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
