package dev.gatehouse.provider;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks host names up within a time. The system's resolver cannot be interrupted and holds its
 * thread: it works on a few of the platform's, and whoever has waited long enough goes without.
 */
public final class HostNames {
  private static final int IDLE_SECONDS = 10;

  private final Lookup lookup;
  private final ThreadPoolExecutor threads;

  /** A resolver that takes as long as it likes. */
  @FunctionalInterface
  public interface Lookup {
    InetAddress[] find(String host) throws UnknownHostException;
  }

  /**
   * @param parallel look-ups at once; who finds all of them stuck waits in vain
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
   * All addresses of a host; blocks no longer than the patience.
   *
   * @throws UnknownHostException when they are not found in that time
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
      throw unknown(host, "was not waited for", e);
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
