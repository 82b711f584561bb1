package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.storefront.catalogue.ShopProduct.GlobalId;
import dev.gatehouse.bus.Json;

/**
 * Page of a shop's products as the Storefront API returns it. Nullable fields may be absent.
 *
 * @param products of a page of products
 * @param product one of them, with a page of its variants
 */
record ProductPage(Products products, Node product) {
  /** Numbers within these lengths remain exact in every output format. */
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");

  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  record Products(PageInfo pageInfo, List<JsonNode> edges) {}

  record PageInfo(boolean hasNextPage, String endCursor) {
    PageInfo {
      if (hasNextPage) {
        Objects.requireNonNull(endCursor);
      }
    }

    static Optional<String> next(PageInfo info) {
      return Optional.ofNullable(info).filter(PageInfo::hasNextPage).map(PageInfo::endCursor);
    }
  }

  record Edge(Node node) {}

  /** Product; it has many components because it is only read from JSON. */
  record Node(
      String id,
      String title,
      String handle,
      String description,
      String productType,
      String vendor,
      boolean availableForSale,
      Instant createdAt,
      Instant updatedAt,
      String onlineStoreUrl,
      Image featuredImage,
      Prices priceRange,
      Variants variants) {
    boolean isWhole() {
      return id != null
          && title != null
          && handle != null
          && priceRange != null
          && isPrice(priceRange.minVariantPrice())
          && isPrice(priceRange.maxVariantPrice());
    }

    Instant changed() {
      return Objects.requireNonNullElse(updatedAt, Instant.EPOCH);
    }

    /** Returns the cursor of the next page of its variants; empty if this is the last. */
    Optional<String> nextVariants() {
      return Optional.ofNullable(variants).map(Variants::pageInfo).flatMap(PageInfo::next);
    }

    Part<ShopVariant> ownVariants() {
      return variants == null ? new Part<>(List.of(), 0) : variants.of(id);
    }

    /**
     * @param shop address for a product without its own address
     * @param all its variants from all pages
     */
    ShopProduct product(String shop, List<ShopVariant> all) {
      return new ShopProduct(
          id,
          GlobalId.end(GlobalId.PRODUCT, id),
          handle,
          title,
          text(description),
          text(productType),
          text(vendor),
          List.of(),
          availableForSale,
          Objects.requireNonNullElse(onlineStoreUrl, shop + "/products/" + handle),
          Image.address(featuredImage).stream().toList(),
          priceRange.minVariantPrice(),
          priceRange.maxVariantPrice(),
          all,
          Objects.requireNonNullElse(createdAt, changed()),
          changed());
    }
  }

  record Image(String url) {
    static Optional<String> address(Image image) {
      return Optional.ofNullable(image).map(Image::url);
    }
  }

  record Prices(ShopPrice minVariantPrice, ShopPrice maxVariantPrice) {}

  record Variants(PageInfo pageInfo, List<JsonNode> edges) {
    Part<ShopVariant> of(String product) {
      return Part.of(edges, VariantEdge.class)
          .map(edge ->
              Optional.ofNullable(edge.node())
                  .filter(VariantNode::isWhole)
                  .map(node -> node.variant(product)));
    }
  }

  /**
   * Readable elements of a list.
   *
   * @param unreadable number of the other elements
   */
  record Part<T>(List<T> items, int unreadable) {
    static <T> Part<T> of(List<JsonNode> list, Class<T> type) {
      Json.Elements<T> elements = Json.elements(Objects.requireNonNullElse(list, List.of()), type);
      return new Part<>(elements.items(), elements.odd());
    }

    /** Leaves out the elements for which the function returns nothing. */
    <R> Part<R> map(Function<T, Optional<R>> function) {
      List<R> kept = items.stream().map(function).flatMap(Optional::stream).toList();
      return new Part<>(kept, unreadable + items.size() - kept.size());
    }
  }

  record VariantEdge(VariantNode node) {}

  /** Variant; it has many components because it is only read from JSON. */
  record VariantNode(
      String id,
      String title,
      String sku,
      boolean availableForSale,
      ShopPrice price,
      List<ShopVariant.SelectedOption> selectedOptions,
      Image image) {
    boolean isWhole() {
      return id != null && isPrice(price);
    }

    ShopVariant variant(String product) {
      return new ShopVariant(
          id,
          GlobalId.end(GlobalId.VARIANT, id),
          product,
          sku,
          text(title),
          availableForSale,
          null,
          price,
          null,
          true,
          options(),
          Image.address(image).orElse(null));
    }

    private List<ShopVariant.SelectedOption> options() {
      return Json.present(selectedOptions).stream()
          .filter(option -> option.name() != null && option.value() != null)
          .toList();
    }
  }

  private static boolean isPrice(ShopPrice price) {
    return price != null
        && price.amount() != null
        && AMOUNT.matcher(price.amount()).matches()
        && price.currencyCode() != null
        && CURRENCY.matcher(price.currencyCode()).matches();
  }

  private static String text(String text) {
    return Objects.requireNonNullElse(text, "");
  }

  /** Returns the products that can be shown; leaves out invalid entries. */
  Part<Node> nodes() {
    return Part.of(products.edges(), Edge.class)
        .map(edge -> Optional.ofNullable(edge.node()).filter(Node::isWhole));
  }

  Optional<String> next() {
    return Optional.ofNullable(products).map(Products::pageInfo).flatMap(PageInfo::next);
  }
}
