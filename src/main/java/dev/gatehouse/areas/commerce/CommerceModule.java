package dev.gatehouse.areas.commerce;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.commerce.listings.Listings;
import dev.gatehouse.areas.commerce.pictures.PictureFiles;
import dev.gatehouse.areas.commerce.pictures.PictureOperations;
import dev.gatehouse.areas.commerce.pictures.PictureRepository;
import dev.gatehouse.areas.commerce.printshop.Printshop;
import dev.gatehouse.areas.commerce.printshop.sync.SyncProblems;
import dev.gatehouse.areas.commerce.products.ProductImages;
import dev.gatehouse.areas.commerce.products.ProductOperations;
import dev.gatehouse.areas.commerce.reviews.Reviews;
import dev.gatehouse.areas.commerce.reviews.marketplace.MarketplaceReviews;
import dev.gatehouse.bus.Area;
import dev.gatehouse.messages.ListingMessages;
import dev.gatehouse.messages.PrintshopMessages;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assembles the commerce area: the catalog, listings, reviews and the print shop's books. */
public final class CommerceModule {
  /** Time of day in the owner's time zone at which marketplace reviews are fetched. */
  private static final LocalTime REFRESH = LocalTime.of(3, 0);

  /** Time of day in the owner's time zone at which the print shop's orders are copied. */
  private static final LocalTime PRINTSHOP = LocalTime.of(4, 0);

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private CommerceModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings, Providers providers) {
    settings.section("products").flag("open");
    Listings.readSettings(settings, providers);
    MarketplaceReviews.readSettings(settings, providers);
    Printshop.readSettings(settings);
  }

  /** Returns the owners of the area's blobs. */
  public static List<BlobOwner> blobs(Documents documents) {
    return PictureRepository.blobs(documents);
  }

  /** Returns the area, which stores its data in the node's documents. */
  public static AreaModule of(NodeServices node) throws IOException {
    boolean open = node.settings().section("products").flag("open");
    var stored =
        new PictureRepository(node.documents(), new ReplacedBlobs(node.documents(), node.clock()));
    var products =
        new ProductOperations(
            node.documents(), open, node.dispatcher(), node.clock(), stored::deleteOf);
    var pictures =
        new PictureOperations(
            stored,
            new PictureFiles(node.blobs()),
            new ProductImages(node.documents(), node.dispatcher(), node.clock()),
            node.codecs(),
            node.clock());
    var reviews = new Reviews(node);
    var listings = Listings.of(node);
    var marketplace = new MarketplaceReviews(node);
    var printshop = new Printshop(node);
    var area =
        Area.of(
            "commerce",
            List.of(
                products.operations(),
                pictures.operations(),
                reviews.operations(),
                listings.operations(),
                marketplace.operations(),
                printshop.operations()),
            products
                .messages()
                .on(ReviewMessages.FIGURES, reviews::figures)
                .on(PrintshopMessages.FIGURES, printshop::figures));
    return AreaModule.of(area)
        .onAny(ProductMessages.CHANGED, products::changed)
        .onAny(ReviewMessages.DECIDED, reviews::changed)
        .onAny(ListingMessages.CHANGED, listings::changed)
        .onAny(ReviewMessages.MARKETPLACE_REFRESHED, marketplace::refreshed)
        .daily(REFRESH, "commerce.refreshReviews", marketplace::daily)
        .everySecond("commerce.fetchReviews", marketplace::step)
        .addRendition(printshop.pages())
        .onAny(PrintshopMessages.CHANGED, printshop::changed)
        .every(MINUTE, "commerce.settlePrintshop", printshop::settle)
        .every(MINUTE, "commerce.resumePrintshop", printshop::resume)
        .everySecond("commerce.watchPrintshop", printshop::watch)
        .daily(PRINTSHOP, "commerce.syncPrintshop", printshop::daily)
        .onClose(printshop::close)
        .every(HOUR, "commerce.refreshListings", listings::refresh)
        .every(HOUR, "commerce.mendReviews", reviews::resendMissingMails)
        .expiring("commerce.forgetCodes", node.clock(), Duration.ZERO, reviews::deleteExpired)
        .every(
            HOUR, "commerce.forgetReservations", () -> products.deleteOldReservations(node.clock()))
        .every(HOUR, "commerce.addProductKeys", products::addKeys)
        .every(HOUR, "commerce.deletePictures", pictures::deleteOrphans)
        .addFigures(ReviewMessages.FIGURES)
        .addFigures(PrintshopMessages.FIGURES);
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages, MailLinks links) {
    Map<String, Email> samples = new HashMap<>(Reviews.mailSamples(pages, links));
    samples.put("print-shop-token", SyncProblems.tokenRejected(pages));
    return samples;
  }
}
