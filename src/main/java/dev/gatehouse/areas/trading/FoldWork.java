package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.LocalBlob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes a serving copy and its tail into a new serving copy. Bars can be added meanwhile. The
 * document then gets the new copy, and keeps the bars that the copy lacks in its tail.
 *
 * <p>A tail contains all bars added since its serving copy was written. While the document names
 * the copy that was read, its tail is therefore the folded tail with some bars added or replaced.
 * If the document names another copy, the data were replaced or folded by another node, and the new
 * copy is discarded.
 */
final class FoldWork implements MarketFolds.Fold {
  /** Maximum number of remaining bars that are stored in the document. */
  private static final int MAX_LATEST = 64;

  private final MarketFiles files;

  FoldWork(MarketFiles files) {
    this.files = files;
  }

  @Override
  public Optional<MarketFolds.Folded> run(String symbol) throws IOException {
    Optional<SymbolFile> found = files.symbols().find(symbol);
    if (found.isEmpty() || found.get().tail().isEmpty()) {
      return found.map(file -> new MarketFolds.Folded(file, file));
    }
    SymbolFile from = found.get();
    Bars folded = tail(from);
    List<Bar> bars = folded.list(symbol);
    Blob copy = files.workshop().makeHere(target -> append(from.copy(), bars, target)).blob();
    boolean stored =
        files
            .workshop()
            .keep(copy, () -> files.writes().alone(symbol, () -> replaced(from, folded, copy)));
    if (!stored) {
      files.workshop().discard(copy.id());
      return Optional.empty();
    }
    return Optional.of(new MarketFolds.Folded(from, from.in(copy, from.tail().revision())));
  }

  private Bars tail(SymbolFile file) throws IOException {
    try (MarketViews.View view = files.views().open(file)) {
      return view.tail();
    }
  }

  private long append(String copy, List<Bar> bars, Path target) throws IOException {
    try (LocalBlob file = files.workshop().local(copy)) {
      return files.importer().append(file.path(), bars, target);
    }
  }

  /**
   * Puts the new copy into the document.
   *
   * @return whether the copy is stored; empty if another writer was faster
   */
  private Optional<Boolean> replaced(SymbolFile from, Bars folded, Blob copy) throws IOException {
    Optional<SymbolFile> found = files.symbols().find(from.id());
    if (found.filter(now -> now.copy().equals(from.copy())).isEmpty()) {
      return Optional.of(false);
    }
    SymbolFile now = found.get();
    SymbolFile next = now.in(copy, now.tail().revision());
    List<Bar> rest =
        now.tail().version() == from.tail().version()
            ? List.of()
            : tail(now).without(folded).list(from.id());
    if (rest.size() <= MAX_LATEST) {
      SymbolFile kept = next.with(next.tail().starting(BarLines.of(rest)));
      return Optional.of(true).filter(yes -> files.symbols().replace(now, kept));
    }
    Blob blob =
        files
            .workshop()
            .makeHere(target -> files.importer().create(rest, from.id(), target))
            .blob();
    return files
        .writes()
        .swapped(
            blob,
            found,
            () -> next.with(next.tail().in(blob.id(), blob.sha256(), next.tail().revision())))
        .map(stored -> true);
  }
}
