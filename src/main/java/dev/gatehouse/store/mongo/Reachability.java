package dev.gatehouse.store.mongo;

import dev.gatehouse.store.StoreAwayException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether a server answers. While it is known not to, whoever needs it is refused at once
 * instead of waiting for it, and one probe after another asks for a sign of life, soon at first and
 * then every second.
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
   * @param server in words for the log, "the document store"
   * @param answers asks for a sign of life; blocks, for seconds at most
   */
  public Reachability(String server, BooleanSupplier answers) {
    this.server = server;
    this.answers = answers;
  }

  /**
   * Passes unless the server is away.
   *
   * @throws StoreAwayException if it is
   */
  void require() {
    if (away) {
      throw new StoreAwayException(server + " is away");
    }
  }

  public boolean isAway() {
    return away;
  }

  /** Returns whether it was asked for a sign of life, and gave none. */
  boolean isSilent() {
    return silent;
  }

  /** A command could not be sent: the server counts as away until it gives a sign of life. */
  public synchronized void lost(String reason) {
    turn(true, reason);
    suspect();
  }

  /** A command was not answered in time, or cut off: the server is asked for a sign of life. */
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
      throw new IllegalStateException("nobody interrupts the probe", e);
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(MAX_PAUSE) < 0 ? twice : MAX_PAUSE;
  }

  /** Returns whether there is nothing left to find out. */
  private synchronized boolean settled(boolean answered) {
    if (!closed) {
      silent = !answered;
      turn(!answered, "it gives no sign of life");
    }
    probing = !answered && !closed;
    return !probing;
  }

  /** One line in the log for each turn, however many were refused in between. */
  private void turn(boolean nowAway, String reason) {
    if (nowAway && !away) {
      LOG.error("{} is away, and what needs it is answered 503: {}", server, reason);
    } else if (!nowAway && away) {
      LOG.warn("{} is back", server);
    }
    away = nowAway;
  }

  /** Asks no more. */
  public void close() {
    closed = true;
  }
}
