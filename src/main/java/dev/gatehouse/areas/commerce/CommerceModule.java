package dev.gatehouse.areas.commerce;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.listings.Listings;
import dev.gatehouse.areas.commerce.printshop.Printshop;
import dev.gatehouse.areas.commerce.products.ProductOperations;
import dev.gatehouse.areas.commerce.reviews.Reviews;
import dev.gatehouse.areas.commerce.reviews.marketplace.MarketplaceReviews;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;

/** Puts the commerce area together: the catalogue, listings, reviews and the print shop's books. */
public final class CommerceModule {
  /** When marketplace reviews are fetched, by the owner's time. */
  private static final LocalTime REFRESH = LocalTime.of(3, 0);

  /** When the print shop's orders are copied, by the owner's time. */
  private static final LocalTime PRINTSHOP = LocalTime.of(4, 0);

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String REVIEW_FIGURES = "commerce.reviewFigures";
  private static final String BOOK_FIGURES = "commerce.bookFigures";

  private CommerceModule() {}

  /** The area over a node's documents. */
  public static AreaModule of(NodeServices node) throws IOException {
    boolean open = node.settings().section("products").flag("open");
    var products = new ProductOperations(node.documents(), open, node.dispatcher(), node.clock());
    var reviews = new Reviews(node);
    var listings = Listings.of(node);
    var marketplace = new MarketplaceReviews(node);
    var printshop = new Printshop(node);
    var area =
        new CommerceArea(
            List.of(
                products.operations(),
                reviews.operations(),
                listings.operations(),
                marketplace.operations(),
                printshop.operations()),
            List.of(
                products.messages(),
                Map.of(REVIEW_FIGURES, reviews::figures, BOOK_FIGURES, printshop::figures)));
    return AreaModule.of(area)
        .prepares(products::prepare)
        .prepares(reviews::prepare)
        .renders(reviews.pages())
        .listens(ProductOperations.CHANGED, event -> products.changed())
        .listens(Reviews.CHANGED, event -> reviews.changed())
        .listens(Listings.CHANGED, event -> listings.changed())
        .prepares(marketplace::prepare)
        .listens(MarketplaceReviews.REFRESHED, event -> marketplace.refreshed())
        .daily(REFRESH, "commerce.refreshReviews", marketplace::daily)
        .everySecond("commerce.fetchReviews", marketplace::step)
        .prepares(printshop::prepare)
        .renders(printshop.pages())
        .listens(Printshop.CHANGED, event -> printshop.changed())
        .every(MINUTE, "commerce.settlePrintshop", printshop::settle)
        .every(MINUTE, "commerce.resumePrintshop", printshop::resume)
        .everySecond("commerce.watchPrintshop", printshop::watch)
        .daily(PRINTSHOP, "commerce.syncPrintshop", printshop::daily)
        .closes(printshop::close)
        .every(HOUR, "commerce.refreshListings", listings::refresh)
        .every(HOUR, "commerce.mendReviews", reviews::resendMissingMails)
        .every(HOUR, "commerce.forgetCodes", reviews::deleteOld)
        .reports(REVIEW_FIGURES)
        .reports(BOOK_FIGURES);
  }
}
