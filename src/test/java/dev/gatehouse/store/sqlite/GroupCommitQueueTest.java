package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Grouping of commands into commits. */
@Timeout(30)
class GroupCommitQueueTest {
  /** Far longer than any pause of the machine, so that reaching it means a hang. */
  private static final long LONG = Duration.ofHours(1).toNanos();

  private final GroupCommitQueue queue = new GroupCommitQueue(LONG);

  private void add(int commands) {
    for (int i = 0; i < commands; i++) {
      queue.add(new GroupCommitQueue.Job<>(all -> true));
    }
  }

  private CompletableFuture<Integer> next() {
    return CompletableFuture.supplyAsync(
        () -> queue.next(LONG).size(), task -> Thread.ofPlatform().daemon().start(task));
  }

  @Test
  void takesAllWaitingCommandsInFirstCommit() {
    add(3);
    assertEquals(3, queue.next(LONG).size());
  }

  @Test
  void commitsSingleWriterImmediately() {
    for (int i = 0; i < 3; i++) {
      add(1);
      assertEquals(1, queue.next(LONG).size());
      queue.committed(1, LONG);
    }
  }

  /** Eight commands complete while eight others wait. Afterwards all share commits. */
  @Test
  void mergesAlternatingGroupsIntoOneCommit() throws Exception {
    add(8);
    queue.next(LONG);
    add(8);
    queue.committed(8, LONG);
    CompletableFuture<Integer> together = next();
    add(7);
    assertThrows(TimeoutException.class, () -> together.get(50, TimeUnit.MILLISECONDS));
    add(1);
    assertEquals(16, together.get());
    queue.committed(16, LONG);
    CompletableFuture<Integer> again = next();
    add(16);
    assertEquals(16, again.get());
  }

  /** A client that does not return delays a commit once, and only by a fraction of a commit. */
  @Test
  void stopsWaitingForAbsentClients() {
    queue.committed(5, 4_000);
    add(1);
    assertEquals(1, queue.next(LONG).size());
    queue.committed(1, LONG);
    add(1);
    assertEquals(1, queue.next(LONG).size());
  }

  @Test
  void limitsCommandsPerCommit() {
    queue.committed(1_000, LONG);
    add(300);
    assertEquals(256, queue.next(LONG).size());
    assertEquals(44, queue.size());
  }

  @Test
  void returnsEmptyWhenNothingIsQueued() {
    queue.committed(5, LONG);
    assertEquals(0, queue.next(0).size());
  }

  @Test
  void endsWaitAndRejectsCommandsOnClose() throws Exception {
    queue.committed(5, LONG);
    CompletableFuture<Integer> last = next();
    add(1);
    assertTrue(queue.close());
    assertFalse(queue.close());
    assertEquals(2, last.get());
    assertThrows(IllegalStateException.class, () -> add(1));
  }
}
