package dev.gatehouse.areas.commerce.caching;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.contract.ErrorCode;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One making of a value for all who want it at once: the first makes it, on his own thread, and the
 * others wait, each as long as he has time. Nobody shares what began before something changed, nor
 * what somebody makes whose own time is over.
 *
 * @param <V> what is made
 */
public final class SingleFlights<V> {
  private final Map<String, Flight<V>> flights = new ConcurrentHashMap<>();

  /**
   * A making that is under way.
   *
   * @param changes that had been when it began
   * @param deadline of the one who makes
   */
  private record Flight<V>(long changes, Deadline deadline, CompletableFuture<V> made) {
    boolean serves(long since) {
      return changes == since && !deadline.passed();
    }
  }

  /** Returns whether somebody is making the value of a key, with all changes so far in it. */
  public boolean areMaking(String key, long changes) {
    Flight<V> flight = flights.get(key);
    return flight != null && flight.serves(changes);
  }

  /**
   * Makes a value, or waits for the one who does; blocks.
   *
   * @param changes so far: what was begun before the last of them is not shared
   * @param deadline until which the caller makes or waits
   * @throws Exception what its maker threw, unless his time was over and the caller's is not: then
   *     he makes it himself. A failure 504 to who waited in vain
   */
  public V make(String key, long changes, Deadline deadline, Callable<V> maker) throws Exception {
    var own = new Flight<V>(changes, deadline, new CompletableFuture<>());
    while (true) {
      Flight<V> flight =
          flights.compute(
              key, (same, other) -> other != null && other.serves(changes) ? other : own);
      if (flight.equals(own)) {
        return made(key, own, maker);
      }
      try {
        return flight.made().get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        if (!flight.deadline().passed() || deadline.passed()) {
          throw e.getCause() instanceof Exception failure ? failure : e;
        }
      } catch (TimeoutException e) {
        throw ApiError.of(ErrorCode.TIMEOUT, "the request took too long").exception(e);
      }
    }
  }

  private V made(String key, Flight<V> own, Callable<V> maker) throws Exception {
    try {
      V value = maker.call();
      own.made().complete(value);
      return value;
    } catch (Throwable e) {
      own.made().completeExceptionally(e);
      throw e;
    } finally {
      flights.remove(key, own);
    }
  }
}
