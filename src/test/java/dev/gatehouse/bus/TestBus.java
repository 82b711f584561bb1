package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.area.StoreFailures;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** A separate bus that hosts the areas of a test. */
final class TestBus {
  static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long NANOS_PER_MILLI = 1_000_000;

  final TestClock clock = new TestClock();
  final Vertx vertx;
  final Dispatcher dispatcher;

  /**
   * @param vertx closed by the test's extension
   */
  TestBus(Vertx vertx) {
    this.vertx = vertx;
    this.dispatcher = new Dispatcher(vertx, new SecureRandom());
  }

  /** Returns limits with which calls may also wait while the machine is busy. */
  static AreaLimits patient(int concurrency) {
    return new AreaLimits(concurrency, MINUTE, AreaLimits.of(concurrency).memory());
  }

  /** Hosts an area of one operation. Returns the deployment's id. */
  String host(int concurrency, String operation, Area.Handler handler) {
    return host(patient(concurrency), new OneOperation(operation, handler, () -> {}));
  }

  String host(AreaLimits limits, Area area) {
    var verticle = new AreaVerticle(area, dispatcher, limits, StoreFailures::answer);
    return vertx.deployVerticle(verticle).await();
  }

  /** Returns a call with a deadline of one minute. */
  Call call(String operation) {
    return call(operation, Map.of());
  }

  Call call(String operation, Map<String, Object> parameters) {
    var origin = new Origin("r-1", Caller.anonymous("192.0.2.1", true), "");
    var deadline = Deadline.in(MINUTE, () -> clock.millis() * NANOS_PER_MILLI);
    return new Call(operation, origin, deadline, parameters, null, List.of());
  }

  Future<Reply> send(String operation) {
    return dispatcher.dispatch(call(operation));
  }

  Reply ask(String operation) {
    return send(operation).await();
  }

  /** An area of several operations. */
  record Operations(Map<String, Handler> operations) implements Area {
    @Override
    public String name() {
      return "test";
    }
  }

  /** The smallest area. */
  record OneOperation(String operation, Area.Handler handler, Runnable end) implements Area {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public Map<String, Handler> operations() {
      return Map.of(operation, handler);
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
