package dev.gatehouse.storefront.provider;

import dev.gatehouse.storefront.catalogue.GlobalId;
import dev.gatehouse.storefront.catalogue.ShopPrice;
import dev.gatehouse.storefront.catalogue.ShopProduct;
import dev.gatehouse.storefront.catalogue.ShopVariant;
import dev.gatehouse.storefront.catalogue.Snapshot;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A page of a shop's products as the Storefront API tells it; what is null there may be absent. */
record ProductPage(Products products) {
  record Products(PageInfo pageInfo, List<Edge> edges) {}

  record PageInfo(boolean hasNextPage, String endCursor) {}

  record Edge(Node node) {}

  /** A product; wide, since it is only read from JSON. */
  record Node(
      String id,
      String title,
      String handle,
      String description,
      String productType,
      String vendor,
      List<String> tags,
      boolean availableForSale,
      Instant createdAt,
      Instant updatedAt,
      String onlineStoreUrl,
      Image featuredImage,
      Prices priceRange,
      Variants variants) {
    boolean isWhole() {
      return id != null && title != null && handle != null && priceRange != null;
    }

    Instant changed() {
      return updatedAt == null ? Instant.EPOCH : updatedAt;
    }

    ShopProduct product(String shop) {
      return new ShopProduct(
          new ShopProduct.Key(id, GlobalId.end(GlobalId.PRODUCT, id), handle),
          new ShopProduct.Wording(
              title,
              text(description),
              text(productType),
              text(vendor),
              tags == null ? List.of() : tags),
          new ShopProduct.Sale(
              availableForSale,
              onlineStoreUrl == null ? shop + "/products/" + handle : onlineStoreUrl,
              featuredImage == null ? List.of() : List.of(featuredImage.url()),
              priceRange.minVariantPrice(),
              priceRange.maxVariantPrice()),
          variants == null ? List.of() : variants.of(id),
          createdAt == null ? changed() : createdAt,
          changed());
    }
  }

  record Image(String url) {}

  record Prices(ShopPrice minVariantPrice, ShopPrice maxVariantPrice) {}

  record Variants(List<VariantEdge> edges) {
    List<ShopVariant> of(String product) {
      return edges.stream()
          .map(VariantEdge::node)
          .filter(node -> node != null && node.id() != null && node.price() != null)
          .map(node -> node.variant(product))
          .toList();
    }
  }

  record VariantEdge(VariantNode node) {}

  /** A variant; wide, since it is only read from JSON. */
  record VariantNode(
      String id,
      String title,
      String sku,
      boolean availableForSale,
      ShopPrice price,
      List<ShopVariant.SelectedOption> selectedOptions,
      Image image) {
    ShopVariant variant(String product) {
      return new ShopVariant(
          new ShopVariant.Key(id, GlobalId.end(GlobalId.VARIANT, id), product, sku),
          text(title),
          new ShopVariant.Stock(availableForSale, null),
          price,
          selectedOptions == null ? List.of() : selectedOptions,
          image == null ? null : image.url());
    }
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }

  List<Node> nodes() {
    return products == null || products.edges() == null
        ? List.of()
        : products.edges().stream()
            .map(Edge::node)
            .filter(Objects::nonNull)
            .filter(Node::isWhole)
            .toList();
  }

  boolean hasNext() {
    return products != null && products.pageInfo() != null && products.pageInfo().hasNextPage();
  }

  String cursor() {
    return hasNext() ? products.pageInfo().endCursor() : null;
  }

  /**
   * The products of all pages; one that is on two pages, since it was changed meanwhile, is there
   * once.
   *
   * @param shop its address, for products that have none of their own
   */
  static Snapshot snapshot(List<Node> nodes, String shop) {
    List<Node> once =
        nodes.stream()
            .collect(
                Collectors.toMap(
                    Node::id, node -> node, (first, again) -> first, LinkedHashMap::new))
            .values()
            .stream()
            .toList();
    Instant updated =
        once.stream().map(Node::changed).max(Comparator.naturalOrder()).orElse(Instant.EPOCH);
    return new Snapshot(once.stream().map(node -> node.product(shop)).toList(), updated);
  }
}
