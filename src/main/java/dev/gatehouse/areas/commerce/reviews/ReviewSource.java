package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import dev.gatehouse.areas.commerce.feeds.JsonFeed;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/** Source of marketplace reviews. */
interface ReviewSource {
  /** Maximum number of products; more are not stored. */
  int MAX_PRODUCTS = 200;

  int MAX_REVIEWS = 50;

  String ENDING = ".json";
  Pattern FILE = Pattern.compile("[A-Z0-9]{10}\\.json");

  /** Returns the ASINs of the known products. May block. */
  List<String> asins();

  /**
   * Fetches a product. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException if it cannot be fetched
   */
  ReviewedProduct.FetchedReviews fetch(String asin);

  /** Returns the source; empty if none is set. */
  static Optional<ReviewSource> read(Section own, Providers providers) {
    MappedReviews mapped = new MappedReviews(own);
    String folder = own.text("reviewsFolder");
    List<String> items = own.list("items");
    Check.that(
        items.size() <= MAX_PRODUCTS, own.key("items") + " must be " + MAX_PRODUCTS + " at most");
    var address = JsonFeed.Address.read(own, "reviewsUrl", "reviewsHeaders");
    return switch (own.choice("reviews", "none", "file", "json")) {
      case "file" -> {
        Check.that(!folder.isEmpty(), own.key("reviewsFolder") + " must be set for this source");
        yield Optional.of(new Folder(Path.of(folder), mapped));
      }
      case "json" -> {
        Check.that(
            !address.url().isEmpty(), own.key("reviewsUrl") + " must be set for this source");
        ProviderClient client = providers.client(ProviderOptions.of("marketplace-a-reviews"));
        yield Optional.of(new Feed(new JsonFeed(client, address), mapped, items));
      }
      default -> Optional.empty();
    };
  }

  /** Folder with a file for each product, named by its ASIN: {@code B0EXAMPLE1.json}. */
  record Folder(Path folder, MappedReviews mapped) implements ReviewSource {
    @Override
    public List<String> asins() {
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> FILE.matcher(name).matches())
            .sorted()
            .limit(MAX_PRODUCTS)
            .map(name -> name.substring(0, name.length() - ENDING.length()))
            .toList();
      } catch (IOException e) {
        throw ApiError.of(ErrorCode.DATA_UNREADABLE, "the folder of reviews cannot be read")
            .because(e.getClass().getSimpleName())
            .exception(e);
      }
    }

    @Override
    public ReviewedProduct.FetchedReviews fetch(String asin) {
      return JsonFeed.ofFile(folder.resolve(asin + ENDING), mapped::read);
    }
  }

  /** Address that returns one product at a time. */
  record Feed(JsonFeed feed, MappedReviews mapped, List<String> asins) implements ReviewSource {
    @Override
    public ReviewedProduct.FetchedReviews fetch(String asin) {
      return feed.fetch(asin, mapped::read);
    }
  }
}
