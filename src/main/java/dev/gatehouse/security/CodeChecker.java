package dev.gatehouse.security;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * Verifies permanent codes. A code that passes the filter is hashed on two dedicated threads,
 * because hashing is slow on purpose, and on shared threads a hundred codes would block all areas.
 *
 * <p>The queue is short and holds at most one code of each address. Addresses that recently
 * presented a right credential go first and displace others from a full queue. Concurrent checks of
 * the same code share one hash.
 */
public final class CodeChecker implements AutoCloseable {
  static final int THREADS = 2;

  /** At 100 ms and two threads, the last code waits for about two seconds. */
  static final int QUEUE = 32;

  private static final long IDLE_SECONDS = 30;

  private final Code code;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Check> unfinished = new HashMap<>();
  private final Deque<Check> known = new ArrayDeque<>();
  private final Deque<Check> unknown = new ArrayDeque<>();
  private final Set<String> addresses = new HashSet<>();
  private int running;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(THREADS),
          Thread.ofPlatform().daemon().name("codes-", 0).factory());

  /**
   * Client that presents a code.
   *
   * @param address address that may have one code in the queue; empty for no such limit
   * @param known whether the address recently presented a right credential
   * @param patience maximum time to wait for the result
   */
  public record Sender(String address, boolean known, Duration patience) {}

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

  private record Check(String code, String address, CompletableFuture<Result> result) {}

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
   * @throws dev.gatehouse.bus.ApiException 429 while another code of the address waits, 503 if this
   *     one has waited too long; the code was then not verified
   */
  public Result check(String presented, Sender sender) {
    if (!code.mayMatch(presented)) {
      return Result.WRONG;
    }
    if (!code.slow()) {
      return result(presented);
    }
    try {
      return submit(presented, sender).get(sender.patience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
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
    lock.lock();
    try {
      return known.size() + unknown.size();
    } finally {
      lock.unlock();
    }
  }

  private CompletableFuture<Result> submit(String presented, Sender sender) {
    lock.lock();
    try {
      Check same = unfinished.get(presented);
      if (same != null) {
        return same.result();
      }
      var check = new Check(presented, sender.address(), new CompletableFuture<>());
      if (running < THREADS) {
        running++;
        unfinished.put(presented, check);
        threads.execute(() -> runAndContinue(check));
      } else if (addresses.contains(sender.address())) {
        throw ApiException.busy(
            ErrorCode.ATTEMPTS_IN_PROGRESS, "another code from this address is being checked", 1);
      } else if (waiting() < QUEUE || (sender.known() && displaceLast())) {
        unfinished.put(presented, check);
        if (sender.known()) {
          known.add(check);
        } else {
          unknown.add(check);
        }
        if (!sender.address().isEmpty()) {
          addresses.add(sender.address());
        }
      } else {
        check.result().complete(Result.CROWDED);
      }
      return check.result();
    } finally {
      lock.unlock();
    }
  }

  /** Removes the newest code of an unknown address. Returns false if no such code waits. */
  private boolean displaceLast() {
    Check last = unknown.pollLast();
    if (last == null) {
      return false;
    }
    addresses.remove(last.address());
    unfinished.remove(last.code());
    last.result().complete(Result.CROWDED);
    return true;
  }

  private Result result(String presented) {
    return code.matches(presented) ? Result.RIGHT : Result.WRONG;
  }

  private void runAndContinue(Check first) {
    for (Check check = first; check != null; check = next(check)) {
      try {
        check.result().complete(result(check.code()));
      } catch (RuntimeException e) {
        check.result().completeExceptionally(e);
      }
    }
  }

  private Check next(Check done) {
    lock.lock();
    try {
      unfinished.remove(done.code());
      Check next = known.isEmpty() ? unknown.poll() : known.poll();
      if (next == null) {
        running--;
      } else {
        addresses.remove(next.address());
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
