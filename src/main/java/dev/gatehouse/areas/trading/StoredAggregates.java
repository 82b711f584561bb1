package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.AggregatedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.areas.trading.marketdata.serving.SumsFile;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores aggregates of large symbols' serving copies in files, separately on each node. They are
 * computed with the copy, or on the first request. A lost file is computed again.
 */
final class StoredAggregates {
  private static final Logger log = LoggerFactory.getLogger(StoredAggregates.class);

  /** Disk space reserved per file, more than any file takes. */
  private static final long ROOM = 8 << 20;

  /** Number of symbols whose aggregates are also in memory, at up to five megabytes each. */
  private static final int MAX_RECENT = 4;

  private static final String SUFFIX = ".sums";
  private static final Bars NOTHING = new Bars(0);

  private final SymbolFiles symbols;
  private final OpenCopies copies;
  private final WorkerExecutor codecs;
  private final Path folder;
  private final DiskSpaceGuard reserve;

  /** The most recently used aggregates. */
  private final MemoryCache<String, Bars> recent = MemoryCache.ofSize(MAX_RECENT);

  /** Aggregates that are being computed. */
  private final Map<String, Future<Bars>> making = new HashMap<>();

  /** Names of the existing files, as far as known, by symbol. */
  private final Map<String, String> there = new ConcurrentHashMap<>();

  /**
   * @param codecs computes the aggregates; the size of this pool limits the concurrency
   * @param folder for the files, used by this node only
   * @param reserve disk space that the files must leave free
   */
  StoredAggregates(
      SymbolFiles symbols,
      OpenCopies copies,
      WorkerExecutor codecs,
      Path folder,
      DiskSpaceGuard reserve) {
    this.symbols = symbols;
    this.copies = copies;
    this.codecs = codecs;
    this.folder = folder;
    this.reserve = reserve;
  }

  /**
   * Returns the aggregates of a symbol's serving copy. Concurrent callers share one computation.
   *
   * @param per number of bars per aggregate
   */
  Bars all(SymbolFile file, int per) {
    String name = name(file, per);
    Bars known = recent.find(name);
    if (known != null) {
      return known;
    }
    Bars sums = kept(file, per).orElseGet(() -> made(file, per).await());
    recent.put(name, sums);
    return sums;
  }

  /**
   * Starts computing the aggregates unless they exist.
   *
   * @return completes when they exist or cannot be computed
   */
  Future<Void> prepare(SymbolFile file, int per) {
    String name = name(file, per);
    if (name.equals(there.get(file.id())) || recent.find(name) != null) {
      return Future.succeededFuture();
    }
    return made(file, per)
        .onFailure(
            e -> log.warn("aggregates of {} could not be computed: {}", file.id(), e.toString()))
        .otherwiseEmpty()
        .mapEmpty();
  }

  /**
   * Computes the aggregates of a copy that a fold has written, if those of the copy before exist.
   *
   * @param same number of first rows that both copies have
   */
  void extend(SymbolFile before, SymbolFile after, long same, int per) {
    Optional<Bars> known =
        Optional.ofNullable(recent.find(name(before, per))).or(() -> kept(before, per));
    if (known.isEmpty()) {
      return;
    }
    // The file will have the new aggregates, and requests for the old ones follow until the
    // document has the new copy.
    recent.put(name(before, per), known.get());
    try (OpenCopies.Loan loan = copies.lend(after.copy())) {
      MergedBars whole = MergedBars.of(loan.copy(), NOTHING);
      Bars sums = AggregatedBars.of(whole, known.get(), same, per);
      recent.put(name(after, per), sums);
      keep(after, per, sums);
    } catch (IOException e) {
      log.warn("aggregates of {} could not be extended: {}", after.id(), e.toString());
    }
  }

  /** Deletes the aggregates of a symbol that no longer exists. Does not wait for the deletion. */
  void changed(String symbol) {
    // A pool thread must not block on documents of a remote store.
    Thread.ofVirtual().name("sums").start(() -> deleteIfGone(symbol));
  }

  private void deleteIfGone(String symbol) {
    Path file = path(symbol);
    try {
      if (Files.exists(file) && symbols.find(symbol).isEmpty()) {
        there.remove(symbol);
        Files.deleteIfExists(file);
      }
    } catch (IOException | RuntimeException e) {
      log.warn("aggregates of {} could not be deleted: {}", symbol, e.toString());
    }
  }

  private Optional<Bars> kept(SymbolFile file, int per) {
    try {
      return SumsFile.read(path(file.id()), name(file, per));
    } catch (IOException e) {
      log.warn(
          "aggregates of {} are unreadable and will be recomputed: {}", file.id(), e.toString());
      return Optional.empty();
    }
  }

  private Future<Bars> made(SymbolFile file, int per) {
    synchronized (making) {
      return making.computeIfAbsent(
          name(file, per), name -> codecs.executeBlocking(() -> make(file, per), false));
    }
  }

  private Bars make(SymbolFile file, int per) throws IOException {
    try (OpenCopies.Loan loan = copies.lend(file.copy())) {
      Optional<Bars> kept = kept(file, per);
      if (kept.isPresent()) {
        there.put(file.id(), name(file, per));
        return kept.get();
      }
      RowRange all = new RowRange(0, loan.copy().rowCount());
      Bars sums = AggregatedBars.of(MergedBars.of(loan.copy(), NOTHING), all, per);
      keep(file, per, sums);
      recent.put(name(file, per), sums);
      return sums;
    } finally {
      synchronized (making) {
        making.remove(name(file, per));
      }
    }
  }

  /** If the file cannot be stored, the aggregates still serve the waiting callers. */
  private void keep(SymbolFile file, int per, Bars sums) {
    try {
      PrivateFiles.folder(folder);
      reserve.require(ROOM);
      SumsFile.write(path(file.id()), name(file, per), sums);
      there.put(file.id(), name(file, per));
      // A concurrent deletion of the symbol may have missed this file, so check again.
      changed(file.id());
    } catch (IOException e) {
      log.warn("aggregates of {} were not stored: {}", file.id(), e.toString());
    }
  }

  private Path path(String symbol) {
    return folder.resolve(SymbolName.segment(symbol) + SUFFIX);
  }

  private static String name(SymbolFile file, int per) {
    return file.copy() + '/' + per;
  }
}
