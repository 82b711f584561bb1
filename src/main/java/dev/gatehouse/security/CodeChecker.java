package dev.gatehouse.security;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.contract.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Verifies permanent codes on two dedicated threads. Hashing is slow on purpose, and on shared
 * threads a hundred wrong codes would block all areas. The queue is short; callers beyond it get
 * 503. Concurrent verifications of the same code share one hash.
 */
public final class CodeChecker implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int QUEUE = 16;
  private static final long IDLE_SECONDS = 30;

  private final Predicate<String> code;
  private final Map<String, CompletableFuture<Boolean>> running = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(QUEUE),
          Thread.ofPlatform().daemon().name("codes-", 0).factory());

  /**
   * @param code slow predicate that verifies a presented code
   */
  public CodeChecker(Predicate<String> code) {
    this.code = code;
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Returns whether this is the code. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException 503 if too many callers wait, or this one has waited too
   *     long; the code was then not verified
   */
  public boolean matches(String presented, Duration patience) {
    try {
      CompletableFuture<Boolean> check =
          running.computeIfAbsent(
              presented, text -> CompletableFuture.supplyAsync(() -> code.test(text), threads));
      check.whenComplete((matches, problem) -> running.remove(presented, check));
      return check.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException | TimeoutException full) {
      throw ApiError.busy(ErrorCode.OVERLOADED, "too many codes are being checked", 2).exception();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.busy(ErrorCode.SHUTTING_DOWN, "the node is shutting down", 2).exception(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
