package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.AreaLanes.AreaWork;
import dev.gatehouse.bus.AreaLanes.Begun;
import dev.gatehouse.bus.AreaLanes.Decision;
import dev.gatehouse.bus.AreaLanes.Rejected;
import dev.gatehouse.bus.AreaLanes.Run;
import dev.gatehouse.bus.AreaLanes.Waiting;
import dev.gatehouse.bus.AreaLimits.QueueMemory;
import org.junit.jupiter.api.Test;

/** Admission and order of calls, on a simulated clock. */
class AreaLanesTest {
  private static final int SLOTS = 8;
  private static final long MILLI = 1_000_000;
  private static final Duration LONG = Duration.ofSeconds(10);

  private final QueueMemory memory = new QueueMemory(1 << 20);
  private final AreaLanes lanes = new AreaLanes(new AreaLimits(SLOTS, AreaLimits.MAX_WAIT, memory));
  private long now;

  @Test
  void admitsCallsByExpectedWait() {
    measure("op", 100);
    List<Run> runs = fill("op", SLOTS);
    // Eight slots of 100 ms serve 160 calls in two seconds.
    int waiting = 0;
    Decision decision = offer("op", "a");
    for (; decision instanceof Waiting; decision = offer("op", "a")) {
      waiting++;
    }
    assertTrue(Math.abs(waiting - 159) <= 1, waiting + " waiting");
    Duration wait = assertInstanceOf(Rejected.class, decision).retryAfter();
    assertTrue(wait.compareTo(AreaLimits.MAX_WAIT) > 0 && wait.toSeconds() <= 2, wait::toString);
    // A call that would wait beyond its deadline is rejected earlier.
    lanes.end(runs.getFirst(), now);
    assertInstanceOf(Rejected.class, lanes.offer(work("op", "a", false, LONG.dividedBy(100)), now));
  }

  @Test
  void rejectsCallsWhileNoneLeavesTheQueue() {
    fill("op", SLOTS);
    assertInstanceOf(Waiting.class, offer("op", "a"));
    now += 2_001 * MILLI;
    assertInstanceOf(Rejected.class, lanes.offer(work("new", "b", false, LONG), now));
  }

  @Test
  void reservesSlotsForQuickOperations() {
    measure("slow", 400);
    assertEquals(6, fill("slow", SLOTS).size());
    assertEquals(2, fill("quick", SLOTS).size());
  }

  @Test
  void replacesSlotsOfCallsThatBecomeSlow() {
    List<Run> hanging = fill("op", SLOTS);
    for (int i = 0; i < 20; i++) {
      assertInstanceOf(Waiting.class, offer("op", "a"));
    }
    assertInstanceOf(Waiting.class, offer("quick", "a"));
    now += 251 * MILLI;
    assertEquals(List.of("quick"), operations(lanes.beginNext(now)));
    // The operation is known to be slow now, although none of its calls has ended.
    assertInstanceOf(Waiting.class, offer("op", "a"));
    assertInstanceOf(Begun.class, offer("quick", "a"));
    assertEquals(List.of(), operations(lanes.end(hanging.getFirst(), now)));
  }

  @Test
  void servesAddressesInTurn() {
    List<Run> runs = fill("op", SLOTS);
    for (int i = 0; i < 100; i++) {
      offer("op", "busy");
    }
    offer("op", "other");
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      lanes.end(runs.get(i), now).forEach(run -> order.add(run.work.sender().address()));
    }
    assertTrue(order.contains("other"), order::toString);
  }

  @Test
  void servesRightCredentialsFirst() {
    List<Run> runs = fill("op", SLOTS);
    for (int i = 0; i < 100; i++) {
      offer("op", "address-" + i);
    }
    assertInstanceOf(Waiting.class, lanes.offer(work("op", "owner", true, LONG), now));
    assertEquals("owner", lanes.end(runs.getFirst(), now).getFirst().work.sender().address());
  }

  @Test
  void limitsMemoryOfWaitingCalls() {
    measure("op", 1);
    List<Run> runs = fill("op", SLOTS);
    var large = new AreaWork.Sender("a", false, 600 << 10);
    var work = new AreaWork("op", large, Deadline.in(LONG), () -> () -> {});
    assertInstanceOf(Waiting.class, lanes.offer(work, now));
    assertInstanceOf(Rejected.class, lanes.offer(work, now));
    assertEquals(600 << 10, memory.taken());
    lanes.end(runs.getFirst(), now);
    assertEquals(0, memory.taken());
  }

  /** Runs enough calls of an operation to measure its service time. */
  private void measure(String operation, long millis) {
    for (int i = 0; i < 50; i++) {
      Run run = assertInstanceOf(Begun.class, offer(operation, "a")).run();
      now += millis * MILLI;
      lanes.end(run, now);
    }
  }

  /** Starts calls until one has to wait, and returns the running ones. */
  private List<Run> fill(String operation, int max) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < max; i++) {
      if (offer(operation, "filling") instanceof Begun begun) {
        runs.add(begun.run());
      } else {
        return runs;
      }
    }
    return runs;
  }

  private Decision offer(String operation, String address) {
    return lanes.offer(work(operation, address, false, LONG), now);
  }

  private static AreaWork work(
      String operation, String address, boolean precedes, Duration remaining) {
    return new AreaWork(
        operation,
        new AreaWork.Sender(address, precedes, 100),
        Deadline.in(remaining),
        () -> () -> {});
  }

  private static List<String> operations(List<Run> runs) {
    return runs.stream().map(run -> run.work.operation()).toList();
  }
}
