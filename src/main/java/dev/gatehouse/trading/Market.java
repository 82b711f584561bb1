package dev.gatehouse.trading;

import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.marketdata.BadMarketData;
import dev.gatehouse.marketdata.Bar;
import dev.gatehouse.marketdata.ImportLimits;
import dev.gatehouse.marketdata.importing.Importer;
import dev.gatehouse.marketdata.serving.ServingCopy;
import dev.gatehouse.store.Blob;
import dev.gatehouse.store.BlobWriter;
import dev.gatehouse.store.FileBlobs;
import dev.gatehouse.store.OwnFiles;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Takes market data in: checks an upload, writes its serving copy and swaps a symbol's document in
 * one write. Blobs that are replaced are left to the sweep, so that those who read them read on.
 */
final class Market {
  private static final int TRIES = 20;
  private static final int CHUNK = 1 << 20;

  private final SymbolFiles symbols;
  private final FileBlobs blobs;
  private final OpenCopies copies;
  private final Importer importer = new Importer(ImportLimits.DEFAULT);
  private final WorkerExecutor codecs;
  private final Path workshop;
  private final InstantSource clock;

  /**
   * @param codecs does the reading and writing; it is the width of this pool that bounds it
   * @param workshop folder for what is being written
   */
  Market(
      SymbolFiles symbols,
      FileBlobs blobs,
      OpenCopies copies,
      WorkerExecutor codecs,
      Path workshop,
      InstantSource clock) {
    this.symbols = symbols;
    this.blobs = blobs;
    this.copies = copies;
    this.codecs = codecs;
    this.workshop = workshop;
    this.clock = clock;
  }

  /** Something that writes a serving copy. */
  private interface Writing {
    void into(Path target) throws IOException;
  }

  /** Something that has a document name a blob. */
  private interface Naming<T> {
    T run() throws IOException;
  }

  /**
   * Replaces a symbol's data by an upload, which becomes the download where it is parquet.
   *
   * @param seen as {@link Call#seen}
   */
  SymbolFile put(String symbol, Upload upload, Importer.Format format, Optional<String> seen) {
    Optional<SymbolFile> before = read(symbol, seen);
    Blob copy = made(target -> importer.load(blobs.path(upload.blob()), format, symbol, target));
    SymbolFile file =
        unlessItFails(
            copy,
            () -> {
              Blob download =
                  format == Importer.Format.PARQUET
                      ? new Blob(upload.blob(), upload.size(), upload.sha256())
                      : copy;
              SymbolFile next = describe(symbol, download, upload.sha256(), copy);
              if (seen.isEmpty()) {
                symbols.put(next);
              } else if (!replaced(before, next)) {
                throw Failure.changed().exception();
              }
              return next;
            });
    if (format == Importer.Format.CSV) {
      blobs.discard(upload.blob());
    }
    return file;
  }

  /**
   * Replaces a symbol's data by a file of this machine, unless it is the one that was put last.
   *
   * @return empty when it is
   */
  Optional<SymbolFile> put(String symbol, Path file, Importer.Format format) throws IOException {
    Blob raw = store(file);
    boolean known =
        symbols.find(symbol).filter(stored -> stored.source().equals(raw.sha256())).isPresent();
    if (known) {
      blobs.discard(raw.id());
      return Optional.empty();
    }
    return unlessItFails(
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
   * @throws dev.gatehouse.bus.FailureException 412 unless they are what the caller has seen
   */
  Optional<SymbolFile> read(String symbol, Optional<String> seen) {
    Optional<SymbolFile> now = symbols.find(symbol);
    if (seen.isPresent() && !seen.get().equals(now.map(EntityTags::change).orElse(""))) {
      throw Failure.changed().exception();
    }
    return now;
  }

  private boolean replaced(Optional<SymbolFile> before, SymbolFile next) {
    return before.map(read -> symbols.replace(read, next)).orElseGet(() -> symbols.add(next));
  }

  /**
   * Adds bars to what a symbol has, all or none.
   *
   * @param seen as {@link Call#seen}
   */
  SymbolFile add(String symbol, List<Bar> bars, Optional<String> seen) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Optional<SymbolFile> before = read(symbol, seen);
      Blob copy =
          made(target -> {
            if (before.isPresent()) {
              importer.append(blobs.path(before.get().copy()), bars, target);
            } else {
              importer.create(bars, symbol, target);
            }
          });
      Optional<SymbolFile> won =
          unlessItFails(
              copy,
              () -> {
                SymbolFile next = describe(symbol, copy, "", copy);
                return replaced(before, next) ? Optional.of(next) : Optional.empty();
              });
      if (won.isPresent()) {
        return won.get();
      }
      blobs.discard(copy.id());
    }
    throw Failure.of(409, symbol + " is being changed by others").exception();
  }

  /** A blob that is to be named by a document is kept, unless it is certain that none names it. */
  private <T> T unlessItFails(Blob blob, Naming<T> naming) {
    try {
      return naming.run();
    } catch (UnknownOutcomeException mayBeNamed) {
      throw mayBeNamed;
    } catch (RuntimeException e) {
      blobs.discard(blob.id());
      throw e;
    } catch (IOException e) {
      blobs.discard(blob.id());
      throw new IllegalStateException(e);
    }
  }

  private SymbolFile describe(String symbol, Blob download, String source, Blob copy)
      throws IOException {
    try (OpenCopies.Loan loan = copies.lend(copy.id())) {
      ServingCopy bars = loan.copy();
      return new SymbolFile(
          symbol,
          new SymbolFile.Download(download.id(), download.size(), download.sha256()),
          source,
          new SymbolFile.Served(copy.id(), copy.sha256()),
          new SymbolFile.Rows(bars.rowCount(), bars.firstTime(), bars.lastTime()),
          clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }
  }

  private Blob made(Writing writing) {
    record Outcome(Blob blob, Failure failure) {}
    Outcome outcome =
        codecs
            .executeBlocking(
                () -> {
                  try {
                    return new Outcome(write(writing), null);
                  } catch (BadMarketData e) {
                    return new Outcome(null, Failure.of(400, e.getMessage()));
                  }
                },
                false)
            .await();
    if (outcome.failure() != null) {
      throw outcome.failure().exception();
    }
    return outcome.blob();
  }

  private Blob write(Writing writing) throws IOException {
    OwnFiles.folder(workshop);
    Path folder = Files.createTempDirectory(workshop, "import-");
    Path target = folder.resolve("copy.parquet");
    try {
      writing.into(target);
      return store(target);
    } finally {
      Files.deleteIfExists(target);
      Folders.delete(folder);
    }
  }

  private Blob store(Path file) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    try (FileChannel in = FileChannel.open(file);
        BlobWriter out = blobs.create()) {
      while (in.read(chunk.clear()) >= 0) {
        out.write(chunk.flip());
      }
      return out.commit();
    }
  }
}
