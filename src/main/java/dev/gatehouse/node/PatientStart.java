package dev.gatehouse.node;

import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats the start of a node while the document server is unreachable or slow. After a power
 * failure, nodes and server start at the same time.
 */
final class PatientStart {
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Logger log = LoggerFactory.getLogger(PatientStart.class);

  private PatientStart() {}

  /** Starts a node once. */
  @FunctionalInterface
  interface Start {
    Node node() throws IOException;
  }

  /** Pauses between two attempts. */
  @FunctionalInterface
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  /** Returns the node as soon as the store has served its start. Other faults end the start. */
  static Node start(Start start, Pause pause) throws IOException, InterruptedException {
    while (true) {
      try {
        return start.node();
      } catch (RuntimeException e) {
        if (!isStore(e)) {
          throw e;
        }
        log.warn("start is repeated pause={} reason={}", PAUSE, e.getMessage());
      }
      pause.of(PAUSE);
    }
  }

  private static boolean isStore(Throwable e) {
    return e instanceof StoreAwayException
        || e instanceof UnknownOutcomeException
        || (e.getCause() != null && isStore(e.getCause()));
  }
}
