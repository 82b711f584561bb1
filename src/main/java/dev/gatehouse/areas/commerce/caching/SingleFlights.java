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
 * Single flight: concurrent callers share one computation of a value. The first caller computes it
 * on its own thread, and the others wait until their deadlines. A computation is not shared if it
 * began before the last change or if the deadline of its caller has passed.
 *
 * @param <V> the computed value
 */
public final class SingleFlights<V> {
  private final Map<String, Flight<V>> flights = new ConcurrentHashMap<>();

  /**
   * Computation in progress.
   *
   * @param changes number of changes when it began
   * @param deadline of the caller that computes
   */
  private record Flight<V>(long changes, Deadline deadline, CompletableFuture<V> made) {
    boolean serves(long since) {
      return changes == since && !deadline.passed();
    }
  }

  /** Returns whether a caller is computing the value of a key with all changes so far. */
  public boolean areMaking(String key, long changes) {
    Flight<V> flight = flights.get(key);
    return flight != null && flight.serves(changes);
  }

  /**
   * Computes a value, or waits for the caller that computes it. Blocks.
   *
   * @param changes number of changes so far; a computation that began before the last one is not
   *     shared
   * @param deadline until which the caller computes or waits
   * @throws Exception from the maker. If only the deadline of another maker has passed, the caller
   *     computes the value itself. Fails with 504 if the caller waits until its deadline
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
          if (e.getCause() instanceof Exception failure) {
            throw failure;
          }
          throw e;
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
