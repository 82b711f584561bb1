package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.AggregatedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.RowRange;
import dev.gatehouse.areas.trading.marketdata.serving.SumsFile;
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sums over the serving copies of large symbols, in a file of this node each: made when a copy is,
 * or else when they are first asked for. What is lost is made again.
 */
final class StoredAggregates {
  private static final Logger log = LoggerFactory.getLogger(StoredAggregates.class);

  /** More than a file takes. */
  private static final long ROOM = 8 << 20;

  /** Of so many symbols they are in memory as well; each takes up to five megabytes. */
  private static final int MAX_RECENT = 4;

  private static final String SUFFIX = ".sums";
  private static final Bars NOTHING = new Bars(0);

  private final SymbolFiles symbols;
  private final OpenCopies copies;
  private final WorkerExecutor codecs;
  private final Path folder;
  private final DiskSpaceGuard reserve;

  /** Those that were looked at last. */
  private final Map<String, Bars> recent =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bars> eldest) {
              return size() > MAX_RECENT;
            }
          });

  /** Those that are being made. */
  private final Map<String, Future<Bars>> making = new HashMap<>();

  /** Those that are there as far as is known, by the symbol. */
  private final Map<String, String> there = new ConcurrentHashMap<>();

  /**
   * @param codecs makes the sums; it is the width of this pool that bounds it
   * @param folder for the files, which is this node's alone
   * @param reserve what the files leave of the disk
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
   * The sums over a symbol's serving copy; whoever comes while they are made waits for the same
   * ones.
   *
   * @param per bars of each
   */
  Bars all(SymbolFile file, int per) {
    String name = name(file, per);
    Bars known = recent.get(name);
    if (known != null) {
      return known;
    }
    Bars sums = kept(file, per).orElseGet(() -> made(file, per).await());
    recent.put(name, sums);
    return sums;
  }

  /**
   * Begins to make them unless they are there.
   *
   * @return ends when they are there, or can't be
   */
  Future<Void> prepare(SymbolFile file, int per) {
    if (name(file, per).equals(there.get(file.id()))) {
      return Future.succeededFuture();
    }
    if (kept(file, per).isPresent()) {
      there.put(file.id(), name(file, per));
      return Future.succeededFuture();
    }
    return made(file, per)
        .onFailure(e -> log.warn("no sums over the bars of {}: {}", file.id(), e.toString()))
        .otherwiseEmpty()
        .mapEmpty();
  }

  /** Deletes those of a symbol if it is gone; it does not wait. */
  void changed(String symbol) {
    // A thread of the pool may not wait for documents that lie elsewhere.
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
      log.warn("sums of {} may be left over: {}", symbol, e.toString());
    }
  }

  private Optional<Bars> kept(SymbolFile file, int per) {
    try {
      return SumsFile.read(path(file.id()), name(file, per));
    } catch (IOException e) {
      log.warn("the sums over the bars of {} are made anew: {}", file.id(), e.toString());
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

  /** They serve those who wait for them also where they can't be kept. */
  private void keep(SymbolFile file, int per, Bars sums) {
    try {
      PrivateFiles.folder(folder);
      reserve.require(ROOM);
      SumsFile.write(path(file.id()), name(file, per), sums);
      there.put(file.id(), name(file, per));
      // Whoever deleted it meanwhile has found none.
      changed(file.id());
    } catch (IOException e) {
      log.warn("the sums over the bars of {} are not kept: {}", file.id(), e.toString());
    }
  }

  private Path path(String symbol) {
    return folder.resolve(symbol + SUFFIX);
  }

  private static String name(SymbolFile file, int per) {
    return file.copy() + '/' + per;
  }
}
