package dev.gatehouse.areas.commerce.reviews;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.caching.ComputedCache;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.reviews.ReviewOperations.Ratings;
import dev.gatehouse.areas.commerce.reviews.ReviewedProduct.MarketplaceReview;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.time.TimeSource;

/** Public reviews on marketplace A. */
public final class MarketplaceReviews {
  private static final String SHOP = "https://www.amazon.com/dp/";
  private static final int TOP = 3;
  private static final int DECIMALS = 2;

  private static final Comparator<ReviewedProduct> BEST =
      Comparator.comparing((ReviewedProduct product) -> product.standing().rating())
          .thenComparing(product -> product.standing().totalReviews())
          .thenComparing(ReviewedProduct::id, Comparator.reverseOrder());

  private static final Comparator<MarketplaceReview> TOP_FIRST =
      Comparator.comparing(MarketplaceReview::rating)
          .thenComparing(MarketplaceReview::helpful)
          .thenComparing(MarketplaceReview::date, Comparator.nullsFirst(Comparator.naturalOrder()))
          .reversed();

  /** Time of day in the owner's time zone at which reviews are fetched. */
  private static final LocalTime REFRESH = LocalTime.of(3, 0);

  /** Time after which products are read again. */
  private static final Duration MAX_AGE = Duration.ofMinutes(30);

  private final ReviewedProducts reviewedProducts;
  private final ComputedCache<List<ReviewedProduct>> cache;
  private final ResponseCache responses;
  private final InstantSource clock;

  public static void readSettings(Settings settings, Providers providers) {
    ReviewSource.read(settings.section("marketplaceA"), providers);
  }

  private MarketplaceReviews(ReviewedProducts reviewedProducts, TimeSource clock) {
    this.reviewedProducts = reviewedProducts;
    this.cache = new ComputedCache<>(1, MAX_AGE, clock::nanoTime, all -> true);
    this.responses = new ResponseCache(clock);
    this.clock = clock;
  }

  public static AreaModule of(NodeServices node) {
    Optional<ReviewSource> source =
        ReviewSource.read(node.settings().section("marketplaceA"), node.providers());
    var products = new ReviewedProducts(node.documents());
    var refresh =
        new MarketplaceRefresh(products, source, node.dispatcher(), node.clock().guarded());
    var reviews = new MarketplaceReviews(products, node.clock());
    return AreaModule.of(Area.of("commerce", List.of(reviews.operations())))
        .onAny(ReviewMessages.MARKETPLACE_REFRESHED, reviews::refreshed)
        .daily(REFRESH, node.settings().ownerZone(), "commerce.refreshReviews", refresh::daily)
        .everySecond("commerce.fetchReviews", refresh::step);
  }

  private Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.marketplaceReviews",
            Area.returning(ProductList.class, responses.keeping(this::list)),
        "commerce.marketplaceStats",
            Area.returning(StatsReply.class, responses.keeping(this::stats)),
        "commerce.bestRated", Area.returning(BestReply.class, responses.keeping(this::best)),
        "commerce.marketplaceProduct",
            Area.returning(ProductReply.class, responses.keeping(this::product)));
  }

  /** Returns all products with their reviews. Blocks if they must be read. */
  private List<ReviewedProduct> products(Call call) throws Exception {
    return cache.get("", call.deadline(), reviewedProducts::fetched);
  }

  private void refreshed() {
    cache.clear();
    responses.clear();
  }

  private record ProductView(
      String asin,
      @JsonUnwrapped ReviewedProduct.Standing standing,
      List<MarketplaceReview> reviews,
      Instant lastFetched) {
    static ProductView of(ReviewedProduct product) {
      return new ProductView(
          product.id(), product.standing(), product.reviews(), product.fetching().lastFetched());
    }
  }

  private record ProductList(
      boolean success,
      List<ProductView> data,
      PageOrder.Pagination pagination,
      @JsonUnwrapped Freshness freshness) {}

  private record ProductReply(
      boolean success, ProductView data, @JsonUnwrapped Freshness freshness) {}

  private record Best(
      String asin,
      String amazonUrl,
      @JsonUnwrapped ReviewedProduct.Standing standing,
      List<MarketplaceReview> topReviews) {}

  private record BestReply(boolean success, Best data, @JsonUnwrapped Freshness freshness) {}

  private record Stats(
      int totalProducts,
      long totalReviews,
      BigDecimal averageRating,
      Ratings ratingDistribution,
      Instant lastFetched,
      Instant oldestFetched) {}

  private record StatsReply(boolean success, Stats data, @JsonUnwrapped Freshness freshness) {}

  private Answer list(Call call) throws Exception {
    List<ReviewedProduct> all = products(call);
    var page = ListPage.of(PageOrder.of(call), all, ProductView::of);
    Freshness freshness = freshness(all);
    return Answer.ok(new ProductList(true, page.entries(), page.pagination(), freshness))
        .with(freshness.headers(clock.instant()));
  }

  private Answer product(Call call) throws Exception {
    String asin = call.text("asin");
    return products(call).stream()
        .filter(product -> product.id().equals(asin))
        .findFirst()
        .map(product -> {
          Freshness freshness = freshness(List.of(product));
          return Answer.ok(new ProductReply(true, ProductView.of(product), freshness))
              .with(freshness.headers(clock.instant()));
        })
        .orElseThrow(
            () -> ApiException.of(ErrorCode.REVIEW_NOT_FOUND, "no reviews of this product"));
  }

  private Answer best(Call call) throws Exception {
    ReviewedProduct best =
        products(call).stream()
            .max(BEST)
            .orElseThrow(() -> ApiException.of(ErrorCode.REVIEW_NOT_FOUND, "no reviews yet"));
    List<MarketplaceReview> top = best.reviews().stream().sorted(TOP_FIRST).limit(TOP).toList();
    Best shown = new Best(best.id(), SHOP + best.id(), best.standing(), top);
    Freshness freshness = freshness(List.of(best));
    return Answer.ok(new BestReply(true, shown, freshness))
        .with(freshness.headers(clock.instant()));
  }

  /** Weighs each product by the number of its reviews. */
  private Answer stats(Call call) throws Exception {
    List<ReviewedProduct> all = products(call);
    long total = all.stream().mapToLong(product -> product.standing().totalReviews()).sum();
    BigDecimal sum =
        all.stream()
            .map(ReviewedProduct::standing)
            .map(each -> each.rating().multiply(BigDecimal.valueOf(each.totalReviews())))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal average = BigDecimal.ZERO;
    if (total != 0) {
      average = sum.divide(BigDecimal.valueOf(total), DECIMALS, RoundingMode.HALF_UP);
    }
    List<Instant> times = all.stream().map(each -> each.fetching().lastFetched()).sorted().toList();
    Freshness freshness = freshness(all);
    return Answer.ok(
            new StatsReply(
                true,
                new Stats(
                    all.size(),
                    total,
                    average,
                    Ratings.of(rating -> stored(all, rating)),
                    times.isEmpty() ? null : times.getLast(),
                    times.isEmpty() ? null : times.getFirst()),
                freshness))
        .with(freshness.headers(clock.instant()));
  }

  private static Freshness freshness(List<ReviewedProduct> shown) {
    return Freshness.oldest(
        shown.stream()
            .map(ReviewedProduct::fetching)
            .map(each -> Freshness.of(each.lastFetched(), each.failure(), each.unreadable()))
            .toList());
  }

  private static long stored(List<ReviewedProduct> all, int rating) {
    return all.stream()
        .flatMap(product -> product.reviews().stream())
        .filter(review -> review.rating() == rating)
        .count();
  }
}
