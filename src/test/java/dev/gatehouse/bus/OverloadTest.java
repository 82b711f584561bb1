package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.AreaLimits.QueueMemory;
import dev.gatehouse.bus.TestBus.OneOperation;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** More calls than an area accepts, calls whose callers gave up, and the area's shutdown. */
@ExtendWith(VertxExtension.class)
@Timeout(30)
class OverloadTest {
  private static final int CONCURRENCY = 2;

  private TestBus bus;
  private final Semaphore begun = new Semaphore(0);
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger max = new AtomicInteger();

  @BeforeEach
  void begin(Vertx vertx) {
    bus = new TestBus(vertx);
  }

  @AfterEach
  void letAllThrough() {
    gate.countDown();
  }

  private Answer waitAtTheGate(Call call) throws InterruptedException {
    max.accumulateAndGet(running.incrementAndGet(), Math::max);
    begun.release();
    gate.await();
    running.decrementAndGet();
    return Answer.ok(Map.of());
  }

  @Test
  void rejectsCallsThatMayNotWait() throws InterruptedException {
    var limits = new AreaLimits(CONCURRENCY, Duration.ZERO, new QueueMemory(1 << 20));
    bus.host(limits, new OneOperation("test.wait", this::waitAtTheGate, () -> {}));
    List<Future<Reply>> taken = new ArrayList<>();
    for (int i = 0; i < CONCURRENCY; i++) {
      taken.add(bus.send("test.wait"));
    }
    begun.acquire(CONCURRENCY);

    ApiError refused = assertInstanceOf(ApiError.class, bus.ask("test.wait"));
    assertEquals(503, refused.status());
    assertTrue(Integer.parseInt(refused.headers().get("Retry-After")) < 30);
    taken.forEach(future -> assertFalse(future.isComplete()));

    gate.countDown();
    taken.forEach(future -> assertInstanceOf(Answer.class, future.await()));
    assertEquals(CONCURRENCY, max.get());
    assertInstanceOf(Answer.class, bus.ask("test.wait"), "there is room again");
  }

  /** The memory of the queue is large enough for them. */
  @Test
  void queuesFiveThousandQuickCalls() {
    bus.host(64, "test.echo", call -> Answer.ok(Map.of()));
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      replies.add(bus.send("test.echo"));
    }
    replies.forEach(reply -> assertInstanceOf(Answer.class, reply.await()));
  }

  /** The quick operation gets slots although the hanging one has occupied all of them. */
  @Test
  void runsQuickCallsWhileOthersHang() {
    Map<String, Area.Handler> operations =
        Map.of("test.hang", this::waitAtTheGate, "test.echo", call -> Answer.ok(Map.of()));
    bus.host(TestBus.patient(8), new TestBus.Operations(operations));
    for (int i = 0; i < 100; i++) {
      bus.send("test.hang");
    }
    // If the first calls become slow before all have begun, two slots are kept for quick calls.
    begun.acquireUninterruptibly(6);
    for (int i = 0; i < 10; i++) {
      assertInstanceOf(Answer.class, bus.ask("test.echo"));
    }
  }

  @Test
  void releasesPermitBeforeReply() {
    bus.host(1, "test.echo", call -> Answer.ok(Map.of()));
    for (int i = 0; i < 5_000; i++) {
      assertInstanceOf(Answer.class, bus.ask("test.echo"), "call " + i);
    }
  }

  @Test
  void dropsExpiredCallsFromQueue() throws InterruptedException {
    AtomicInteger handled = new AtomicInteger();
    bus.host(
        1,
        "test.wait",
        call -> {
          handled.incrementAndGet();
          return waitAtTheGate(call);
        });
    Future<Reply> first = bus.send("test.wait");
    begun.acquire();
    List<Future<Reply>> waiting = List.of(bus.send("test.wait"), bus.send("test.wait"));
    bus.clock.advance(TestBus.MINUTE);
    Future<Reply> fresh = bus.send("test.wait");
    gate.countDown();

    assertInstanceOf(Answer.class, first.await());
    for (Future<Reply> late : waiting) {
      assertEquals(504, assertInstanceOf(ApiError.class, late.await()).status());
    }
    assertInstanceOf(Answer.class, fresh.await());
    assertEquals(2, handled.get());
  }

  @Test
  void closesAreaAfterAnsweringAcceptedCalls() throws InterruptedException {
    AtomicInteger ends = new AtomicInteger();
    var area =
        new OneOperation(
            "test.wait",
            this::waitAtTheGate,
            () -> {
              bus.vertx.timer(1).await();
              assertEquals(0, running.get());
              ends.incrementAndGet();
            });
    String id = bus.host(TestBus.patient(1), area);
    List<Future<Reply>> taken = List.of(bus.send("test.wait"), bus.send("test.wait"));
    begun.acquire();
    Future<Void> end = bus.vertx.undeploy(id);

    assertEquals(503, statusOnceUnregistered());
    assertFalse(end.isComplete());
    assertEquals(0, ends.get());
    gate.countDown();
    end.await();
    assertEquals(1, ends.get());
    taken.forEach(future -> assertInstanceOf(Answer.class, future.await()));
  }

  /**
   * Calls that arrive before the consumer is unregistered wait with the others. Later calls find no
   * handler.
   */
  private int statusOnceUnregistered() {
    while (true) {
      Future<Reply> reply = bus.send("test.wait");
      bus.vertx.timer(5).await();
      if (reply.result() instanceof ApiError error && error.code() == ErrorCode.AREA_UNAVAILABLE) {
        assertEquals("5", error.headers().get("Retry-After"));
        return error.status();
      }
    }
  }

  @Test
  void answersEveryCallWhenAreaCloses() {
    AtomicInteger handled = new AtomicInteger();
    String id =
        bus.host(
            8,
            "test.count",
            call -> {
              handled.incrementAndGet();
              return Answer.ok(Map.of());
            });
    List<Future<Reply>> replies = new ArrayList<>();
    Future<Void> end = null;
    for (int i = 0; i < 2_000; i++) {
      replies.add(bus.send("test.count"));
      if (i == 1_000) {
        end = bus.vertx.undeploy(id);
      }
    }
    end.await();
    int answers = 0;
    for (Future<Reply> reply : replies) {
      switch (reply.await()) {
        case Answer answer -> answers++;
        case ApiError failure -> assertEquals(503, failure.status(), failure.toString());
      }
    }
    assertEquals(handled.get(), answers);
    assertTrue(answers > 0);
  }
}
