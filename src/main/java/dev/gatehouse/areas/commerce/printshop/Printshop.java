package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.TextPages;
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

  public static void readSettings(Settings settings) {
    SyncSettings.read(settings.section("printshop"));
  }

  public static AreaModule of(NodeServices node) {
    SyncSettings settings = SyncSettings.read(node.settings().section("printshop"));
    var clock = node.clock();
    var orders = new PrintOrderRepository(node.documents());
    var expenditures = new Expenditures(node, settings.currency());
    var books = new Books(List.of(orders::entries, expenditures::entries), clock::nanoTime);
    Runnable changed =
        () -> {
          books.forget();
          node.dispatcher().publish(PrintshopMessages.CHANGED, Nothing.NONE);
        };
    var synchronizer = new Synchronizer(node, settings, orders, changed);
    var summaries =
        new PrintshopOperations(node, books, orders, settings.currency(), synchronizer, changed);
    var pages = new TextPages("printshop");
    var taxes =
        new ScheduleCOperations(books, settings, pages, synchronizer, node.dispatcher(), clock);
    var area =
        Area.of(
            "commerce",
            List.of(
                expenditures.operations(changed),
                new PrintOrderOperations(orders, synchronizer, clock).operations(),
                new SyncOperations(synchronizer, settings, clock).operations(),
                summaries.operations(),
                taxes.operations()),
            Message.Handlers.of()
                .on(PrintshopMessages.FIGURES, (call, day) -> summaries.figures(day)));
    return AreaModule.of(area)
        .addRendition(pages)
        .onAny(PrintshopMessages.CHANGED, summaries::clear)
        .every(MINUTE, "commerce.resumePrintshop", synchronizer::resume)
        .everySecond("commerce.watchPrintshop", synchronizer::watch)
        .daily(SYNC, node.settings().ownerZone(), "commerce.syncPrintshop", synchronizer::daily)
        .onClose(synchronizer::close)
        .addFigures(PrintshopMessages.FIGURES);
  }
}
