package dev.gatehouse.store.sqlite;

import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Executes read commands, each on a snapshot, so that none waits for the writer. There are few
 * sessions, because each has a cache; the most recently used one is preferred.
 *
 * <p>A call into SQLite pins the carrier of its virtual thread. Therefore only very short commands
 * run on the caller's virtual thread, where a handover would cost more than the work. All others
 * run on platform threads of this class.
 */
final class Readers implements AutoCloseable {
  private static final int MAX_SESSIONS = 4;

  private final StoreFile file;
  private final LongAdder reads;
  private final Semaphore places = new Semaphore(MAX_SESSIONS, true);
  private final Deque<Databases> idle = new ConcurrentLinkedDeque<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          MAX_SESSIONS, Thread.ofPlatform().name("store-reader-", 1).daemon().factory());
  private volatile boolean closed;

  Readers(StoreFile file, LongAdder reads) {
    this.file = file;
    this.reads = reads;
  }

  /** Runs a command of any duration. */
  <T> T run(Databases.Work<T> work) {
    if (!Thread.currentThread().isVirtual()) {
      return runHere(work);
    }
    try {
      return CompletableFuture.supplyAsync(() -> runHere(work), threads).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Runs a command of some microseconds on the current thread. */
  <T> T runHere(Databases.Work<T> work) {
    places.acquireUninterruptibly();
    try {
      if (closed) {
        throw new IllegalStateException("the document store is closed");
      }
      Databases databases = idle.pollFirst();
      if (databases == null) {
        databases = new Databases(file.reader(), reads);
      }
      return run(work, databases);
    } finally {
      places.release();
    }
  }

  private <T> T run(Databases.Work<T> work, Databases databases) {
    Sql sql = databases.session().sql();
    boolean sound = false;
    try {
      sql.run("BEGIN");
      try {
        databases.catalog().refresh();
        return work.run(databases);
      } finally {
        // An open snapshot keeps the log from restarting, so each snapshot ends with its command.
        sql.run("COMMIT");
        sound = true;
      }
    } finally {
      if (sound) {
        idle.addFirst(databases);
      } else {
        databases.session().close();
      }
    }
  }

  /** Waits for active commands. */
  @Override
  public void close() {
    closed = true;
    places.acquireUninterruptibly(MAX_SESSIONS);
    threads.shutdown();
    idle.forEach(databases -> databases.session().close());
    idle.clear();
    places.release(MAX_SESSIONS);
  }
}
