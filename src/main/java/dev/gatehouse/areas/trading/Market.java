package dev.gatehouse.areas.trading;

import dev.gatehouse.areas.trading.CopyWorkshop.Made;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.LocalBlob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Takes files of market data in: checks an upload, writes its serving copy and swaps a symbol's
 * document in one write. Blobs that are replaced are left to the sweep, so that those who read them
 * read on.
 */
final class Market {
  /** Less than the time that the client of an upload has. */
  private static final int MAX_WAIT_SECONDS = 600;

  private static final int RETRY_SECONDS = 30;

  private final SymbolFiles symbols;
  private final CopyWorkshop workshop;
  private final OpenCopies copies;
  private final Importer importer;
  private final InstantSource clock;
  private final Semaphore turns = new Semaphore(1, true);

  Market(
      SymbolFiles symbols,
      CopyWorkshop workshop,
      OpenCopies copies,
      Importer importer,
      InstantSource clock) {
    this.symbols = symbols;
    this.workshop = workshop;
    this.copies = copies;
    this.importer = importer;
    this.clock = clock;
  }

  /**
   * The outcome of a change.
   *
   * @param warnings bars that were taken though they can't be right
   */
  record Taken(SymbolFile file, long warnings) {}

  /**
   * Replaces a symbol's data by an upload, which becomes the download where it is parquet.
   *
   * @param seen as {@link Call#seen}
   */
  Taken put(String symbol, Upload upload, Importer.Format format, Optional<String> seen) {
    Optional<SymbolFile> before = read(symbol, seen);
    Made<Importer.Result> made = inTurn(target -> load(upload, format, symbol, target));
    Blob copy = made.blob();
    SymbolFile put =
        workshop.keep(
            copy,
            () -> {
              Blob download =
                  format == Importer.Format.PARQUET
                      ? new Blob(upload.blob(), upload.size(), upload.sha256())
                      : copy;
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
    return new Taken(put, made.told().warnings());
  }

  private Importer.Result load(Upload upload, Importer.Format format, String symbol, Path target)
      throws IOException {
    try (LocalBlob file = workshop.local(upload.blob())) {
      return importer.load(file.path(), format, symbol, target);
    }
  }

  /**
   * Replaces a symbol's data by a file of this machine, unless it is the one that was put last.
   *
   * @return empty when it is
   */
  Optional<Taken> put(String symbol, Path file, Importer.Format format) throws IOException {
    Blob raw = workshop.store(file);
    boolean known =
        symbols.find(symbol).filter(stored -> stored.source().equals(raw.sha256())).isPresent();
    if (known) {
      workshop.discard(raw.id());
      return Optional.empty();
    }
    return workshop.keep(
        raw,
        () ->
            Optional.of(
                put(
                    symbol,
                    new Upload(raw.id(), raw.size(), raw.sha256(), "", ""),
                    format,
                    Optional.empty())));
  }

  /**
   * The data that a symbol has.
   *
   * @throws dev.gatehouse.bus.ApiException 412 unless they are what the caller has seen
   */
  Optional<SymbolFile> read(String symbol, Optional<String> seen) {
    Optional<SymbolFile> now = symbols.find(symbol);
    if (seen.isPresent() && !seen.get().equals(now.map(EntityTags::change).orElse(""))) {
      throw ApiError.changed().exception();
    }
    return now;
  }

  /** The document of a symbol whose data are wholly in a new copy. */
  SymbolFile describe(String symbol, Blob download, String source, Blob copy) throws IOException {
    try (OpenCopies.Loan loan = copies.lend(copy.id())) {
      ServingCopy bars = loan.copy();
      return new SymbolFile(
          symbol,
          SymbolFile.Download.of(download),
          source,
          new SymbolFile.Served(copy.id(), copy.sha256(), AppendBuffer.none(copy.sha256())),
          new SymbolFile.Rows(bars.rowCount(), bars.firstTime(), bars.lastTime()),
          clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }
  }

  /** One import at a time: what a file may ask of the heap is asked of it once. */
  private <T> Made<T> inTurn(CopyWorkshop.Writing<T> writing) {
    try {
      if (!turns.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw ApiError.busy(ErrorCode.OVERLOADED, "other imports are running", RETRY_SECONDS)
            .exception();
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
