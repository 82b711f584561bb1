package dev.gatehouse.areas.commerce.listings;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.areas.commerce.feeds.JsonFeed;
import dev.gatehouse.areas.commerce.listings.ListingSource.Listing;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ListingMessages;
import dev.gatehouse.messages.ListingMessages.ListingsChanged;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Extremes;
import dev.gatehouse.time.StoredTime;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers on marketplaces. Readers get the stored listings, regardless of age. A job fetches and
 * stores new ones every hour, so that a slow or failing marketplace does not delay readers. A
 * reader waits for the marketplace only while nothing is stored.
 */
public final class Listings {
  private static final String A = "marketplace-a";
  private static final String B = "marketplace-b";

  private static final Logger LOG = LoggerFactory.getLogger(Listings.class);

  /** One document for each marketplace. */
  private final DocumentCollection<ListingSet> sets;

  private final Map<String, ListingSource> sources;
  private final ResponseCache responses;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  /** Returns the listings' part of the area, with the sources that the settings choose. */
  public static AreaModule of(NodeServices node) {
    var listings =
        new Listings(
            node.documents(),
            sources(node.settings(), node.providers()),
            node.dispatcher(),
            node.clock());
    return AreaModule.of(Area.of("commerce", List.of(listings.operations())))
        .onAny(ListingMessages.CHANGED, listings::changed)
        .every(Duration.ofHours(1), "commerce.refreshListings", listings::refresh);
  }

  public static void readSettings(Settings settings, Providers providers) {
    sources(settings, providers);
  }

  private static Map<String, ListingSource> sources(Settings settings, Providers providers) {
    Map<String, ListingSource> sources = new LinkedHashMap<>();
    new ListingSettings(settings.section("marketplaceA"), A, providers)
        .a()
        .ifPresent(source -> sources.put(A, source));
    new ListingSettings(settings.section("marketplaceB"), B, providers)
        .b()
        .ifPresent(source -> sources.put(B, source));
    return sources;
  }

  Listings(
      Documents documents,
      Map<String, ListingSource> sources,
      Dispatcher dispatcher,
      TimeSource clock) {
    this.sets = documents.collection("listings", ListingSet.class);
    this.sources = sources;
    this.responses = new ResponseCache(clock);
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /**
   * @param id marketplace-a or marketplace-b
   * @param unreadable number of fetched listings that are left out; null if they were set
   * @param failure why the last refresh failed; null if it succeeded
   */
  private record ListingSet(
      String id, List<Listing> listings, Instant lastUpdated, Integer unreadable, String failure) {}

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.listings", Area.returning(SetView.class, responses.keeping(this::get)),
        "commerce.putListings", Area.returning(Done.class, ListingsRequest.class, this::put));
  }

  /** Removes cached answers, because a set has changed on some node. */
  void changed() {
    responses.clear();
  }

  private record SetView(
      String _id,
      List<Listing> listings,
      Instant lastUpdated,
      @JsonUnwrapped Freshness freshness) {}

  private record ListingsRequest(List<Listing> listings) {}

  private Answer get(Call call) {
    String type = call.text("type");
    return shown(
        sets.find(type).orElseGet(() -> sources.containsKey(type) ? firstOf(type) : none(type)));
  }

  private static ListingSet none(String type) {
    return new ListingSet(type, List.of(), null, null, null);
  }

  private Answer shown(ListingSet set) {
    Freshness freshness = Freshness.NONE;
    if (set.unreadable() != null) {
      freshness = Freshness.of(set.lastUpdated(), set.failure(), set.unreadable());
    }
    return Answer.ok(new SetView(set.id(), set.listings(), set.lastUpdated(), freshness))
        .with(freshness.headers(clock.instant()));
  }

  /** Returns 500, as specified, if nothing is stored and the marketplace fails. */
  private ListingSet firstOf(String type) {
    try {
      return fetched(type);
    } catch (ApiException e) {
      throw ApiError.of(
              ErrorCode.LISTINGS_UNAVAILABLE,
              "the listings of " + type + " cannot be loaded at the moment")
          .with(e.failure().headers())
          .because(e.failure().message() + ' ' + e.failure().detail())
          .exception(e);
    }
  }

  /** Fetches the listings of a marketplace and stores them. Blocks. */
  private ListingSet fetched(String type) {
    ListingSource.Found found = sources.get(type).fetch();
    List<Listing> valid = found.listings().stream().filter(Listing::isAcceptable).toList();
    int unreadable = found.unreadable() + found.listings().size() - valid.size();
    if (unreadable > 0 && valid.isEmpty()) {
      String message = type + " returned an invalid reply: all listings are invalid";
      throw ApiError.of(ErrorCode.PROVIDER_REPLY_INVALID, message).because(message).exception();
    }
    if (unreadable > 0) {
      LOG.warn("{}: {} listings are invalid and left out", type, unreadable);
    }
    return stored(new ListingSet(type, valid, StoredTime.now(clock), unreadable, null));
  }

  private ListingSet stored(ListingSet set) {
    sets.save(set, set.id());
    publishChange(set.id());
    return set;
  }

  /** Stores listings only if the stored set is the one that the caller has seen. */
  private ListingSet replaced(String type, String seen, List<Listing> listings) {
    Optional<ListingSet> before = sets.find(type);
    if (!seen.equals(ResponseCache.tag(shown(before.orElseGet(() -> none(type)))))) {
      throw ApiError.changed().exception();
    }
    // Each version of a set needs a distinct time, which identifies it.
    Instant after = before.map(set -> set.lastUpdated().plusMillis(1)).orElse(Instant.MIN);
    Instant now = StoredTime.now(clock);
    var set = new ListingSet(type, listings, Extremes.max(now, after), null, null);
    if (!replaced(before, set)) {
      throw ApiError.changed().exception();
    }
    publishChange(type);
    return set;
  }

  /** Returns false if the stored set is no longer the one that was read. */
  private boolean replaced(Optional<ListingSet> read, ListingSet next) {
    if (read.isPresent()) {
      JsonObject as =
          Query.where("_id").is(next.id()).and("lastUpdated").is(read.get().lastUpdated()).json();
      return sets.replace(as, next);
    }
    try {
      sets.insert(next);
      return true;
    } catch (DuplicateKeyException raced) {
      return false;
    }
  }

  private void publishChange(String type) {
    dispatcher.publish(ListingMessages.CHANGED, new ListingsChanged(type));
  }

  /**
   * Fetches the listings of every marketplace; those of a failing one remain unchanged. Blocks.
   *
   * @throws JobPostponedException that names the marketplaces that failed
   */
  void refresh() throws JobPostponedException {
    List<String> failed = new ArrayList<>();
    for (String type : sources.keySet()) {
      try {
        fetched(type);
      } catch (ApiException e) {
        String failure = type + ": " + e.failure().message();
        failed.add(failure);
        sets.update(Query.id(type), Query.set("failure", failure));
        publishChange(type);
      }
    }
    if (!failed.isEmpty()) {
      throw new JobPostponedException(String.join("; ", failed));
    }
  }

  /**
   * Rejected if the marketplace has a source, because the next fetch would overwrite these
   * listings.
   */
  private Answer put(Call call, ListingsRequest request) {
    String type = call.text("type");
    if (sources.containsKey(type)) {
      throw ApiException.of(
          ErrorCode.MANAGED_BY_SOURCE,
          "these listings come from a configured source and cannot be set here");
    }
    for (int i = 0; i < request.listings().size(); i++) {
      Listing listing = request.listings().get(i);
      requireAddress("listings[" + i + "].url", listing.url());
      requireAddress("listings[" + i + "].imageUrl", listing.imageUrl());
    }
    ListingSet set =
        call.seen()
            .map(seen -> replaced(type, seen, request.listings()))
            .orElseGet(() ->
                stored(
                    new ListingSet(type, request.listings(), StoredTime.now(clock), null, null)));
    return Done.answer(type + " has " + set.listings().size() + " listings");
  }

  private static void requireAddress(String field, String text) {
    badRequestUnless(
        text.isEmpty() || FieldPaths.isAddress(text), field, "must be an http or https address");
  }

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

    /**
     * Returns a source whose concurrent callers share one fetch, and which pauses after failures.
     */
    private ListingSource shared(Function<ProviderClient, ListingSource> of) {
      ProviderClient client =
          providers.client(ProviderOptions.of(type).withMaxReplyBytes(REPLY_BYTES));
      ListingSource source = of.apply(client);
      ProviderCache<ListingSource.Found> cache = client.cache(ONCE, 1);
      return () -> cache.get("listings", source::fetch).value();
    }
  }
}
