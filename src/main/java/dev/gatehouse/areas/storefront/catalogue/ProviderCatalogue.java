package dev.gatehouse.areas.storefront.catalogue;

import module java.base;

import dev.gatehouse.bus.Call;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Products of an external shop with all pages of products and variants. They are cached for ten
 * minutes and served stale for up to a day.
 */
public final class ProviderCatalogue implements Catalogue {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderCatalogue.class);
  private static final String KEY = "products";
  private static final int PAGE = 100;
  private static final int MAX_PAGES = 20;

  /** Maximum number of variant pages beyond each product's first, over all products. */
  private static final int MAX_MORE_VARIANTS = 60;

  private static final Duration FETCH = Duration.ofSeconds(60);
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(24));

  private static final String VARIANTS =
      """
      {
        pageInfo { hasNextPage endCursor }
        edges { node {
          id title sku availableForSale price { amount currencyCode }
          selectedOptions { name value } image { url }
        } }
      }
      """;

  private static final String QUERY =
      """
      query AllProducts($first: Int!, $after: String) {
        products(first: $first, after: $after, sortKey: UPDATED_AT, reverse: true) {
          pageInfo { hasNextPage endCursor }
          edges { node {
            id title handle description productType vendor availableForSale createdAt updatedAt
            onlineStoreUrl featuredImage { url altText }
            priceRange {
              minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode }
            }
            variants(first: 100) %s
          } }
        }
      }
      """
          .formatted(VARIANTS);

  private static final String MORE_VARIANTS =
      """
      query MoreVariants($id: ID!, $after: String!) {
        product(id: $id) { id variants(first: 250, after: $after) %s }
      }
      """
          .formatted(VARIANTS);

  private final StorefrontApi api;
  private final ProviderCache<Snapshot> cache;

  public ProviderCatalogue(StorefrontApi api, ProviderClient client) {
    this.api = api;
    this.cache = client.cache(AGES, 1, FETCH);
  }

  @Override
  public Snapshot excerpt(Call call) {
    return fetched().value();
  }

  @Override
  public Snapshot products(Call call) {
    ProviderCache.Fetched<Snapshot> fetched = fetched();
    Snapshot products = fetched.value();
    return products.as(Freshness.of(fetched, products.freshness().unreadable()));
  }

  private ProviderCache.Fetched<Snapshot> fetched() {
    api.account().mustBeConfigured();
    return cache.get(KEY, () -> new Fetch().snapshot());
  }

  private ProductPage ask(String query, Map<String, Object> variables) {
    return api.query(Map.of("query", query, "variables", variables), ProductPage.class);
  }

  /** One read of the whole shop. */
  private final class Fetch {
    private int moreVariants;
    private int unreadable;
    private boolean complete = true;

    Snapshot snapshot() {
      List<ProductPage.Node> nodes = nodes();
      if (unreadable > 0 && nodes.isEmpty()) {
        throw api.invalid("all products are invalid");
      }
      Instant updated =
          nodes.stream()
              .map(ProductPage.Node::changed)
              .max(Comparator.naturalOrder())
              .orElse(Instant.EPOCH);
      List<ShopProduct> products =
          nodes.stream().map(node -> node.product(api.account().url(), variants(node))).toList();
      if (!complete) {
        LOG.warn("the storefront has more products than are read: {} products", nodes.size());
      }
      if (unreadable > 0) {
        LOG.warn("the storefront has invalid entries, which are left out: {}", unreadable);
      }
      return new Snapshot(products, updated, complete, Freshness.ofList(unreadable));
    }

    /**
     * Returns the products of all pages. A product that moved to another page meanwhile is returned
     * once.
     */
    private List<ProductPage.Node> nodes() {
      Map<String, ProductPage.Node> nodes = new LinkedHashMap<>();
      Optional<String> after = Optional.empty();
      for (int page = 0; page < MAX_PAGES; page++) {
        Map<String, Object> first = Map.of("first", PAGE);
        ProductPage found =
            ask(
                QUERY,
                after
                    .map(place -> Map.<String, Object>of("first", PAGE, "after", place))
                    .orElse(first));
        if (found.products() == null || found.products().edges() == null) {
          throw api.invalid("no list of products");
        }
        readable(found.nodes()).forEach(node -> nodes.putIfAbsent(node.id(), node));
        Optional<String> next = found.next();
        if (next.isEmpty()) {
          return List.copyOf(nodes.values());
        }
        if (next.equals(after)) {
          throw api.invalid("the list of products repeats a cursor");
        }
        after = next;
      }
      complete = false;
      return List.copyOf(nodes.values());
    }

    private <T> List<T> readable(ProductPage.Part<T> part) {
      unreadable += part.unreadable();
      return part.items();
    }

    private List<ShopVariant> variants(ProductPage.Node node) {
      List<ShopVariant> variants = new ArrayList<>(readable(node.ownVariants()));
      Optional<String> after = node.nextVariants();
      while (after.isPresent()) {
        if (moreVariants == MAX_MORE_VARIANTS) {
          complete = false;
          return variants;
        }
        moreVariants++;
        ProductPage.Node more =
            ask(MORE_VARIANTS, Map.of("id", node.id(), "after", after.get())).product();
        if (more == null) {
          // The product was removed meanwhile.
          return variants;
        }
        if (more.variants() != null) {
          variants.addAll(readable(more.variants().of(node.id())));
        }
        Optional<String> next = more.nextVariants();
        if (next.isPresent() && next.equals(after)) {
          throw api.invalid("a list of variants repeats a cursor");
        }
        after = next;
      }
      return variants;
    }
  }
}
