package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * Verifies permanent codes. A code that passes the filter is hashed on two dedicated threads,
 * because hashing is slow on purpose, and on shared threads a hundred codes would block all areas.
 *
 * <p>The queue is short and holds at most one code of each address. Concurrent checks of the same
 * code share one hash, because after a start all of the owner's programs present it.
 */
public final class CodeChecker implements AutoCloseable {
  static final int THREADS = 2;

  /** At 100 ms and two threads, the last code waits for about two seconds. */
  static final int QUEUE = 32;

  private static final long IDLE_SECONDS = 30;

  private final Code code;
  private final Map<String, FutureTask<Result>> unfinished = new ConcurrentHashMap<>();
  private final Set<String> addresses = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(QUEUE),
          Thread.ofPlatform().daemon().name("codes-", 0).factory());

  /**
   * Client that presents a code.
   *
   * @param address address that may have one code in progress; empty for no such limit
   * @param patience maximum time to wait for the result
   */
  public record Sender(String address, Duration patience) {}

  public enum Result {
    RIGHT,
    WRONG,
    /** The queue is full, and the code was not verified. */
    CROWDED
  }

  /** Code that presented codes are compared with. */
  interface Code {
    /** Returns false only for a wrong code. Takes microseconds. */
    boolean mayMatch(String presented);

    /** Returns whether {@link #matches} takes about 100 ms. */
    boolean slow();

    /** Returns whether this is the exact code. */
    boolean matches(String presented);
  }

  /**
   * @param code the owner's code
   */
  public CodeChecker(OwnerCode code) {
    this((Code) code);
  }

  CodeChecker(Code code) {
    this.code = code;
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Verifies a code. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException 429 while another code of the address is in progress,
   *     503 if this one has waited too long; the code was then not verified
   */
  public Result check(String presented, Sender sender) {
    if (!code.mayMatch(presented)) {
      return Result.WRONG;
    }
    if (!code.slow()) {
      return result(presented);
    }
    var own = new FutureTask<>(() -> result(presented));
    FutureTask<Result> same = unfinished.putIfAbsent(presented, own);
    if (same != null) {
      return await(same, sender.patience());
    }
    boolean first = sender.address().isEmpty() || addresses.add(sender.address());
    boolean queued = false;
    try {
      if (!first) {
        throw ApiException.busy(
            ErrorCode.ATTEMPTS_IN_PROGRESS, "another code from this address is being checked", 1);
      }
      threads.execute(own);
      queued = true;
      return await(own, sender.patience());
    } catch (RejectedExecutionException full) {
      return Result.CROWDED;
    } finally {
      unfinished.remove(presented);
      if (first) {
        addresses.remove(sender.address());
      }
      // A hash that has begun continues for the other callers that wait for it.
      if (!queued || threads.remove(own)) {
        own.cancel(false);
      }
    }
  }

  private static Result await(Future<Result> result, Duration patience) {
    try {
      return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | CancellationException unknown) {
      throw crowded().exception();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.busy(ErrorCode.SHUTTING_DOWN, "the node is shutting down", 2).exception(e);
    }
  }

  /** Returns whether a code is known to be right. Takes microseconds. */
  public boolean isRight(String presented) {
    return !code.slow() && code.matches(presented);
  }

  /** Returns the error for a code that was not verified because too many others are. */
  public static ApiError crowded() {
    return ApiError.busy(ErrorCode.OVERLOADED, "too many codes are being checked", 2);
  }

  /** Returns the number of codes in the queue. */
  int waiting() {
    return threads.getQueue().size();
  }

  private Result result(String presented) {
    return code.matches(presented) ? Result.RIGHT : Result.WRONG;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
