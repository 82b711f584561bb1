package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.TextPages;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.books.Books;
import dev.gatehouse.areas.commerce.printshop.expenditures.ExpenditureOperations;
import dev.gatehouse.areas.commerce.printshop.expenditures.ExpenditureRepository;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderOperations;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository;
import dev.gatehouse.areas.commerce.printshop.sync.SyncOperations;
import dev.gatehouse.areas.commerce.printshop.sync.SyncSettings;
import dev.gatehouse.areas.commerce.printshop.sync.Synchronizer;
import dev.gatehouse.areas.commerce.printshop.taxes.ScheduleCOperations;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.messages.PrintshopMessages;
import dev.gatehouse.settings.Settings;

/** Assembles the books of print on demand. */
public final class Printshop {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Time of day in the owner's time zone at which orders are copied. */
  private static final LocalTime SYNC = LocalTime.of(4, 0);

  private Printshop() {}

  /** Reads the settings to check them. */
  public static void readSettings(Settings settings) {
    SyncSettings.read(settings.section("printshop"));
  }

  /** Returns the print shop's part of the area. */
  public static AreaModule of(NodeServices node) {
    SyncSettings syncSettings = SyncSettings.read(node.settings().section("printshop"));
    String currency = syncSettings.currency();
    var clock = node.clock();
    var answers = new ResponseCache(clock);
    var orders = new PrintOrderRepository(node.documents());
    var expenditures = new ExpenditureRepository(node.documents());
    var books = new Books(List.of(orders::entries, expenditures::entries), clock::nanoTime);
    Runnable tell =
        () -> {
          books.forget();
          node.dispatcher().publish(PrintshopMessages.CHANGED, Nothing.NONE);
        };
    var synchronizer = new Synchronizer(node, syncSettings, orders, tell);
    var figures = new BookFigures(orders, synchronizer::isPaused);
    var pages = new TextPages("printshop");
    var area =
        Area.of(
            "commerce",
            List.of(
                new ExpenditureOperations(expenditures, currency, tell, clock).operations(),
                new EnumOperations(answers).operations(),
                new PrintOrderOperations(orders, synchronizer::freshness, clock).operations(),
                new SyncOperations(synchronizer, syncSettings, clock).operations(),
                new SummaryOperations(books, currency, synchronizer::freshness, answers, clock)
                    .operations(),
                new DonationOperations(
                        books, orders, currency, synchronizer::freshness, answers, clock)
                    .operations(),
                new GoalOperations(
                        node.documents(), books, synchronizer::freshness, answers, tell, clock)
                    .operations(),
                new ScheduleCOperations(
                        books,
                        syncSettings,
                        pages,
                        synchronizer::freshness,
                        node.dispatcher(),
                        clock)
                    .operations()),
            Message.Handlers.of()
                .on(PrintshopMessages.FIGURES, (call, day) -> figures.figures(day)));
    return AreaModule.of(area)
        .addRendition(pages)
        .onAny(
            PrintshopMessages.CHANGED,
            () -> {
              books.forget();
              answers.clear();
            })
        .every(MINUTE, "commerce.resumePrintshop", synchronizer::resume)
        .everySecond("commerce.watchPrintshop", synchronizer::watch)
        .daily(SYNC, node.settings().ownerZone(), "commerce.syncPrintshop", synchronizer::daily)
        .onClose(synchronizer::close)
        .addFigures(PrintshopMessages.FIGURES);
  }
}
