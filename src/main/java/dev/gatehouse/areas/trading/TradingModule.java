package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.sequence.EventSequence;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.SumsFile;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.messages.TradingMessages.DataChanged;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;

/** Assembles the trading area: the bot's log, watchlist, positions and market data. */
public final class TradingModule {
  private TradingModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    TradingSettings.read(settings.section("trading"));
  }

  /** Creates the area on a node's documents and blobs. */
  public static AreaModule of(NodeServices node) throws IOException {
    TradingSettings settings = TradingSettings.read(node.settings().section("trading"));
    var clock = node.clock();
    var logs = new TradingLogs(node.documents(), clock);
    var logged =
        new EventSequence(TradingMessages.LOGGED, logs, node.documents(), node.dispatcher(), clock);
    var symbols = new SymbolFiles(node.documents(), new ReplacedBlobs(node.documents(), clock));
    var copies = new OpenCopies(node.blobs());
    Path workshop = node.folder().resolve("imports");
    Folders.clear(workshop);
    var making = new CopyWorkshop(node.blobs(), node.codecs(), workshop);
    var importer = new Importer(ImportLimits.DEFAULT);
    var market = new Market(symbols, making, copies, importer, clock);
    var views = new MarketViews(copies);
    var files =
        new MarketFiles(symbols, views, making, importer, new SymbolWrites(symbols, making));
    StoredAggregates sums = sums(node, symbols, copies);
    var candles = new Candles(symbols, views, sums, node.codecs());
    var folds = new MarketFolds(new FoldWork(files, candles::prepare));
    var moves =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("market-move").factory());
    var appends = new MarketAppends(files, market, folds, moves, clock);
    var tails = new ParquetTails(copies);
    var csv = new CsvRendition(copies);
    var area =
        new TradingArea(
            logs,
            logged,
            new Watchlist(node.documents(), clock),
            new Positions(node.documents(), Broker.of(node.providers(), settings.broker()), clock),
            new MarketOperations(
                symbols, market, appends, new MarketPages(views), candles, node.dispatcher()),
            new MarketReads(new MarketDownloads(symbols, folds, tails, csv), candles));
    return AreaModule.of(area)
        .addRendition(csv)
        .addRendition(new ParquetRendition(node.blobs(), tails))
        .addRendition(new MergedRendition(node.blobs(), copies))
        .everySecond("trading.tidyAppends", appends::tidy)
        .everySecond("trading.logTail", logged::look)
        .every(Duration.ofHours(1), "trading.deleteOldEvents", logged::deleteOld)
        .every(
            Duration.ofHours(1),
            "trading.deleteOldLogs",
            () ->
                Optional.of(settings.logRetention())
                    .filter(Duration::isPositive)
                    .flatMap(clock::olderThan)
                    .ifPresent(logs::deleteOld))
        .onShutdown(folds::close)
        .onClose(folds::close)
        .onEvent(TradingMessages.DATA_CHANGED, event -> changed(sums, event))
        .invalidatesDownloads(TradingMessages.DATA_CHANGED);
  }

  private static StoredAggregates sums(NodeServices node, SymbolFiles symbols, OpenCopies copies)
      throws IOException {
    Path folder = PrivateFiles.folder(node.folder().resolve("sums"));
    SumsFile.clear(folder);
    DiskSpaceGuard reserve = DiskSpaceGuard.on(folder, node.settings().store().reserve().bytes());
    return new StoredAggregates(symbols, copies, node.codecs(), folder, reserve);
  }

  private static void changed(StoredAggregates sums, DataChanged event) {
    if (event.symbol() != null) {
      sums.changed(event.symbol());
    }
  }

  /** Returns the area's documents that reference blobs. */
  public static List<BlobOwner> blobs(Documents documents) {
    return List.of(SymbolFiles.blobs(documents));
  }
}
