package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.access.AccessModule;
import dev.gatehouse.areas.calendar.CalendarModule;
import dev.gatehouse.areas.calendar.booking.BookingMails;
import dev.gatehouse.areas.codehost.CodeHostModule;
import dev.gatehouse.areas.commerce.CommerceModule;
import dev.gatehouse.areas.games.GamesModule;
import dev.gatehouse.areas.media.MediaModule;
import dev.gatehouse.areas.notifications.NotificationsModule;
import dev.gatehouse.areas.payments.PaymentsModule;
import dev.gatehouse.areas.site.SiteModule;
import dev.gatehouse.areas.storefront.StorefrontModule;
import dev.gatehouse.areas.storefront.news.Newsletter;
import dev.gatehouse.areas.storefront.orders.OrderMailSamples;
import dev.gatehouse.areas.trading.TradingModule;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.node.extensions.StoredFiles;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.Release;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.security.Gate;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;

/** The one list of all area modules, including areas that a node does not deploy. */
public record Modules(List<AreaModule> all) {
  /** The owner's CLI waits this long at most, for example for an import of millions of rows. */
  private static final Duration LONGEST_CALL = Duration.ofMinutes(15);

  /**
   * Creates every module. A new area adds one line here.
   *
   * @param scopes scopes that at least one operation names
   * @param more modules of the node's own components and of extensions
   */
  static Modules of(
      NodeServices node,
      Gate gate,
      OwnerCredentials owner,
      Set<String> scopes,
      Health health,
      List<AreaModule> more)
      throws IOException {
    List<AreaModule> areas = new ArrayList<>(more);
    areas.addAll(
        List.of(
            new AccessModule(node, gate, owner.permanentCode(), scopes).module(),
            MediaModule.of(node),
            TradingModule.of(node),
            CalendarModule.of(node),
            CodeHostModule.of(node),
            GamesModule.of(node),
            CommerceModule.of(node),
            PaymentsModule.of(node),
            StorefrontModule.of(node),
            SiteModule.of(node, Release.version(), health)));
    List<Message<Figures.Period, Figures>> figures =
        areas.stream()
            .filter(area -> !node.settings().areasOff().contains(area.name()))
            .flatMap(area -> area.figures().stream())
            .toList();
    var links = new MailLinks(node.settings());
    areas.add(NotificationsModule.of(node, figures, () -> mailSamples(node.pages(), links)));
    return new Modules(List.copyOf(areas));
  }

  /**
   * Returns every owner of blob references, of every area. An area that starts to store blobs must
   * be added here, because unreferenced blobs are swept. Needs no running node, so that CLI
   * commands can use it.
   */
  public static List<BlobOwner> blobs(Documents documents) {
    return Stream.of(
            MediaModule.blobs(documents),
            TradingModule.blobs(documents),
            GamesModule.blobs(documents),
            CommerceModule.blobs(documents),
            List.of(StoredFiles.blobs(documents), DeletedRecords.blobs(documents)))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Returns an email of each kind with sample data, by the name of the kind. An area that sends
   * emails adds its kinds here. Needs no running node, so that CLI commands can use it.
   */
  public static Map<String, Email> mailSamples(Pages pages, MailLinks links) {
    Map<String, Email> samples = new TreeMap<>();
    samples.putAll(BookingMails.samples(pages, links));
    samples.putAll(AccessModule.mailSamples(pages));
    samples.putAll(CommerceModule.mailSamples(pages, links));
    samples.putAll(PaymentsModule.mailSamples(pages));
    samples.putAll(OrderMailSamples.of(pages, links));
    samples.putAll(Newsletter.mailSamples(pages, links));
    samples.putAll(NotificationsModule.mailSamples(pages, links));
    return samples;
  }

  /** Returns every area by its name. */
  Map<String, Area> areas() {
    Map<String, Area> areas = new LinkedHashMap<>();
    all.forEach(module -> areas.put(module.name(), module.area()));
    return areas;
  }

  /** Returns all objects of one kind that the modules provide. */
  <T> List<T> each(Function<AreaModule, List<T>> kind) {
    return all.stream().flatMap(module -> kind.apply(module).stream()).toList();
  }

  /** Returns the maximum durations of the messages and operations that the CLI may call. */
  Map<String, Duration> calls(Contract contract) {
    Map<String, Duration> calls = new HashMap<>();
    for (Area area : areas().values()) {
      area.messages().messages().forEach(message -> calls.put(message.address(), LONGEST_CALL));
    }
    contract.operations().forEach(operation -> calls.put(operation.id(), operation.timeout()));
    return calls;
  }
}
