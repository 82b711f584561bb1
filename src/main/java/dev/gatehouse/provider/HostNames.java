package dev.gatehouse.provider;

import module java.base;

/**
 * Resolves host names within a time limit. The system's resolver cannot be interrupted and blocks
 * its thread. It therefore runs on a few platform threads, and callers stop waiting at their limit.
 */
public final class HostNames {
  private static final int IDLE_SECONDS = 10;

  private final Lookup lookup;
  private final ThreadPoolExecutor threads;

  /** A resolver without a time limit. */
  @FunctionalInterface
  public interface Lookup {
    InetAddress[] find(String host) throws UnknownHostException;
  }

  /**
   * @param parallel maximum concurrent lookups; if all of them hang, further callers time out
   */
  public HostNames(Lookup lookup, int parallel) {
    this.lookup = lookup;
    this.threads =
        new ThreadPoolExecutor(
            parallel,
            parallel,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("host-name-", 0).daemon().factory());
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Returns all addresses of a host. Blocks no longer than the patience.
   *
   * @throws UnknownHostException if they are not found in that time
   */
  public InetAddress[] resolve(String host, Duration patience) throws UnknownHostException {
    Future<InetAddress[]> found = threads.submit(() -> lookup.find(host));
    try {
      return found.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      found.cancel(false);
      throw unknown(host, "was not found in time", e);
    } catch (InterruptedException e) {
      found.cancel(false);
      Thread.currentThread().interrupt();
      throw unknown(host, "lookup was interrupted", e);
    } catch (ExecutionException e) {
      throw unknown(host, "was not found", e);
    }
  }

  private static UnknownHostException unknown(String host, String why, Exception cause) {
    var unknown = new UnknownHostException(host + " " + why);
    unknown.initCause(cause);
    return unknown;
  }
}
