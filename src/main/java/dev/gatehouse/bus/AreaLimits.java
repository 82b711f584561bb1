package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.bus.AreaLimits.QueueMemory;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;

/**
 * Limits of the calls that an area accepts.
 *
 * @param concurrency maximum number of calls that run at the same time
 * @param maxWait maximum expected wait of a call before it runs
 * @param memory memory of waiting calls, which all areas of a node share
 */
public record AreaLimits(int concurrency, Duration maxWait, QueueMemory memory) {
  /** Default of {@link #maxWait}. */
  public static final Duration MAX_WAIT = Duration.ofSeconds(2);

  private static final long OWN_BYTES = 16 << 20;

  /** Returns limits for a separate area, with the default wait. */
  public static AreaLimits of(int concurrency) {
    return new AreaLimits(concurrency, MAX_WAIT, new QueueMemory(OWN_BYTES));
  }

  /** Bounded memory of the calls that wait for an area, shared by all areas of a node. */
  public static final class QueueMemory {
    private final long max;
    private final AtomicLong taken = new AtomicLong();
    private final LongAdder refused = new LongAdder();

    /**
     * @param max maximum number of bytes
     */
    public QueueMemory(long max) {
      this.max = max;
    }

    /** Publishes the used memory and the number of rejected calls. */
    public void measure(MeterRegistry registry) {
      Gauge.builder("gatehouse.areas.queue.memory", this, memory -> memory.taken.get())
          .description("Estimated memory of calls that wait for an area")
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      FunctionCounter.builder("gatehouse.areas.refused", this, memory -> memory.refused.sum())
          .description("Calls that an area rejected because their expected wait was too long")
          .register(registry);
    }

    /** Takes bytes, or returns false if they exceed the maximum. */
    boolean take(long bytes) {
      if (taken.addAndGet(bytes) <= max) {
        return true;
      }
      taken.addAndGet(-bytes);
      return false;
    }

    void giveBack(long bytes) {
      taken.addAndGet(-bytes);
    }

    /** Counts a rejected call. */
    void countRefused() {
      refused.increment();
    }

    long taken() {
      return taken.get();
    }
  }
}
