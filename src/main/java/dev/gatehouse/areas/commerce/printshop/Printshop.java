package dev.gatehouse.areas.commerce.printshop;

import dev.gatehouse.area.JobPostponedException;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.TextPages;
import dev.gatehouse.areas.commerce.caching.ResponseCache;
import dev.gatehouse.areas.commerce.printshop.books.MonthTotalsRepository;
import dev.gatehouse.areas.commerce.printshop.expenditures.ExpenditureOperations;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderOperations;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository;
import dev.gatehouse.areas.commerce.printshop.orders.SalesRules;
import dev.gatehouse.areas.commerce.printshop.orders.SalesTotals;
import dev.gatehouse.areas.commerce.printshop.sync.SyncOperations;
import dev.gatehouse.areas.commerce.printshop.sync.SyncSettings;
import dev.gatehouse.areas.commerce.printshop.sync.Synchronizer;
import dev.gatehouse.areas.commerce.printshop.taxes.ScheduleCOperations;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.messages.PrintshopMessages;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.blobs.Rendition;
import java.util.HashMap;
import java.util.Map;

/** Assembles the books of print on demand. */
public final class Printshop {
  private final ResponseCache answers;
  private final MonthTotalsRepository books;
  private final ExpenditureOperations expenditures;
  private final EnumOperations enums;
  private final PrintOrderRepository orders;
  private final PrintOrderOperations orderList;
  private final Synchronizer synchronizer;
  private final SyncOperations sync;
  private final SummaryOperations summary;
  private final DonationOperations donations;
  private final GoalOperations goals;
  private final ScheduleCOperations scheduleC;
  private final BookFigures figures;
  private final TextPages pages = new TextPages("printshop");

  /** Reads the settings to check them. */
  public static void readSettings(Settings settings) {
    Section own = settings.section("printshop");
    PrintshopSettings print = PrintshopSettings.read(own);
    SyncSettings.read(own, SalesRules.read(own), print.currency());
  }

  public Printshop(NodeServices node) {
    Section own = node.settings().section("printshop");
    PrintshopSettings settings = PrintshopSettings.read(own);
    SyncSettings syncSettings = SyncSettings.read(own, SalesRules.read(own), settings.currency());
    Runnable tell = () -> node.dispatcher().publish(PrintshopMessages.CHANGED, Nothing.NONE);
    answers = new ResponseCache(node.clock());
    books = new MonthTotalsRepository(node.documents(), node.clock());
    expenditures =
        new ExpenditureOperations(node.documents(), books, settings.currency(), tell, node.clock());
    enums = new EnumOperations(answers);
    orders = new PrintOrderRepository(node.documents());
    var sales = new SalesTotals(orders, books, tell);
    synchronizer = new Synchronizer(node, syncSettings, orders, sales, tell);
    figures = new BookFigures(sales, synchronizer::isPaused);
    sync = new SyncOperations(synchronizer, syncSettings, node.clock());
    String currency = settings.currency();
    orderList = new PrintOrderOperations(orders, synchronizer::freshness, node.clock());
    summary =
        new SummaryOperations(books, currency, synchronizer::freshness, answers, node.clock());
    donations = new DonationOperations(books, orders, currency, answers);
    goals = new GoalOperations(node.documents(), books, answers, tell, node.clock());
    scheduleC = new ScheduleCOperations(books, currency, pages, node.clock());
  }

  public Map<String, Area.Handler> operations() {
    Map<String, Area.Handler> operations = new HashMap<>(expenditures.operations());
    operations.putAll(enums.operations());
    operations.putAll(orderList.operations());
    operations.putAll(sync.operations());
    operations.putAll(summary.operations());
    operations.putAll(donations.operations());
    operations.putAll(goals.operations());
    operations.putAll(scheduleC.operations());
    return operations;
  }

  /** Returns the figures for the daily report. */
  public Figures figures(Call call, Figures.Period day) {
    return figures.figures(day);
  }

  /** Returns the rendition of tables and pages. */
  public Rendition pages() {
    return pages;
  }

  /** Removes cached answers, because sums have changed on some node. */
  public void changed() {
    answers.clear();
  }

  /** Recomputes the sums of months whose change was interrupted. Blocks. */
  public void settle() {
    expenditures.settleAbandoned();
  }

  /**
   * Resumes an interrupted sync. Blocks.
   *
   * @throws JobPostponedException if the print shop fails
   */
  public void resume() throws JobPostponedException {
    synchronizer.resume();
  }

  /** Stops a sync of this node that was cancelled on another node. Blocks. */
  public void watch() {
    synchronizer.watch();
  }

  /**
   * Runs the scheduled daily sync. Blocks.
   *
   * @throws JobPostponedException if the print shop fails
   */
  public void daily() throws JobPostponedException {
    synchronizer.daily();
  }

  /** Stops the background work. Blocks. */
  public void close() {
    synchronizer.close();
  }
}
