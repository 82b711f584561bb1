package dev.gatehouse.areas.trading;

import module java.base;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.sequence.EventSequence;
import dev.gatehouse.areas.trading.MarketDownloads.CsvRendition;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.files.DiskSpaceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assembles the trading area: the bot's log, watchlist, positions and market data. */
public final class TradingModule {
  private static final Logger LOG = LoggerFactory.getLogger(TradingModule.class);

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
    CopyWorkshop.clear(workshop);
    try {
      // Earlier releases stored aggregates for charts.
      CopyWorkshop.delete(node.folder().resolve("sums"));
    } catch (IOException e) {
      LOG.warn("DATA_DIR/sums is unused but could not be deleted cause={}", e.toString());
    }
    var space = DiskSpaceGuard.on(workshop, node.settings().store().reserve().bytes());
    var making = new CopyWorkshop(node.blobs(), node.codecs(), workshop, space);
    var importer = new Importer(ImportLimits.DEFAULT);
    var market = new Market(symbols, making, copies, importer, clock, new Semaphore(1, true));
    var views = new MarketViews(copies);
    var candles = new Candles(symbols, views, node.codecs());
    var background =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("market-move").factory());
    var appends = new MarketAppends(views, market, background);
    var tails = ParquetTails.of(node.blobs(), copies);
    var csv = new CsvRendition(copies);
    Cache<String, Long> lengths = Caffeine.newBuilder().maximumSize(1_000).build();
    var operations =
        new MarketOperations(symbols, market, appends, new MarketPages(views), node.dispatcher());
    var area =
        Area.of(
            "trading",
            List.of(
                logs.operations(),
                Map.of("trading.tailLogs", logged::missed),
                new Watchlist(node.documents(), clock).operations(),
                new Positions(
                        node.documents(), Broker.of(node.providers(), settings.broker()), clock)
                    .operations(),
                operations.operations(),
                new MarketDownloads(symbols, appends, tails, csv, lengths).operations(),
                candles.operations()),
            operations.messages());
    return AreaModule.of(area)
        .addRendition(csv)
        .addRendition(tails)
        .every(Duration.ofSeconds(10), "trading.tidyAppends", appends::tidy)
        .everySecond("trading.logTail", logged::look)
        .expiring("trading.deleteOldEvents", clock, EventSequence.KEPT, logged::deleteOld)
        .retaining("trading.deleteOldLogs", clock, settings.logRetention(), logs::deleteOld)
        .invalidatesDownloads(TradingMessages.DATA_CHANGED);
  }

  /** Returns the area's documents that reference blobs. */
  public static List<BlobOwner> blobs(Documents documents) {
    return List.of(SymbolFiles.blobs(documents));
  }

  /**
   * The area's settings.
   *
   * @param logRetention retention of the bot's log; zero means unlimited
   */
  record TradingSettings(Duration logRetention, BrokerSettings broker) {
    /** Settings of the broker whose positions are shown. Without one, the URL is empty. */
    record BrokerSettings(String url, String keyId, String secret) {
      BrokerSettings {
        Check.that(
            url.isEmpty() || !(keyId.isEmpty() || secret.isEmpty()),
            "trading.positionsUrl requires trading.positionsKeyId and trading.positionsSecret");
      }
    }

    static TradingSettings read(Section own) {
      return new TradingSettings(
          own.duration("logRetention"),
          new BrokerSettings(
              own.url("positionsUrl"),
              own.secret("positionsKeyId", 1),
              own.secret("positionsSecret", 1)));
    }
  }
}
