package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.exception.MongoServerException;
import dev.gatehouse.store.sqlite.GroupCommitQueue.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions of the writer's session, each with a batch of commands. A failed command is rolled
 * back alone. If the file fails, the whole batch is rolled back.
 */
final class Transactions {
  private static final Logger log = LoggerFactory.getLogger(Transactions.class);

  private final StoreFile file;
  private final WriterHealth health;
  private final LongAdder reads;
  private final LongConsumer commits;
  private final Pace pace;
  private Databases databases;

  /** True if the current batch has commands that are not parts of long commands. */
  private boolean hasShortOnes;

  /** True if the current transaction has begun to store its entry counts. */
  private boolean counted;

  /**
   * @param commits receives the nanoseconds that each commit takes
   * @param pace is notified of the beginning of each command
   */
  Transactions(
      StoreFile file, WriterHealth health, LongAdder reads, LongConsumer commits, Pace pace) {
    this.file = file;
    this.health = health;
    this.reads = reads;
    this.commits = commits;
    this.pace = pace;
    this.databases = new Databases(file.writer(), reads);
    databases.catalog().refresh();
  }

  /** Returns the databases, as the writer's session sees them. */
  Databases databases() {
    return databases;
  }

  /** Reads the entry counts of the file unless they are in memory. */
  void recallCounts() {
    file.ranks().recall(databases.session(), databases.catalog()::entryCounts);
  }

  /**
   * Commits a batch and returns the replies that may be sent now, since their changes are on disk.
   */
  List<Runnable> commit(List<Job<?>> batch) {
    if (batch.isEmpty()) {
      return List.of();
    }
    counted = false;
    Optional<StoreFailure> refusal = health.good() ? Optional.empty() : file.beforeWriting();
    if (refusal.isPresent()) {
      // Without an attempt the outcome is certain.
      health.failed(refusal.get());
      batch.forEach(job -> job.done().completeExceptionally(refusal.get()));
      return List.of();
    }
    List<Runnable> answers = new ArrayList<>();
    long begin = System.nanoTime();
    try {
      Sql sql = databases.session().sql();
      sql.run("BEGIN IMMEDIATE");
      databases.catalog().recall();
      databases.session().settle();
      recallCounts();
      hasShortOnes = batch.stream().anyMatch(job -> !job.isPart());
      for (Job<?> job : batch) {
        answers.add(attempt(job, batch.size() > 1));
      }
      databases.catalog().saveSizes();
      counted = true;
      file.ranks().save(databases.session());
      finish(sql);
    } catch (RuntimeException | Error e) {
      try {
        undo(e);
      } finally {
        batch.forEach(job -> job.done().completeExceptionally(e));
      }
      return List.of();
    }
    file.ranks().committed(databases.session().entries());
    commits.accept(System.nanoTime() - begin);
    health.recovered();
    return answers;
  }

  private static void finish(Sql sql) {
    try {
      sql.run("COMMIT");
    } catch (StoreFailure e) {
      throw e.ofCommit();
    }
  }

  /**
   * Runs one command of a batch. A failed command is rolled back to its savepoint, or with the
   * whole transaction if it is alone.
   */
  private <T> Runnable attempt(Job<T> job, boolean shared) {
    Sql sql = databases.session().sql();
    if (shared) {
      sql.run("SAVEPOINT command");
    }
    List<OrderStatistics.Change> changes = databases.session().entries().changes();
    int before = changes.size();
    Map<Long, Long> growth = databases.catalog().growth();
    Runnable answer;
    try {
      answer = outcome(job);
    } catch (RuntimeException | Error e) {
      boolean broken = e instanceof StoreFailure failure && !failure.isDamage();
      if (broken || !shared) {
        throw e;
      }
      sql.run("ROLLBACK TO command");
      changes.subList(before, changes.size()).clear();
      databases.catalog().forget();
      databases.catalog().refresh();
      databases.catalog().grown(growth);
      answer = () -> job.done().completeExceptionally(e);
    }
    if (shared) {
      sql.run("RELEASE command");
    }
    return answer;
  }

  private <T> Runnable outcome(Job<T> job) {
    try {
      pace.begin(hasShortOnes);
      T result = job.work().run(databases);
      return () -> job.done().complete(result);
    } catch (MongoServerException refusal) {
      return () -> job.done().completeExceptionally(refusal);
    }
  }

  private void undo(Throwable cause) {
    databases.catalog().forget();
    IndexEntries entries = databases.session().entries();
    if (isRolledBack() && !(cause instanceof StoreFailure) && !counted) {
      // The command itself failed. The file is unchanged, so the entry counts remain valid.
      entries.changes().clear();
    } else {
      file.ranks().undone(entries);
    }
    if (cause instanceof StoreFailure failure && !failure.isDamage()) {
      health.failed(failure);
    }
  }

  private boolean isRolledBack() {
    Sql sql = databases.session().sql();
    try {
      sql.run("ROLLBACK");
      return true;
    } catch (StoreFailure alreadyUndone) {
      // SQLite rolls back by itself if the disk is full; this detects any other cause.
      reopenUnless(() -> {
        sql.run("BEGIN");
        sql.run("ROLLBACK");
      });
      return false;
    }
  }

  private void reopenUnless(Runnable sound) {
    try {
      sound.run();
    } catch (StoreFailure e) {
      try {
        databases.session().close();
      } catch (StoreFailure unclosed) {
        log.warn("a session of the document store could not be closed: {}", unclosed.getMessage());
      }
      reopen();
    }
  }

  /** Opens the file again. If that fails, the next commit fails too and tries again. */
  private void reopen() {
    try {
      databases = new Databases(file.writer(), reads);
    } catch (StoreFailure e) {
      health.failed(e);
    }
  }
}
