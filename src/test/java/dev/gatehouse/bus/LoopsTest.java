package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
@Timeout(30)
class LoopsTest {
  /** Returns the context on which a future completes that is made on an event loop. */
  private static Context completing(Vertx vertx, Callable<Object> work) {
    Promise<Context> completed = Promise.promise();
    Context loop = vertx.getOrCreateContext();
    loop.runOnContext(now -> {
      Future<Object> future =
          Loops.off(
              "test",
              () -> {
                assertTrue(Thread.currentThread().isVirtual());
                return work.call();
              });
      future.onComplete(done -> completed.complete(Vertx.currentContext()));
    });
    assertSame(loop, completed.future().await());
    return loop;
  }

  @Test
  void completesOnCallersEventLoop(Vertx vertx) {
    assertNotNull(completing(vertx, () -> "done"));
  }

  /** Otherwise the caller would wait forever. */
  @Test
  void completesAfterError(Vertx vertx) {
    assertNotNull(
        completing(
            vertx,
            () -> {
              throw new StackOverflowError();
            }));
    Future<Object> failed =
        Loops.off(
            "test",
            () -> {
              throw new NoClassDefFoundError("x");
            });
    assertThrows(NoClassDefFoundError.class, failed::await);
  }
}
