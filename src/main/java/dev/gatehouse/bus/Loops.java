package dev.gatehouse.bus;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;

/** Ways from the caller's event loop to another thread, and back. */
public final class Loops {
  private Loops() {}

  /**
   * Runs work that may block and await on a virtual thread.
   *
   * @param name of the thread
   * @return completes on the caller's event loop, also if the work ends with an error
   */
  public static <T> Future<T> off(String name, Callable<T> work) {
    Promise<T> done = Promise.promise();
    Future<T> back = back(done.future());
    Thread.ofVirtual()
        .name(name)
        .start(() -> {
          try {
            done.complete(work.call());
          } catch (Throwable e) {
            done.fail(e);
          }
        });
    return back;
  }

  /** Returns a future that completes with another one, on the caller's event loop. */
  public static <T> Future<T> back(Future<T> other) {
    Context loop = Vertx.currentContext();
    if (loop == null) {
      return other;
    }
    Promise<T> here = Promise.promise();
    other.onComplete(done -> loop.runOnContext(now -> here.handle(done)));
    return here.future();
  }
}
