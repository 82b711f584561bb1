package dev.gatehouse.areas.storefront;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.storefront.carts.CartLinks;
import dev.gatehouse.areas.storefront.catalogue.Catalogue;
import dev.gatehouse.areas.storefront.catalogue.Catalogue.Products;
import dev.gatehouse.areas.storefront.catalogue.ShopPrice;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.catalogue.Snapshot;
import dev.gatehouse.areas.storefront.charges.Pricing;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.provider.Freshness;

/** Lists of the products for sale, for the site's pages and for language models. */
final class ProductLists {
  private static final int TAG_BYTES = 12;
  private static final int MAX_DESCRIPTION = 500;

  private final Catalogue catalogue;
  private final StorefrontSettings settings;
  private final InstantSource clock;
  private volatile Feed feed = new Feed(null, "", null);

  /** Most recent feed with the snapshot that it was made from. */
  private record Feed(Snapshot of, String base, Answer answer) {}

  ProductLists(Catalogue catalogue, StorefrontSettings settings, InstantSource clock) {
    this.catalogue = catalogue;
    this.settings = settings;
    this.clock = clock;
  }

  record StorefrontProduct(
      String id,
      String legacyId,
      String title,
      String handle,
      String type,
      List<String> tags,
      String url,
      String image,
      String description,
      boolean available,
      ShopPrice price,
      List<StorefrontVariant> variants) {}

  /** Variant with the address that buys one item of it. */
  record StorefrontVariant(
      String id,
      String legacyId,
      String title,
      boolean available,
      ShopPrice price,
      List<ShopVariant.SelectedOption> options,
      String cartUrl) {}

  /**
   * Page of products.
   *
   * @param complete false if more products exist than all pages show
   * @param freshness age of an external shop's products; {@link Freshness#NONE} for the local ones
   */
  record StorefrontProducts(
      boolean success,
      List<StorefrontProduct> products,
      PageOrder.Pagination pagination,
      boolean complete,
      @JsonUnwrapped Freshness freshness) {}

  record LlmsFeed(
      String store,
      Instant generatedAt,
      String currency,
      boolean complete,
      @JsonUnwrapped LlmsPricing pricing,
      List<LlmsProduct> products) {}

  /**
   * Costs beside the prices.
   *
   * @param taxIncluded whether prices contain the tax; null without taxes
   */
  record LlmsPricing(Boolean taxIncluded, List<LlmsShipping> shipping) {
    static LlmsPricing of(Pricing pricing) {
      return new LlmsPricing(
          pricing.hasTaxes() ? pricing.includesTax() : null,
          pricing.rates().stream()
              .map(rate ->
                  new LlmsShipping(
                      rate.name(),
                      rate.countries(),
                      new BigDecimal(rate.price().text()),
                      rate.freeFrom().map(sum -> new BigDecimal(sum.text())).orElse(null)))
              .toList());
    }
  }

  /**
   * @param countries empty for all countries that no rate names
   * @param freeFrom null for never
   */
  record LlmsShipping(String name, List<String> countries, BigDecimal price, BigDecimal freeFrom) {}

  record LlmsProduct(
      String title,
      String description,
      BigDecimal price,
      String url,
      String image,
      boolean available,
      List<LlmsVariant> variants) {}

  record LlmsVariant(String title, BigDecimal price, boolean available, String buyUrl) {}

  Map<String, Area.Handler> operations() {
    return Map.of(
        "storefront.products", Area.returning(StorefrontProducts.class, this::list),
        "storefront.llms", Area.returning(LlmsFeed.class, this::feed));
  }

  private Answer list(Call call) {
    PageOrder page = PageOrder.of(call);
    Products current = catalogue.products(call);
    List<StorefrontProduct> shown =
        current.page(page.offset(), page.limitOrDefault()).stream()
            .map(product -> shown(call.base(), product))
            .toList();
    Answer answer =
        Answer.ok(
            new StorefrontProducts(
                true,
                shown,
                page.of(current.size(), shown.size()),
                current.isComplete(),
                current.freshness()));
    return tagged(answer.with(current.freshness().headers(clock.instant())));
  }

  private StorefrontProduct shown(String base, ShopProduct product) {
    return new StorefrontProduct(
        product.id(),
        product.legacyId(),
        product.title(),
        product.handle(),
        product.productType(),
        product.tags(),
        url(base, product),
        product.image(base),
        product.description(),
        product.availableForSale(),
        product.minPrice(),
        product.variants().stream().map(variant -> shown(base, variant)).toList());
  }

  private StorefrontVariant shown(String base, ShopVariant variant) {
    return new StorefrontVariant(
        variant.id(),
        variant.legacyId(),
        variant.title(),
        variant.availableForSale(),
        variant.price(),
        variant.selectedOptions(),
        cartUrl(base, variant));
  }

  private static String url(String base, ShopProduct product) {
    String own = base + "/storefront/shop/" + product.handle();
    return Objects.requireNonNullElse(product.url(), own);
  }

  private String cartUrl(String base, ShopVariant variant) {
    String shop = settings.local() ? base : settings.account().url();
    return shop + CartLinks.PATH + variant.legacyId() + ":1";
  }

  /**
   * The feed is large, so it is reused while the products and the requested base address are the
   * same.
   */
  private Answer feed(Call call) {
    Snapshot products = catalogue.excerpt(call);
    Feed known = feed;
    if (known.of() == products && known.base().equals(call.base())) {
      return known.answer();
    }
    Answer made = feed(call.base(), products);
    feed = new Feed(products, call.base(), made);
    return made;
  }

  private Answer feed(String base, Snapshot products) {
    return tagged(
        Answer.ok(
            new LlmsFeed(
                settings.facts().name(),
                products.updatedAt(),
                settings.facts().currency(),
                products.isComplete(),
                LlmsPricing.of(settings.facts().pricing()),
                products.products().stream().map(product -> written(base, product)).toList())));
  }

  private LlmsProduct written(String base, ShopProduct product) {
    return new LlmsProduct(
        product.title(),
        PlainText.beginning(product.description(), MAX_DESCRIPTION),
        product.minPrice().number(),
        url(base, product),
        product.image(base),
        product.availableForSale(),
        product.variants().stream()
            .map(variant ->
                new LlmsVariant(
                    variant.title(),
                    variant.price().number(),
                    variant.availableForSale(),
                    cartUrl(base, variant)))
            .toList());
  }

  private static Answer tagged(Answer answer) {
    String tag = Sha256.hex(answer.json().toString(), TAG_BYTES);
    return answer.with(Map.of("ETag", '"' + tag + '"'));
  }
}
