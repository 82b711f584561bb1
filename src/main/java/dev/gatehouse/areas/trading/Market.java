package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.CopyWorkshop.Made;
import dev.gatehouse.areas.trading.MarketPages.EntityTags;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.LocalBlob;
import dev.gatehouse.time.StoredTime;

/**
 * Imports files of market data: validates an upload, writes its serving copy, and replaces a
 * symbol's document in one write. Replaced blobs are left to the sweep, so that active readers can
 * finish.
 *
 * @param turns of the import that runs
 */
record Market(
    SymbolFiles symbols,
    CopyWorkshop workshop,
    OpenCopies copies,
    Importer importer,
    InstantSource clock,
    Semaphore turns) {
  /** Less than the timeout of an uploading client. */
  private static final int MAX_WAIT_SECONDS = 600;

  private static final int RETRY_SECONDS = 30;

  /**
   * The outcome of a change.
   *
   * @param warnings number of implausible bars that were imported
   * @param columns what became of the columns of the upload
   */
  record Taken(SymbolFile file, long warnings, ColumnUse columns) {}

  /**
   * Replaces a symbol's data with an upload. A Parquet upload also becomes the download.
   *
   * @param seen as {@link Call#seen}
   */
  Taken put(String symbol, Upload upload, Importer.Format format, Optional<String> seen)
      throws IOException {
    Optional<SymbolFile> before = read(symbol, seen);
    Made<Importer.Result> made = inTurn(target -> load(upload, format, symbol, target));
    Blob copy = made.blob();
    var raw = new Blob(upload.blob(), upload.size(), upload.sha256());
    Blob download = format == Importer.Format.PARQUET ? raw : copy;
    SymbolFile put =
        workshop.keep(
            copy,
            () -> {
              SymbolFile next = describe(symbol, download, upload.sha256(), copy);
              if (seen.isEmpty()) {
                symbols.put(next);
              } else if (!symbols.replaced(before, next)) {
                throw ApiError.changed().exception();
              }
              return next;
            });
    if (format == Importer.Format.CSV) {
      workshop.discard(upload.blob());
    }
    return new Taken(put, made.result().warnings(), made.result().columns());
  }

  private Importer.Result load(Upload upload, Importer.Format format, String symbol, Path target)
      throws IOException {
    try (LocalBlob file = workshop.local(upload.blob())) {
      workshop.space().require(upload.size());
      return importer.load(file.path(), format, symbol, target);
    }
  }

  /** Returns empty if that file was already imported last. */
  Optional<Taken> put(String symbol, Path file, Importer.Format format) throws IOException {
    Blob raw = workshop.store(file);
    boolean known =
        symbols.find(symbol).filter(stored -> stored.source().equals(raw.sha256())).isPresent();
    if (known) {
      workshop.discard(raw.id());
      return Optional.empty();
    }
    var upload = new Upload(raw.id(), raw.size(), raw.sha256(), "", "");
    return workshop.keep(raw, () -> Optional.of(put(symbol, upload, format, Optional.empty())));
  }

  /** Fails with 412 if the data differ from those the caller has seen. */
  Optional<SymbolFile> read(String symbol, Optional<String> seen) {
    Optional<SymbolFile> now = symbols.find(symbol);
    if (seen.isPresent() && !seen.get().equals(now.map(EntityTags::change).orElse(""))) {
      throw ApiError.changed().exception();
    }
    return now;
  }

  /** Returns the document of a symbol whose data are all in a new copy. */
  SymbolFile describe(String symbol, Blob download, String source, Blob copy) throws IOException {
    try (OpenCopies.Loan loan = copies.lend(copy.id())) {
      ServingCopy bars = loan.copy();
      return SymbolFile.of(
          symbol,
          download,
          source,
          copy,
          copy.sha256(),
          new SymbolFile.Rows(bars.rowCount(), bars.firstTime(), bars.lastTime()),
          StoredTime.now(clock));
    }
  }

  /** Runs one import at a time, so that the heap limit of a file is used only once. */
  private <T> Made<T> inTurn(CopyWorkshop.Writing<T> writing) {
    try {
      if (!turns.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw ApiException.busy(ErrorCode.OVERLOADED, "other imports are running", RETRY_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while other imports ran", e);
    }
    try {
      return workshop.make(writing);
    } finally {
      turns.release();
    }
  }
}
