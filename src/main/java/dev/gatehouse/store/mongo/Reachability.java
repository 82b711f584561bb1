package dev.gatehouse.store.mongo;

import module java.base;

import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.time.Extremes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether a server responds. While it does not, commands fail immediately instead of
 * waiting. Probes then check the server, at short intervals first and later every second.
 */
public final class Reachability {
  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  private final String server;
  private final BooleanSupplier answers;
  private volatile boolean away;
  private volatile boolean silent;
  private boolean probing;
  private volatile boolean closed;

  /**
   * @param server name for the log, such as "the document store"
   * @param answers checks whether the server responds; may block for a few seconds
   */
  public Reachability(String server, BooleanSupplier answers) {
    this.server = server;
    this.answers = answers;
  }

  /**
   * Returns normally unless the server is unreachable.
   *
   * @throws StoreAwayException if it is unreachable
   */
  void require() {
    if (away) {
      throw new StoreAwayException(server + " is away");
    }
  }

  public boolean isAway() {
    return away;
  }

  /** Returns whether the last check of the server failed. */
  boolean isSilent() {
    return silent;
  }

  /**
   * Records that a command could not be sent. The server counts as unreachable until a check
   * succeeds.
   */
  public synchronized void lost(String reason) {
    turn(true, reason);
    suspect();
  }

  /** Starts a check of the server, because a command timed out or was interrupted. */
  public synchronized void suspect() {
    if (!probing && !closed) {
      probing = true;
      Thread.ofVirtual().name("store-probe").start(this::probe);
    }
  }

  private void probe() {
    try {
      for (Duration pause = FIRST_PAUSE; !settled(answers.getAsBoolean()); pause = longer(pause)) {
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the probe is never interrupted", e);
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return Extremes.min(twice, MAX_PAUSE);
  }

  /** Applies the result of a check; returns whether no further check is needed. */
  private synchronized boolean settled(boolean answered) {
    if (!closed) {
      silent = !answered;
      turn(!answered, "it does not answer the health check");
    }
    probing = !answered && !closed;
    return !probing;
  }

  /** Changes the state. Only transitions are logged, not each rejected command. */
  private void turn(boolean nowAway, String reason) {
    if (nowAway && !away) {
      LOG.error("{} is unavailable, requests that need it get 503: {}", server, reason);
    } else if (!nowAway && away) {
      LOG.warn("{} is reachable again", server);
    }
    away = nowAway;
  }

  /** Stops the checks. */
  public void close() {
    closed = true;
  }
}
