package dev.gatehouse.areas.commerce;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.imports.ImportOperations;
import dev.gatehouse.areas.commerce.listings.Listings;
import dev.gatehouse.areas.commerce.pictures.PictureFiles;
import dev.gatehouse.areas.commerce.pictures.PictureOperations;
import dev.gatehouse.areas.commerce.pictures.PictureRepository;
import dev.gatehouse.areas.commerce.pictures.PictureSweep;
import dev.gatehouse.areas.commerce.printshop.Printshop;
import dev.gatehouse.areas.commerce.printshop.Synchronizer;
import dev.gatehouse.areas.commerce.products.ProductImages;
import dev.gatehouse.areas.commerce.products.ProductOperations;
import dev.gatehouse.areas.commerce.products.ProductOperations.SubmittedProduct;
import dev.gatehouse.areas.commerce.reviews.MarketplaceReviews;
import dev.gatehouse.areas.commerce.reviews.Reviews;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assembles the commerce area: the catalog, listings, reviews and the print shop's books. */
public final class CommerceModule {
  private static final Duration HOUR = Duration.ofHours(1);

  private CommerceModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings, Providers providers) {
    settings.section("products").flag("open");
    settings.section("retention").duration("rejectedReviews");
    Listings.readSettings(settings, providers);
    MarketplaceReviews.readSettings(settings, providers);
    Printshop.readSettings(settings);
  }

  public static List<BlobOwner> blobs(Documents documents) {
    return PictureRepository.blobs(documents);
  }

  public static AreaModule of(NodeServices node) throws IOException {
    return AreaModule.of(
        "commerce",
        List.of(
            products(node),
            Reviews.of(node),
            Listings.of(node),
            MarketplaceReviews.of(node),
            Printshop.of(node)));
  }

  private static AreaModule products(NodeServices node) {
    var settings =
        new ProductOperations.Settings(
            node.settings().section("products").flag("open"),
            node.settings().section("payments").text("currency"));
    var stored =
        new PictureRepository(node.documents(), new ReplacedBlobs(node.documents(), node.clock()));
    var images = new ProductImages(node.documents(), node.dispatcher(), node.clock());
    var sweep = new PictureSweep(stored, images);
    var mails = new SubmissionMails(node.outbox(), node.pages(), new MailLinks(node.settings()));
    var products =
        new ProductOperations(
            node.documents(), settings, node.dispatcher(), node.clock(), mails::send);
    var pictures =
        new PictureOperations(
            stored, new PictureFiles(node.blobs()), images, node.codecs(), node.clock());
    var imports =
        new ImportOperations(
            List.of(
                new ImportOperations.Kind(
                    "products", "commerce.importProducts", call -> products.imports(pictures))),
            node.blobs());
    var groups = List.of(products.operations(), pictures.operations(), imports.operations());
    Message.Handlers messages = products.messages().and(imports.messages(ImportMessages.PRODUCTS));
    return AreaModule.of(Area.of("commerce", groups, messages))
        .onAny(ProductMessages.CHANGED, products::changed)
        .expiring(
            "commerce.forgetReservations",
            node.clock(),
            ProductOperations.RESERVATIONS_KEPT,
            products::deleteOldReservations)
        .every(HOUR, "commerce.addProductKeys", products::addKeys)
        .every(Duration.ofMinutes(1), "commerce.publishSales", products::publishSales)
        .every(HOUR, "commerce.deletePictures", () -> sweep.deleteUnused(node.clock()));
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages, MailLinks links) {
    Map<String, Email> samples = new HashMap<>(Reviews.mailSamples(pages, links));
    samples.put(
        "product-submitted", SubmissionMails.mail(pages, "T-shirt", links.base("") + "/console"));
    samples.put("print-shop-token", Synchronizer.tokenRejected(pages));
    return samples;
  }

  /** Emails to the owner about products that visitors have added. */
  private record SubmissionMails(Outbox outbox, Pages pages, MailLinks links) {
    private static final Logger LOG = LoggerFactory.getLogger(SubmissionMails.class);
    private static final int ID_BYTES = 12;

    /** Enqueues an email. The console lists the product, too, if this fails. */
    void send(SubmittedProduct product) {
      try {
        outbox.enqueue(
            Sha256.hex("product submitted " + product.id(), ID_BYTES),
            mail(
                    pages,
                    product.name(),
                    links.base("") + "/console#/commerce?status=submitted&open=" + product.id())
                .request());
      } catch (RuntimeException away) {
        LOG.warn("email about product {} was not enqueued: {}", product.id(), away.toString());
      }
    }

    static Email mail(Pages pages, String name, String console) {
      return Email.toOwner(
          "",
          pages
              .mail("mail.product-submitted")
              .button(pages.text("mail.product-submitted.open"), console)
              .quote(name)
              .mail());
    }
  }
}
