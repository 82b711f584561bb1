package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Grouping of commands into commits. */
@Timeout(30)
class GroupCommitQueueTest {
  /** Far longer than any pause of the machine, so that reaching it means a hang. */
  private static final long LONG = Duration.ofHours(1).toNanos();

  private final GroupCommitQueue queue = new GroupCommitQueue(LONG, LONG);

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
      queue.committed(LONG);
    }
  }

  /** Eight commands complete while eight others wait. Afterwards all share commits. */
  @Test
  void mergesAlternatingGroupsIntoOneCommit() throws Exception {
    add(8);
    queue.next(LONG);
    add(8);
    queue.committed(LONG);
    CompletableFuture<Integer> together = next();
    add(7);
    assertThrows(TimeoutException.class, () -> together.get(50, TimeUnit.MILLISECONDS));
    add(1);
    assertEquals(16, together.get());
    queue.committed(LONG);
    CompletableFuture<Integer> again = next();
    add(16);
    assertEquals(16, again.get());
  }

  /** A client that does not return delays a commit once, and only by a fraction of a commit. */
  @Test
  void stopsWaitingForAbsentClients() {
    add(5);
    queue.next(LONG);
    queue.committed(4_000);
    add(1);
    assertEquals(1, queue.next(LONG).size());
    queue.committed(LONG);
    add(1);
    assertEquals(1, queue.next(LONG).size());
  }

  @Test
  void limitsCommandsPerCommit() {
    add(300);
    assertEquals(256, queue.next(LONG).size());
    assertEquals(44, queue.size());
    queue.committed(LONG);
    add(256);
    assertEquals(256, queue.next(LONG).size());
    assertEquals(44, queue.size());
  }

  @Test
  void returnsEmptyWhenNothingIsQueued() {
    add(5);
    queue.next(LONG);
    queue.committed(LONG);
    assertEquals(0, queue.next(0).size());
  }

  @Test
  void endsWaitAndRejectsCommandsOnClose() throws Exception {
    add(5);
    queue.next(LONG);
    queue.committed(LONG);
    CompletableFuture<Integer> last = next();
    add(1);
    assertTrue(queue.close());
    assertFalse(queue.close());
    assertEquals(2, last.get());
    assertThrows(IllegalStateException.class, () -> add(1));
  }

  private void addPart() {
    queue.add(GroupCommitQueue.Job.part(all -> true));
  }

  /** Commits one short command, and returns whether a part was committed with it. */
  private boolean commitsPart() {
    add(1);
    int commands = queue.next(LONG).size();
    queue.committed(LONG);
    return commands == 2;
  }

  @Test
  void runsAllPartsTogetherWithoutShortCommands() {
    addPart();
    addPart();
    assertFalse(queue.hasShortOnes());
    assertEquals(2, queue.next(LONG).size());
    assertEquals(0, queue.size());
  }

  @Test
  void runsPartInEveryFourthCommitWithShortCommands() {
    assertFalse(commitsPart());
    addPart();
    assertEquals(0, queue.next(0).size(), "rests after a short command");
    assertEquals(List.of(false, false, true), List.of(commitsPart(), commitsPart(), commitsPart()));
    addPart();
    assertEquals(
        List.of(false, false, false, true),
        List.of(commitsPart(), commitsPart(), commitsPart(), commitsPart()));
  }

  @Test
  void runsPartAfterRest() {
    var resting = new GroupCommitQueue(LONG, TimeUnit.MILLISECONDS.toNanos(20));
    resting.add(new GroupCommitQueue.Job<>(all -> true));
    resting.next(LONG);
    resting.committed(LONG);
    long answered = System.nanoTime();
    resting.add(GroupCommitQueue.Job.part(all -> true));
    assertEquals(1, resting.next(LONG).size());
    assertTrue(System.nanoTime() - answered > TimeUnit.MILLISECONDS.toNanos(15));
  }

  @Test
  void returnsAllPartsOnClose() {
    commitsPart();
    addPart();
    addPart();
    queue.close();
    assertEquals(3, queue.next(LONG).size());
  }
}
