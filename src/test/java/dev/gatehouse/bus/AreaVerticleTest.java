package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MDC;

/** The caller gets an answer for every exception and result of a handler. */
@ExtendWith(VertxExtension.class)
class AreaVerticleTest {
  private static final String INTERNALS = "password of 10.0.0.7";

  private TestBus bus;

  @BeforeEach
  void begin(Vertx vertx) {
    bus = new TestBus(vertx);
  }

  static Stream<Throwable> throwables() {
    return Stream.of(
        new IllegalStateException(INTERNALS),
        new IOException(INTERNALS),
        new CompletionException(INTERNALS, null),
        new CompletionException(new IOException(INTERNALS)),
        new AssertionError(INTERNALS),
        new StackOverflowError(INTERNALS),
        new OutOfMemoryError(INTERNALS),
        new InterruptedException(INTERNALS));
  }

  @ParameterizedTest
  @MethodSource("throwables")
  void hidesDetailsOfThrowablesFromClients(Throwable problem) {
    bus.host(1, "test.fail", call -> sneak(problem));
    for (int i = 0; i < 3; i++) {
      ApiError failure = assertInstanceOf(ApiError.class, bus.ask("test.fail"));
      assertEquals(500, failure.status());
      assertEquals("internal error", failure.message());
      assertEquals(Map.of(), failure.headers());
      assertTrue(failure.detail().contains(INTERNALS), failure.detail());
    }
  }

  static Stream<Arguments> refusals() {
    ApiError gone =
        ApiError.of(ErrorCode.GONE, "gone").with(Map.of("Link", "</new>")).because("why");
    return Stream.of(
        Arguments.of(gone, gone.exception()),
        Arguments.of(gone, gone.exception(new IOException(INTERNALS))),
        Arguments.of(gone, new CompletionException(gone.exception())));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void returnsRejectionUnchanged(ApiError expected, Throwable thrown) {
    bus.host(1, "test.refuse", call -> sneak(thrown));
    assertSame(expected, bus.ask("test.refuse"));
  }

  @Test
  void returns500WhenHandlerReturnsNull() {
    bus.host(1, "test.nothing", call -> null);
    assertEquals(500, assertInstanceOf(ApiError.class, bus.ask("test.nothing")).status());
    assertEquals(500, assertInstanceOf(ApiError.class, bus.ask("test.nothing")).status());
  }

  @Test
  void keepsCallContextAcrossAwait() {
    bus.host(
        1,
        "test.await",
        call -> {
          assertTrue(Thread.currentThread().isVirtual());
          assertSame(call, AreaVerticle.CALL.get());
          assertEquals("r-1", MDC.get("request"));
          bus.vertx.timer(1).await();
          assertSame(call, AreaVerticle.CALL.get());
          return Answer.ok(Map.of());
        });
    assertEquals(200, assertInstanceOf(Answer.class, bus.ask("test.await")).status());
  }

  @Test
  void clearsCallContextAfterCall() {
    bus.host(1, "test.first", call -> Answer.ok(List.of()));
    bus.ask("test.first");
    assertFalse(AreaVerticle.CALL.isBound());
    assertEquals(null, MDC.get("request"));
  }

  @Test
  void passesRecordsByReferenceWithinNode() {
    Answer answer = Answer.ok(Map.of("a", 1));
    Call[] seen = new Call[1];
    bus.host(
        1,
        "test.same",
        call -> {
          seen[0] = call;
          return answer;
        });
    Call call = bus.call("test.same");
    assertSame(answer, bus.dispatcher.dispatch(call).await());
    assertSame(call, seen[0]);
  }

  private static Answer sneak(Throwable problem) throws Exception {
    switch (problem) {
      case Error error -> throw error;
      case Exception exception -> throw exception;
      default -> throw new AssertionError(problem);
    }
  }
}
