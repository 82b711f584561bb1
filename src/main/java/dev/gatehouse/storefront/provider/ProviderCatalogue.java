package dev.gatehouse.storefront.provider;

import dev.gatehouse.bus.Call;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.storefront.catalogue.Catalogue;
import dev.gatehouse.storefront.catalogue.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The products of a shop of others: all its pages, kept for ten minutes and served old for a day.
 */
public final class ProviderCatalogue implements Catalogue {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderCatalogue.class);
  private static final String KEY = "products";
  private static final int PAGE = 100;
  private static final int MAX_PAGES = 20;
  private static final Duration FETCH = Duration.ofSeconds(60);
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(24));

  private static final String QUERY =
      """
      query AllProducts($first: Int!, $after: String) {
        products(first: $first, after: $after, sortKey: UPDATED_AT, reverse: true) {
          pageInfo { hasNextPage endCursor }
          edges { node {
            id title handle description productType vendor tags availableForSale createdAt updatedAt
            onlineStoreUrl featuredImage { url altText }
            priceRange {
              minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode }
            }
            variants(first: 100) { edges { node {
              id title sku availableForSale price { amount currencyCode }
              selectedOptions { name value } image { url }
            } } }
          } }
        }
      }
      """;

  private final StorefrontApi api;
  private final ProviderCache<Snapshot> cache;

  public ProviderCatalogue(StorefrontApi api, ProviderClient client) {
    this.api = api;
    this.cache = client.cache(AGES, 1, FETCH);
  }

  @Override
  public Snapshot current(Call call) {
    api.account().mustBeConfigured();
    return cache.get(KEY, this::fetch).value();
  }

  private Snapshot fetch() {
    List<ProductPage.Node> nodes = new ArrayList<>();
    Map<String, Object> variables = new HashMap<>(Map.of("first", PAGE));
    boolean more = true;
    for (int page = 0; more && page < MAX_PAGES; page++) {
      ProductPage found =
          api.query(Map.of("query", QUERY, "variables", Map.copyOf(variables)), ProductPage.class);
      nodes.addAll(found.nodes());
      String cursor = found.cursor();
      more = found.hasNext() && cursor != null && !cursor.equals(variables.get("after"));
      variables.put("after", cursor == null ? "" : cursor);
    }
    if (more) {
      LOG.warn("the storefront has more than {} products: the others are left out", nodes.size());
    }
    return ProductPage.snapshot(nodes, api.account().url());
  }
}
