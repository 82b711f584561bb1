package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blob;

/**
 * Changes of symbols' documents. Each change is one conditional write, which fails if the document
 * changed since it was read. On one node, writers of a symbol wait for each other. Between nodes,
 * the writer that fails reads the document again.
 */
final class SymbolWrites {
  private static final int TRIES = 50;
  private static final int RETRY_SECONDS = 1;
  private static final int LOCKS = 64;

  private final SymbolFiles symbols;
  private final CopyWorkshop workshop;
  private final List<ReentrantLock> locks =
      IntStream.range(0, LOCKS).mapToObj(n -> new ReentrantLock(true)).toList();

  SymbolWrites(SymbolFiles symbols, CopyWorkshop workshop) {
    this.symbols = symbols;
    this.workshop = workshop;
  }

  /** An attempt to change a symbol's document. Empty if another writer was faster. */
  interface Try<T> {
    Optional<T> run() throws IOException;
  }

  /**
   * Retries until no other writer interferes. Allows one writer per symbol at a time on this node.
   */
  <T> T alone(String symbol, Try<T> work) throws IOException {
    ReentrantLock lock = locks.get(Math.floorMod(symbol.hashCode(), LOCKS));
    lock.lock();
    try {
      for (int attempt = 0; attempt < TRIES; attempt++) {
        Optional<T> done = work.run();
        if (done.isPresent()) {
          return done.get();
        }
      }
    } finally {
      lock.unlock();
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, symbol + " is being changed by other nodes", RETRY_SECONDS);
  }

  /**
   * Stores a document that references a new blob.
   *
   * @return the document, or empty if another writer was faster; the blob is deleted then
   */
  Optional<SymbolFile> swapped(
      Blob blob, Optional<SymbolFile> before, CopyWorkshop.Naming<SymbolFile> naming) {
    Optional<SymbolFile> won =
        workshop.keep(
            blob, () -> Optional.of(naming.run()).filter(next -> symbols.replaced(before, next)));
    if (won.isEmpty()) {
      workshop.discard(blob.id());
    }
    return won;
  }
}
