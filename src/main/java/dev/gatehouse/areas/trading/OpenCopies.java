package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.areas.trading.MarketDownloads.DownloadSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.LocalBlob;

/**
 * Pool of open serving copies. It closes the least recently used copy first. A copy in use is
 * closed only after its last user has returned it.
 */
public final class OpenCopies {
  private static final int MAX_OPEN = 64;
  private static final long INDEX_BYTES = 32L << 20;

  private final Blobs blobs;
  private final IndexCache indexes = new IndexCache(INDEX_BYTES);
  private final SequencedMap<String, Shared> open = new LinkedHashMap<>(16, 0.75f, true);

  /** An open copy and its users, guarded by the lock. */
  private static final class Shared {
    final ServingCopy copy;

    /** Loans, and one for the pool until it drops the copy. */
    int users = 1;

    Shared(ServingCopy copy) {
      this.copy = copy;
    }
  }

  /** A borrowed copy. Closing returns it to the pool. */
  public final class Loan implements AutoCloseable {
    private final Shared shared;
    private boolean returned;

    private Loan(Shared shared) {
      this.shared = shared;
    }

    public ServingCopy copy() {
      return shared.copy;
    }

    @Override
    public void close() throws IOException {
      synchronized (OpenCopies.this) {
        if (!returned) {
          returned = true;
          release(shared);
        }
      }
    }
  }

  public OpenCopies(Blobs blobs) {
    this.blobs = blobs;
  }

  public Loan lend(String blob) throws IOException {
    Loan known = lendOpen(blob);
    if (known != null) {
      return known;
    }
    // Not under the lock, because the blob may have to be fetched first and other callers must not
    // wait for it.
    ServingCopy copy;
    try (LocalBlob file = blobs.local(blob)) {
      copy = ServingCopy.open(file.path(), indexes);
    }
    return lend(blob, copy);
  }

  /** Returns a copy with its tail as an overlay. */
  MergedBars merged(ServingCopy copy, DownloadSource source) throws IOException {
    return new MergedBars(copy, tail(copy.symbol(), source.tail(), source.latest()));
  }

  /**
   * Returns the bars of a tail.
   *
   * @param blob may be empty
   * @param latest as {@link BarLines}
   */
  Bars tail(String symbol, String blob, String latest) throws IOException {
    Bars newest = BarLines.latest(symbol, latest);
    if (blob.isEmpty()) {
      return newest;
    }
    try (Loan loan = lend(blob)) {
      ServingCopy tail = loan.copy();
      return tail.read(0, Math.toIntExact(tail.rowCount()), Column.STORED).with(newest);
    }
  }

  /** Returns a loan, or null if the copy is not open. */
  private synchronized Loan lendOpen(String blob) {
    Shared shared = open.get(blob);
    return shared == null ? null : lend(shared);
  }

  private Loan lend(Shared shared) {
    shared.users++;
    return new Loan(shared);
  }

  /** Adds a copy to the pool. Closes it if another caller has added one of the same blob. */
  private synchronized Loan lend(String blob, ServingCopy opened) throws IOException {
    Shared shared = open.get(blob);
    if (shared == null) {
      shared = new Shared(opened);
      open.put(blob, shared);
      if (open.size() > MAX_OPEN) {
        release(open.pollFirstEntry().getValue());
      }
    } else {
      opened.close();
    }
    return lend(shared);
  }

  private static void release(Shared shared) throws IOException {
    shared.users--;
    if (shared.users == 0) {
      shared.copy.close();
    }
  }
}
