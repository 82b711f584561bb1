package dev.gatehouse.store.sqlite;

import module java.base;

/**
 * Connections that read, each on a snapshot, so that none waits for the writer. There are few,
 * because each has a cache; the most recently used one is preferred.
 *
 * <p>A call into SQLite pins the carrier of its virtual thread. Therefore only look-ups of some
 * microseconds run on the caller's virtual thread, where a handover would cost more than the work.
 * All others run on platform threads of this class.
 */
final class Readers implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 4;

  private final StoreFile file;
  private final Semaphore places = new Semaphore(MAX_CONNECTIONS, true);
  private final Deque<Sql> idle = new ConcurrentLinkedDeque<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          MAX_CONNECTIONS, Thread.ofPlatform().name("store-reader-", 1).daemon().factory());
  private volatile boolean closed;

  Readers(StoreFile file) {
    this.file = file;
  }

  /** Runs work of any duration. */
  <T> T run(Function<Sql, T> work) {
    if (!Thread.currentThread().isVirtual()) {
      return runHere(work);
    }
    return Writer.joined(CompletableFuture.supplyAsync(() -> runHere(work), threads));
  }

  /** Runs work of some microseconds on the current thread. */
  <T> T runHere(Function<Sql, T> work) {
    places.acquireUninterruptibly();
    try {
      if (closed) {
        throw new IllegalStateException("the document store is closed");
      }
      Sql sql = idle.pollFirst();
      return within(work, sql == null ? file.reader() : sql);
    } finally {
      places.release();
    }
  }

  private <T> T within(Function<Sql, T> work, Sql sql) {
    boolean sound = false;
    try {
      sql.run("BEGIN");
      try {
        return work.apply(sql);
      } finally {
        // An open snapshot keeps the log from restarting, so each snapshot ends with its work.
        sql.run("COMMIT");
        sound = true;
      }
    } finally {
      if (sound) {
        idle.addFirst(sql);
      } else {
        sql.close();
      }
    }
  }

  /** Waits for active work. */
  @Override
  public void close() {
    closed = true;
    places.acquireUninterruptibly(MAX_CONNECTIONS);
    threads.shutdown();
    idle.forEach(Sql::close);
    idle.clear();
    places.release(MAX_CONNECTIONS);
  }
}
