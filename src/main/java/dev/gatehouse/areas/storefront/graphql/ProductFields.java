package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.ShopProduct;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.ShopPicture;
import dev.gatehouse.areas.storefront.catalogue.ShopVariant;
import dev.gatehouse.areas.storefront.graphql.LocalShop.ShopContext;
import dev.gatehouse.formats.PictureAddress;
import dev.gatehouse.formats.PlainText;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;

/** Fields of products and variants that are not components of their records. */
final class ProductFields {

  private static final String VARIANT = "ProductVariant";

  /** Image of unknown size. */
  record ShopImage(String id, String url, String altText, Integer width, Integer height) {
    /**
     * @param address null for none
     */
    static ShopImage of(DataFetchingEnvironment field, String address) {
      if (address == null) {
        return null;
      }
      ShopPicture picture = ShopPicture.of(address);
      return new ShopImage(
          null,
          picture.url(ShopContext.of(field).base()),
          PlainText.emptyToNull(picture.alt()),
          picture.uploaded().map(PictureAddress::width).orElse(null),
          picture.uploaded().map(PictureAddress::height).orElse(null));
    }

    public String src() {
      return url;
    }

    public String originalSrc() {
      return url;
    }
  }

  private ProductFields() {}

  /**
   * @param taxable whether taxes apply to the products
   */
  static RuntimeWiring.Builder wire(RuntimeWiring.Builder wiring, boolean taxable) {
    return wiring
        .type(
            "Product",
            type ->
                type.dataFetcher("descriptionHtml", of(ProductFields::html))
                    .dataFetcher("featuredImage", ProductFields::featuredImage)
                    .dataFetcher("images", ProductFields::images)
                    .dataFetcher("isGiftCard", field -> false)
                    .dataFetcher("onlineStoreUrl", ProductFields::url)
                    .dataFetcher("options", of(ProductFields::options))
                    .dataFetcher("priceRange", of(ProductFields::prices))
                    .dataFetcher("publishedAt", of(ShopProduct::createdAt))
                    .dataFetcher("requiresSellingPlan", field -> false)
                    .dataFetcher("seo", field -> Map.of())
                    .dataFetcher("totalInventory", of(ProductFields::inventory))
                    .dataFetcher("variants", ProductFields::variants))
        .type(
            VARIANT,
            type ->
                type.dataFetcher("compareAtPriceV2", ofVariant(ShopVariant::compareAtPrice))
                    .dataFetcher("image", ProductFields::image)
                    .dataFetcher("priceV2", ofVariant(ShopVariant::price))
                    .dataFetcher("product", ProductFields::product)
                    .dataFetcher("taxable", field -> taxable));
  }

  private static DataFetcher<Object> of(Function<ShopProduct, Object> value) {
    return field -> value.apply(field.getSource());
  }

  private static DataFetcher<Object> ofVariant(Function<ShopVariant, Object> value) {
    return field -> value.apply(field.getSource());
  }

  private static String html(ShopProduct product) {
    String text =
        product.description().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return text.isEmpty() ? "" : "<p>" + text + "</p>";
  }

  private static ShopImage image(DataFetchingEnvironment field) {
    ShopVariant variant = field.getSource();
    return ShopImage.of(field, variant.image());
  }

  private static ShopImage featuredImage(DataFetchingEnvironment field) {
    ShopProduct product = field.getSource();
    return product.images().isEmpty() ? null : ShopImage.of(field, product.images().getFirst());
  }

  private static GraphqlConnection<ShopImage> images(DataFetchingEnvironment field) {
    ShopProduct product = field.getSource();
    List<ShopImage> images =
        product.images().stream().map(image -> ShopImage.of(field, image)).toList();
    return GraphqlConnection.of(field, images, ShopImage::url);
  }

  private static String url(DataFetchingEnvironment field) {
    ShopProduct product = field.getSource();
    return product.url();
  }

  private static List<Map<String, Object>> options(ShopProduct product) {
    List<ShopVariant> variants = product.variants();
    if (variants.isEmpty()) {
      return List.of();
    }
    return variants.getFirst().selectedOptions().stream()
        .map(ShopVariant.SelectedOption::name)
        .map(name ->
            Map.<String, Object>of(
                "id",
                "gid://shopify/ProductOption/" + product.legacyId() + '-' + name,
                "name",
                name,
                "values",
                values(variants, name)))
        .toList();
  }

  private static List<String> values(List<ShopVariant> variants, String name) {
    return variants.stream()
        .flatMap(variant -> variant.selectedOptions().stream())
        .filter(option -> option.name().equals(name))
        .map(ShopVariant.SelectedOption::value)
        .distinct()
        .toList();
  }

  private static Map<String, Object> prices(ShopProduct product) {
    return Map.of("minVariantPrice", product.minPrice(), "maxVariantPrice", product.maxPrice());
  }

  private static Integer inventory(ShopProduct product) {
    long sum =
        product.variants().stream()
            .map(ShopVariant::quantityAvailable)
            .filter(count -> count != null)
            .mapToLong(Integer::longValue)
            .sum();
    return (int) Math.min(Integer.MAX_VALUE, sum);
  }

  private static GraphqlConnection<ShopVariant> variants(DataFetchingEnvironment field) {
    ShopProduct product = field.getSource();
    Comparator<ShopVariant> order =
        switch ((String) field.getArgument("sortKey")) {
          case "TITLE" -> Comparator.comparing(ShopVariant::title);
          case "ID" -> Comparator.comparing(ShopVariant::id);
          default -> null;
        };
    Stream<ShopVariant> variants = product.variants().stream();
    return GraphqlConnection.of(
        field,
        order == null ? product.variants() : variants.sorted(order).toList(),
        ShopVariant::id);
  }

  private static ShopProduct product(DataFetchingEnvironment field) {
    ShopVariant variant = field.getSource();
    return ShopContext.of(field).products().product(variant.productId()).orElseThrow();
  }
}
