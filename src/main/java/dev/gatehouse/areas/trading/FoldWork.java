package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.MergedParquet;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.LocalBlob;

/**
 * Writes a serving copy and its tail into a new serving copy. Bars can be added meanwhile. The
 * document then gets the new copy, and keeps the bars that the copy lacks in its tail.
 *
 * <p>A tail contains all bars added since its serving copy was written. While the document names
 * the copy that was read, its tail is therefore the folded tail with some bars added or replaced.
 * If the document names another copy, the data were replaced or folded by another node, and the new
 * copy is discarded.
 */
record FoldWork(MarketFiles files, Readers readers) implements MarketFolds.Fold {
  /** Maximum number of remaining bars that are stored in the document. */
  private static final int MAX_LATEST = 64;

  private static final int INDEX_BYTES = 16 << 20;
  private static final int TRIES = 10;
  private static final Bars NOTHING = new Bars(0);

  /** Readers of symbols' data. */
  @FunctionalInterface
  interface Readers {
    /**
     * Prepares readers for a new copy before a document names it.
     *
     * @param same number of first rows that both copies have
     */
    void prepare(SymbolFile before, SymbolFile after, long same);
  }

  /**
   * A copy that is written, and the data that it contains.
   *
   * @param same number of first rows that the copy before has, too
   */
  private record Work(SymbolFile from, Bars folded, Blob copy, long same) {}

  private enum Outcome {
    STORED,
    /** The data were replaced, or folded by another node. */
    REPLACED,
    /** More bars were added than fit into the document. */
    MORE_BARS
  }

  @Override
  public Optional<MarketFolds.Folded> run(String symbol) throws IOException {
    Optional<SymbolFile> found = files.symbols().find(symbol);
    if (found.isEmpty() || found.get().tail().isEmpty()) {
      return found.map(file -> new MarketFolds.Folded(file, file));
    }
    SymbolFile from = found.get();
    Bars folded = tail(from);
    Work work = written(from, folded);
    Blob copy = work.copy();
    SymbolFile next = from.in(copy, from.tail().revision());
    boolean stored =
        files
            .workshop()
            .keep(
                copy,
                () -> {
                  files.views().prepare(copy.id());
                  readers.prepare(from, next, work.same());
                  return stored(work);
                });
    if (!stored) {
      files.workshop().discard(copy.id());
      return Optional.empty();
    }
    return Optional.of(new MarketFolds.Folded(from, next));
  }

  private Bars tail(SymbolFile file) throws IOException {
    try (MarketViews.View view = files.views().open(file)) {
      return view.tail();
    }
  }

  /** Writes the new copy. Opens the old one separately, because the end of the node closes it. */
  private Work written(SymbolFile from, Bars folded) throws IOException {
    CopyWorkshop workshop = files.workshop();
    try (LocalBlob file = workshop.local(from.copy())) {
      CopyWorkshop.mustBeIntact(file.path(), from.copySha256());
      try (ServingCopy copy = ServingCopy.open(file.path(), new IndexCache(INDEX_BYTES))) {
        MergedBars bars = MergedBars.of(copy, folded);
        try (MergedParquet whole = MergedParquet.fold(bars, workshop.open(from.copy()))) {
          return new Work(from, folded, workshop.storeGently(whole), bars.unchanged());
        }
      }
    }
  }

  /**
   * Puts the new copy into the document. Holds the symbol's lock only for the write itself.
   *
   * @return false if the data were replaced meanwhile
   */
  private boolean stored(Work work) throws IOException {
    String symbol = work.from().id();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Optional<SymbolFile> now = current(work);
      if (now.isEmpty()) {
        return false;
      }
      Bars rest = rest(now.get(), work, NOTHING);
      Outcome outcome;
      if (rest.size() <= MAX_LATEST) {
        outcome = files.writes().alone(symbol, () -> replaced(work, NOTHING, Optional.empty()));
      } else {
        outcome = storedWithTail(work, rest);
      }
      if (outcome != Outcome.MORE_BARS) {
        return outcome == Outcome.STORED;
      }
    }
    throw new IOException("bars are added to " + symbol + " faster than a tail can be written");
  }

  /** Writes the bars that the new copy lacks into a blob before it takes the symbol's lock. */
  private Outcome storedWithTail(Work work, Bars rest) throws IOException {
    String symbol = work.from().id();
    List<Bar> bars = rest.list(symbol);
    Blob tail =
        files.workshop().makeHere(target -> files.importer().create(bars, symbol, target)).blob();
    Outcome outcome =
        files
            .workshop()
            .keep(
                tail,
                () -> files.writes().alone(symbol, () -> replaced(work, rest, Optional.of(tail))));
    if (outcome != Outcome.STORED) {
      files.workshop().discard(tail.id());
    }
    return outcome;
  }

  private Optional<SymbolFile> current(Work work) {
    return files
        .symbols()
        .find(work.from().id())
        .filter(now -> now.copy().equals(work.from().copy()));
  }

  /** Returns the bars that neither the new copy nor its new tail has. */
  private Bars rest(SymbolFile now, Work work, Bars tail) throws IOException {
    if (now.tail().version() == work.from().tail().version()) {
      return NOTHING;
    }
    return tail(now).without(work.folded().with(tail));
  }

  /**
   * Writes the document.
   *
   * @param tail bars in the blob of the new tail
   * @return empty if another writer was faster
   */
  private Optional<Outcome> replaced(Work work, Bars tail, Optional<Blob> blob) throws IOException {
    Optional<SymbolFile> found = current(work);
    if (found.isEmpty()) {
      return Optional.of(Outcome.REPLACED);
    }
    SymbolFile now = found.get();
    Bars rest = rest(now, work, tail);
    if (rest.size() > MAX_LATEST) {
      return Optional.of(Outcome.MORE_BARS);
    }
    SymbolFile next = now.in(work.copy(), now.tail().revision());
    AppendBuffer buffer =
        blob.map(made -> next.tail().in(made.id(), made.sha256(), next.tail().revision()))
            .orElse(next.tail())
            .starting(BarLines.of(rest.list(now.id())));
    return Optional.of(Outcome.STORED)
        .filter(yes -> files.symbols().replace(now, next.with(buffer)));
  }
}
