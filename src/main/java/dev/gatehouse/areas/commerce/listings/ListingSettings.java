package dev.gatehouse.areas.commerce.listings;

import module java.base;

import dev.gatehouse.areas.commerce.feeds.JsonFeed;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/** Source of a marketplace's listings, chosen by its settings. */
record ListingSettings(Section own, String type, Providers providers) {
  /** Listings are stored with the time of their fetch, so that earlier ones are never reused. */
  private static final ProviderCache.Ages ONCE =
      new ProviderCache.Ages(Duration.ZERO, Duration.ZERO, Duration.ZERO);

  private static final int REPLY_BYTES = 8 << 20;

  /** Returns the source of marketplace A; empty if listings are entered by hand. */
  Optional<ListingSource> a() {
    CreatorsListings.Account account =
        new CreatorsListings.Account(
            own.url("apiUrl").replaceFirst("/+$", ""),
            own.url("tokenUrl"),
            own.text("clientId"),
            own.text("clientSecret"),
            own.text("version", "[23]\\.[0-9]", "must be a version, for example 2.1 or 3.1"),
            own.text("site"),
            own.text("partnerTag"),
            items());
    return source(
        "creators",
        client -> {
          needs("clientId", account.id());
          needs("clientSecret", account.secret());
          return new CreatorsListings(client, account);
        });
  }

  private List<String> items() {
    List<String> items = own.list("items");
    Check.that(
        items.stream().allMatch(item -> item.matches("[A-Z0-9]{10}")),
        own.key("items") + " must be ASINs of ten capital letters and digits");
    return items;
  }

  /** Returns the source of marketplace B; empty if listings are entered by hand. */
  Optional<ListingSource> b() {
    BrowseListings.Search search =
        new BrowseListings.Search(
            own.url("apiUrl").replaceFirst("/+$", ""),
            own.url("tokenUrl"),
            own.text("clientId"),
            own.text("clientSecret"),
            own.text("site"),
            own.text("query"),
            own.text("seller", "[A-Za-z0-9_.*-]*", "must be a seller name"));
    return source(
        "ebay",
        client -> {
          needs("clientId", search.id());
          needs("clientSecret", search.secret());
          needs("query", search.words());
          return new BrowseListings(client, search);
        });
  }

  /**
   * @param api name of the marketplace's own API in the setting
   */
  private Optional<ListingSource> source(
      String api, Function<ProviderClient, ListingSource> ofApi) {
    MappedListings mapped = MappedListings.of(own);
    String file = own.text("file");
    var address = JsonFeed.Address.read(own, "url", "headers");
    return switch (own.choice("source", "none", "file", "json", api)) {
      case "none" -> Optional.empty();
      case "file" -> {
        needs("file", file);
        yield Optional.of(() -> JsonFeed.ofFile(Path.of(file), mapped::read));
      }
      case "json" -> {
        needs("url", address.url());
        yield Optional.of(
            shared(client -> () -> new JsonFeed(client, address).fetch("", mapped::read)));
      }
      default -> Optional.of(shared(ofApi));
    };
  }

  private void needs(String key, String value) {
    Check.that(!value.isBlank(), own.key(key) + " must be set for this source");
  }

  /** Returns a source whose concurrent callers share one fetch, and which pauses after failures. */
  private ListingSource shared(Function<ProviderClient, ListingSource> of) {
    ProviderClient client =
        providers.client(ProviderOptions.of(type).withMaxReplyBytes(REPLY_BYTES));
    ListingSource source = of.apply(client);
    ProviderCache<ListingSource.Found> cache = client.cache(ONCE, 1);
    return () -> cache.get("listings", source::fetch).value();
  }
}
