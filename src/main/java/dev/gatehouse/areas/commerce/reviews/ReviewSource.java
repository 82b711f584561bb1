package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.commerce.feeds.FieldPaths;
import dev.gatehouse.areas.commerce.feeds.JsonFeed;
import dev.gatehouse.areas.commerce.reviews.ReviewedProduct.MarketplaceReview;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.PointInTime;
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

  /**
   * Reads reviews from JSON whose structure is set in a setting. Skips those without an integer
   * rating of 1 to 5, and those with unacceptable texts.
   */
  static final class MappedReviews {
    private static final BigDecimal BEST = BigDecimal.valueOf(5);
    private static final Set<String> FIELDS =
        Set.of(
            ("productName rating totalReviews reviews reviewerName stars title body date "
                    + "verified helpful")
                .split(" "));

    private final FieldPaths paths;

    MappedReviews(Section own) {
      paths = FieldPaths.read(own, "reviewsFields", FIELDS);
    }

    /**
     * Reads a reply.
     *
     * @throws IllegalArgumentException if it has no name, rating or list of reviews, or if all
     *     reviews are invalid, because the stored reviews would be removed
     */
    ReviewedProduct.FetchedReviews read(JsonNode root) {
      String name = paths.text(root, "productName");
      var standing =
          new ReviewedProduct.Standing(
              AcceptableText.isLine(name) ? name : "",
              paths.number(root, "rating").min(BEST),
              paths.count(root, "totalReviews"));
      Optional<List<JsonNode>> list = paths.items(root, "reviews");
      List<JsonNode> items = list.orElse(List.of());
      List<JsonNode> valid = items.stream().filter(this::isValid).toList();
      boolean unknown = list.isEmpty() && name.isEmpty() && standing.rating().signum() == 0;
      if (unknown || (valid.isEmpty() && !items.isEmpty())) {
        throw new IllegalArgumentException("no valid reviews");
      }
      return new ReviewedProduct.FetchedReviews(
          standing,
          valid.stream().limit(ReviewSource.MAX_REVIEWS).map(this::review).toList(),
          items.size() - valid.size());
    }

    private boolean isValid(JsonNode item) {
      MarketplaceReview review = review(item);
      return isStars(paths.number(item, "stars"))
          && AcceptableText.isLine(review.reviewerName())
          && AcceptableText.isLine(review.title())
          && AcceptableText.isParagraph(review.body());
    }

    /** Returns whether a number is an integer from 1 to 5. */
    private static boolean isStars(BigDecimal number) {
      return number.compareTo(BigDecimal.ONE) >= 0
          && number.compareTo(BEST) <= 0
          && number.stripTrailingZeros().scale() <= 0;
    }

    private MarketplaceReview review(JsonNode item) {
      return new MarketplaceReview(
          paths.text(item, "reviewerName"),
          paths.text(item, "title"),
          paths.text(item, "body"),
          paths.count(item, "stars"),
          date(paths.text(item, "date")),
          paths.flag(item, "verified"),
          paths.count(item, "helpful"));
    }

    private static Instant date(String text) {
      try {
        return text.isEmpty() ? null : PointInTime.first(text);
      } catch (DateTimeException e) {
        return null;
      }
    }
  }
}
