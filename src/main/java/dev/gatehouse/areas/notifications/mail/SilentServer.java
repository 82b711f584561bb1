package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.time.Extremes;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Memory of an SMTP server that accepts connections and does not greet. Only the first emails wait
 * for the whole timeout. Thread-safe.
 */
final class SilentServer {
  private static final Duration MAX_PATIENCE = Duration.ofSeconds(5);
  private static final int PATIENCE_PART = 4;
  private static final long REMEMBERED_NANOS = Duration.ofSeconds(30).toNanos();

  private final Duration timeout;
  private final Duration patience;
  private volatile boolean silent;
  private volatile long silentSince;

  /**
   * @param timeout time limit of an email
   */
  SilentServer(Duration timeout) {
    this.timeout = timeout;
    Duration part = timeout.dividedBy(PATIENCE_PART);
    this.patience = Extremes.min(part, MAX_PATIENCE);
  }

  /** Waits for a greeting; for a shorter time if the server was silent in the last 30 s. */
  void requireGreeting(Future<Void> greeted) {
    boolean impatient = silent && System.nanoTime() - silentSince < REMEMBERED_NANOS;
    Duration time = impatient ? patience : timeout;
    boolean heard = false;
    try {
      greeted.timeout(time.toMillis(), TimeUnit.MILLISECONDS).await();
      heard = true;
    } finally {
      silentSince = System.nanoTime();
      silent = !heard;
    }
  }
}
