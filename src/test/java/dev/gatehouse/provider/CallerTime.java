package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Origin;

/** The remaining time of a client's request. */
final class CallerTime {
  private CallerTime() {}

  static <T> T in(Duration left, Supplier<T> work) {
    Call call = Call.message("area.operation", Origin.ownTask("test", "test"), left, Map.of());
    return ScopedValue.where(AreaVerticle.CALL, call).call(work::get);
  }
}
