package dev.gatehouse.areas.commerce.listings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.ClientCredentials;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.TokenCache;

/**
 * Source of listings from a Creators-like API, which returns ten at a time. It returns title,
 * price, picture and address, but no ratings. Versions 2.x issue tokens for a form and need their
 * version in each call. Versions 3.x issue tokens for JSON.
 */
final class CreatorsListings implements ListingSource {
  private static final int BATCH = 10;
  private static final List<String> RESOURCES =
      List.of("images.primary.large", "itemInfo.title", "offersV2.listings.price");

  private static final MappedListings MAPPED =
      new MappedListings(
          FieldPaths.of(
              Map.of(
                  "items", "/items",
                  "title", "/itemInfo/title/displayValue",
                  "asin", "/asin",
                  "price", "/offersV2/listings/0/price/money/displayAmount",
                  "url", "/detailPageURL",
                  "imageUrl", "/images/primary/large/url")),
          "title",
          "asin");

  private final ProviderClient client;
  private final Account account;
  private final TokenCache tokens;

  /**
   * Account of the owner.
   *
   * @param version of the credential, 2.1 for example
   * @param site the marketplace, for example www.amazon.com
   * @param partnerTag in the addresses of the listings
   */
  record Account(
      String url,
      String tokenUrl,
      String id,
      String secret,
      String version,
      String site,
      String partnerTag,
      List<String> items) {
    private ProviderRequest request() {
      return ClientCredentials.creators(version, tokenUrl, id, secret);
    }

    private TokenCache.Token used(TokenCache.Token token) {
      return version.startsWith("2.")
          ? new TokenCache.Token(token.text() + ", Version " + version, token.lifetime())
          : token;
    }
  }

  CreatorsListings(ProviderClient client, Account account) {
    this.client = client;
    this.account = account;
    this.tokens =
        client.tokens(() -> account.used(ClientCredentials.fetch(client, account.request())));
  }

  /** Converts a batch. If the API finds none of its items, it returns only their errors. */
  private static Found found(JsonNode reply) {
    JsonNode result =
        reply.has("itemResults") ? reply.get("itemResults") : reply.path("itemsResult");
    if (!result.path("items").isArray() && !reply.path("errors").isEmpty()) {
      return new Found(List.of(), 0);
    }
    return MAPPED.read(result);
  }

  @Override
  public Found fetch() {
    List<Found> parts = new ArrayList<>();
    List<String> items = account.items();
    for (int from = 0; from < items.size(); from += BATCH) {
      parts.add(batch(items.subList(from, Math.min(items.size(), from + BATCH))));
    }
    return Found.all(parts);
  }

  private Found batch(List<String> items) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("itemIds", items);
    body.put("itemIdType", "ASIN");
    body.put("marketplace", account.site());
    body.put("partnerTag", account.partnerTag());
    body.put("resources", RESOURCES);
    ProviderRequest request =
        ProviderRequest.post(
                account.url() + "/catalog/v1/getItems", Json.encode(body).getBytes(), true)
            .with("x-marketplace", account.site());
    return client.read(client.call(request, tokens), JsonNode.class, CreatorsListings::found);
  }
}
