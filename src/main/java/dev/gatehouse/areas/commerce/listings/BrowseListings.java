package dev.gatehouse.areas.commerce.listings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.ClientCredentials;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.areas.commerce.listings.ListingSource.Listing;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.TokenCache;

/** Source of a seller's listings from an eBay-like Browse API, read page by page. */
final class BrowseListings implements ListingSource {
  private static final int PAGE = 200;

  private final ProviderClient client;
  private final Search search;
  private final TokenCache tokens;

  /**
   * Search for listings.
   *
   * @param site for example EBAY_US
   * @param words search words; required by the API
   * @param seller whose offers are returned; empty for all sellers
   */
  record Search(
      String url,
      String tokenUrl,
      String id,
      String secret,
      String site,
      String words,
      String seller) {}

  BrowseListings(ProviderClient client, Search search) {
    this.client = client;
    this.search = search;
    ProviderRequest request =
        ClientCredentials.browse(search.tokenUrl(), search.id(), search.secret());
    this.tokens = client.tokens(() -> ClientCredentials.fetch(client, request));
  }

  private record Page(Integer total, String next, List<JsonNode> itemSummaries) {
    /**
     * Converts the page. The API omits the list if it finds nothing. Any other page without a list
     * is invalid, because the listings that it lacks would be removed.
     *
     * @param announced whether the previous page has the address of this one
     */
    Part part(int from, boolean announced) {
      if (total == null) {
        throw new IllegalArgumentException("no total");
      }
      if (itemSummaries != null) {
        Json.Elements<Item> items = Json.elements(itemSummaries, Item.class);
        return new Part(total, next != null, Found.of(items, Item::named, Item::listing));
      }
      if (announced || (from == 0 && total > 0)) {
        throw new IllegalArgumentException("no items");
      }
      return new Part(0, false, new Found(List.of(), 0));
    }
  }

  /**
   * A page's listings.
   *
   * @param total number of listings of all pages
   * @param next whether there is another page
   */
  private record Part(int total, boolean next, Found found) {}

  private record Item(
      String legacyItemId,
      Object title,
      Amount price,
      Amount currentBidPrice,
      Picture image,
      List<Picture> thumbnailImages,
      List<String> buyingOptions,
      String itemWebUrl,
      String itemAffiliateWebUrl) {
    boolean named() {
      return title instanceof String text && !text.isBlank();
    }

    Listing listing() {
      String url = FieldPaths.addressOrEmpty(itemAffiliateWebUrl);
      return new Listing(
          title.toString().strip(),
          Objects.requireNonNullElse(legacyItemId, ""),
          amount(),
          PlainText.defaultIfEmpty(url, FieldPaths.addressOrEmpty(itemWebUrl)),
          picture(),
          BigDecimal.ZERO,
          0);
    }

    private String amount() {
      boolean auction = buyingOptions != null && buyingOptions.contains("AUCTION");
      Amount shown = auction && currentBidPrice != null ? currentBidPrice : price;
      return Optional.ofNullable(shown).map(Amount::text).orElse("");
    }

    private String picture() {
      if (image != null) {
        return FieldPaths.addressOrEmpty(image.imageUrl());
      }
      return Json.present(thumbnailImages).stream()
          .findFirst()
          .map(thumbnail -> FieldPaths.addressOrEmpty(thumbnail.imageUrl()))
          .orElse("");
    }
  }

  private record Amount(String value, String currency) {
    String text() {
      if (value == null) {
        return "";
      }
      return switch (currency) {
        case null -> value;
        case "USD" -> "$" + value;
        default -> value + " " + currency;
      };
    }
  }

  private record Picture(String imageUrl) {}

  @Override
  public Found fetch() {
    List<Found> parts = new ArrayList<>();
    Part part = part(0, false);
    parts.add(part.found());
    for (int from = PAGE; from < Math.min(part.total(), MAX_LISTINGS); from += PAGE) {
      part = part(from, part.next());
      parts.add(part.found());
    }
    return Found.all(parts);
  }

  private Part part(int from, boolean announced) {
    return client.read(
        client.call(request(from), tokens), Page.class, page -> page.part(from, announced));
  }

  private ProviderRequest request(int from) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("q", search.words());
    if (!search.seller().isEmpty()) {
      query.put("filter", "sellers:{" + search.seller() + "}");
    }
    query.put("limit", Integer.toString(PAGE));
    query.put("offset", Integer.toString(from));
    return ProviderRequest.get(
            search.url() + "/item_summary/search?" + ProviderRequest.query(query))
        .with("X-EBAY-C-MARKETPLACE-ID", search.site());
  }
}
