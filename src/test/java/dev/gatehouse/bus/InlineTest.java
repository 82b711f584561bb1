package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.MDC;

/** An operation dispatched inline behaves as it does over the bus. */
@ExtendWith(VertxExtension.class)
class InlineTest {
  private TestBus bus;

  @BeforeEach
  void begin(Vertx vertx) {
    bus = new TestBus(vertx);
  }

  @Test
  void answersOnCallingThreadWithCallContext() {
    var thread = new AtomicReference<Thread>();
    bus.host(
        1,
        "test.here",
        Area.fromMemory(call -> {
          thread.set(Thread.currentThread());
          assertSame(call, AreaVerticle.CALL.get());
          return Answer.ok(Map.of("request", MDC.get("request")));
        }));
    Future<Reply> reply = bus.dispatcher.dispatchInline(bus.call("test.here"));
    assertTrue(reply.isComplete());
    assertSame(Thread.currentThread(), thread.get());
    assertEquals(
        "{\"request\":\"r-1\"}", assertInstanceOf(Answer.class, reply.result()).json().toString());
    assertEquals(null, MDC.get("request"));
  }

  @Test
  void hidesDetailsOfThrownException() {
    bus.host(
        1,
        "test.fail",
        Area.fromMemory(call -> {
          throw new IllegalStateException("password of 10.0.0.7");
        }));
    Future<Reply> reply = bus.dispatcher.dispatchInline(bus.call("test.fail"));
    ApiError failure = assertInstanceOf(ApiError.class, reply.result());
    assertEquals(500, failure.status());
    assertEquals("internal error", failure.message());
  }

  @Test
  void returns504ForExpiredCall() {
    bus.host(1, "test.here", Area.fromMemory(call -> Answer.ok(Map.of())));
    Call late = bus.call("test.here");
    bus.clock.advance(TestBus.MINUTE);
    Future<Reply> reply = bus.dispatcher.dispatchInline(late);
    assertEquals(504, assertInstanceOf(ApiError.class, reply.result()).status());
  }

  @Test
  void usesBusWhenAreaIsNotHosted() {
    var thread = new AtomicReference<Thread>();
    String deployment =
        bus.host(
            1,
            "test.here",
            call -> {
              thread.set(Thread.currentThread());
              return Answer.ok(Map.of());
            });
    // Like a node that hosts only http: the dispatcher knows the address only from the bus.
    bus.dispatcher.stopHosting("test.here");
    assertInstanceOf(Answer.class, bus.dispatcher.dispatchInline(bus.call("test.here")).await());
    assertNotSame(Thread.currentThread(), thread.get());

    bus.vertx.undeploy(deployment).await();
    Reply nobody = bus.dispatcher.dispatchInline(bus.call("test.here")).await();
    assertEquals(503, assertInstanceOf(ApiError.class, nobody).status());
  }

  /** A handler that does not declare to read only memory never runs on an event loop. */
  @Test
  void dispatchesUndeclaredHandler() {
    bus.host(1, "test.slow", call -> Answer.ok(Thread.currentThread().isVirtual()));
    Reply reply = bus.dispatcher.dispatchInline(bus.call("test.slow")).await();
    assertEquals("true", assertInstanceOf(Answer.class, reply).json().toString());
  }

  @Test
  void runsSelectedCallsOffTheLoop() {
    Area.Handler isVirtual = call -> Answer.ok(Thread.currentThread().isVirtual());
    bus.host(
        1,
        "test.both",
        Area.choosing(call -> call.text("slow") != null, isVirtual, Area.fromMemory(isVirtual)));
    Call fast = bus.call("test.both");
    assertEquals("false", json(fast));
    assertEquals(
        "true",
        json(
            new Call(
                fast.operation(),
                fast.origin(),
                fast.deadline(),
                Map.of("slow", "yes"),
                null,
                List.of())));
  }

  private String json(Call call) {
    Reply reply = bus.dispatcher.dispatchInline(call).await();
    return assertInstanceOf(Answer.class, reply).json().toString();
  }
}
