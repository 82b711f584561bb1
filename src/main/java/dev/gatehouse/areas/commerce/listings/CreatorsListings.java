package dev.gatehouse.areas.commerce.listings;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAlias;
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

  private final ProviderClient client;
  private final Account account;
  private final TokenCache tokens;

  /**
   * Account of the owner.
   *
   * @param url of the API
   * @param key to it
   * @param site the marketplace, for example www.amazon.com
   * @param partnerTag in the addresses of the listings
   * @param items ids of the listings
   */
  record Account(String url, Key key, String site, String partnerTag, List<String> items) {}

  /**
   * @param version of the credential, 2.1 for example
   */
  record Key(String tokenUrl, String id, String secret, String version) {
    boolean namesItsVersion() {
      return version.startsWith("2.");
    }

    ProviderRequest request() {
      return ClientCredentials.creators(version, tokenUrl, id, secret);
    }

    TokenCache.Token used(TokenCache.Token token) {
      if (!namesItsVersion()) {
        return token;
      }
      return new TokenCache.Token(token.text() + ", Version " + version, token.lifetime());
    }
  }

  CreatorsListings(ProviderClient client, Account account) {
    this.client = client;
    this.account = account;
    Key key = account.key();
    this.tokens = client.tokens(() -> key.used(ClientCredentials.fetch(client, key.request())));
  }

  private record Reply(@JsonAlias("itemResults") Items itemsResult, JsonNode errors) {
    /** Converts the batch. If the API finds none of its items, it returns only their errors. */
    Found found() {
      Optional<List<JsonNode>> known = Optional.ofNullable(itemsResult).map(Items::items);
      if (known.isEmpty() && (errors == null || errors.isEmpty())) {
        throw new IllegalArgumentException("neither items nor errors");
      }
      List<JsonNode> items = known.orElse(List.of());
      return Found.of(Json.elements(items, Item.class), Item::named, Item::listing);
    }
  }

  private record Items(List<JsonNode> items) {}

  private record Item(
      String asin, String detailPageURL, Images images, Info itemInfo, Offers offersV2) {
    boolean named() {
      return asin != null
          && itemInfo != null
          && itemInfo.title() != null
          && itemInfo.title().displayValue() instanceof String;
    }

    Listing listing() {
      return new Listing(
          itemInfo.title().displayValue().toString(),
          asin,
          Optional.ofNullable(offersV2).map(Offers::price).orElse(""),
          new Listing.Links(
              FieldPaths.addressOrEmpty(detailPageURL),
              FieldPaths.addressOrEmpty(Optional.ofNullable(images).map(Images::large).orElse(""))),
          Listing.Standing.UNKNOWN);
    }
  }

  private record Images(Primary primary) {
    String large() {
      return Optional.ofNullable(primary).map(Primary::large).map(Picture::url).orElse("");
    }
  }

  private record Primary(Picture large) {}

  private record Picture(String url) {}

  private record Info(Title title) {}

  private record Title(Object displayValue) {}

  private record Offers(List<Offer> listings) {
    String price() {
      return Json.present(listings).stream().findFirst().map(Offer::shown).orElse("");
    }
  }

  private record Offer(Price price) {
    String shown() {
      return Optional.ofNullable(price).map(Price::money).map(Money::displayAmount).orElse("");
    }
  }

  private record Price(Money money) {}

  private record Money(String displayAmount) {}

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
    return client.read(client.call(request, tokens), Reply.class, Reply::found);
  }
}
