package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Errors for callers when no answer arrives, and the receivers of events. */
@ExtendWith(VertxExtension.class)
@Timeout(30)
class DispatcherTest {
  private TestBus bus;

  @BeforeEach
  void begin(Vertx vertx) {
    bus = new TestBus(vertx);
  }

  @Test
  void returns503ForUnservedAddress() {
    ApiError failure = assertInstanceOf(ApiError.class, bus.ask("nobody.here"));
    assertEquals(503, failure.status());
    assertEquals("5", failure.headers().get("Retry-After"));
  }

  @Test
  void returns504WhenWorkerTimesOut() {
    bus.vertx.eventBus().<Call>consumer("silent.worker", message -> {});
    Call call = bus.call("silent.worker");
    bus.clock.advance(TestBus.MINUTE.minusMillis(20));
    assertEquals(
        504, assertInstanceOf(ApiError.class, bus.dispatcher.dispatch(call).await()).status());
  }

  @Test
  void sendsNoExpiredCall() {
    AtomicInteger arrived = new AtomicInteger();
    bus.host(
        1,
        "test.count",
        call -> {
          arrived.incrementAndGet();
          return Answer.ok(Map.of());
        });
    Call call = bus.call("test.count");
    bus.clock.advance(TestBus.MINUTE);
    assertEquals(
        504, assertInstanceOf(ApiError.class, bus.dispatcher.dispatch(call).await()).status());
    assertInstanceOf(Answer.class, bus.ask("test.count"));
    assertEquals(1, arrived.get());
  }

  @Test
  void hidesDetailsOfFailedMessage() {
    bus.vertx.eventBus().<Call>consumer("broken.worker", message -> message.fail(7, "internals"));
    ApiError failure = assertInstanceOf(ApiError.class, bus.ask("broken.worker"));
    assertEquals(500, failure.status());
    assertEquals("internal error", failure.message());
    assertEquals("internals", failure.detail());
  }

  @Test
  void deliversEachEventOncePerListener() throws InterruptedException {
    var first = new LinkedBlockingQueue<Event>();
    var second = new LinkedBlockingQueue<Event>();
    bus.dispatcher.listen("test.happened", first::add);
    bus.dispatcher.listen("test.happened", second::add);
    Event own = new Event("test.happened", Map.of("from", "here"));
    Event others = new Event("test.happened", Map.of("from", "elsewhere"));
    bus.dispatcher.publish(own);
    assertEquals(List.of(own), List.copyOf(first), "heard before publish returns");
    // Sent in the form of another node. An echo of the own event would arrive before it.
    bus.vertx
        .eventBus()
        .publish(
            "test.happened",
            new JsonObject(others.data()),
            new DeliveryOptions().addHeader("node", "another"));
    for (var queue : List.of(first, second)) {
      assertEquals(own, queue.take());
      assertEquals(others, queue.take());
      assertEquals(0, queue.size());
    }
  }

  @Test
  void deliversEventsDespiteFailingListener() {
    var heard = new LinkedBlockingQueue<Event>();
    bus.dispatcher.listen(
        "test.happened",
        event -> {
          throw new IllegalStateException("this listener fails");
        });
    bus.dispatcher.listen("test.happened", heard::add);
    Event event = new Event("test.happened", Map.of());
    bus.dispatcher.publish(event);
    assertEquals(List.of(event), List.copyOf(heard));
  }
}
