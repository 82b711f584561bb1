package dev.gatehouse.cluster;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limiter for the incoming connections of one port that have not yet proved to come from a node. A
 * stranger can hold a few of them, each for a few seconds.
 */
final class Admissions implements AutoCloseable {
  static final int MAX_UNPROVEN = 16;
  static final int MAX_UNPROVEN_PER_ADDRESS = 8;
  static final Duration MAX_HANDSHAKE = Duration.ofSeconds(5);

  /** A stranger that connects in a loop must not fill the log. */
  private static final long LOG_NANOS = Duration.ofSeconds(10).toNanos();

  private static final Logger LOG = LoggerFactory.getLogger(Admissions.class);

  private final String port;
  private final Map<InetAddress, Integer> unproven = new HashMap<>();
  private final LongAdder rejected = new LongAdder();
  private final ScheduledThreadPoolExecutor timer;
  private int total;
  private long logged = System.nanoTime() - LOG_NANOS;

  /**
   * @param port name of the port in log lines
   */
  Admissions(String port) {
    this.port = port;
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("cluster-admissions-" + port).factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Returns the number of rejected connections. */
  long rejected() {
    return rejected.sum();
  }

  /**
   * Takes in a connection, or rejects it on the timer's thread.
   *
   * @param close closes the connection for a reason
   */
  Admission admit(InetAddress from, Consumer<String> close) {
    var admission = new Admission(from, close, true);
    if (take(from)) {
      admission.expire();
    } else {
      admission.open = false;
      timer.execute(() -> admission.reject("too many connections without a handshake"));
    }
    return admission;
  }

  /** Bounds the handshake of an outgoing connection. */
  Admission watch(InetAddress to, Consumer<String> close) {
    var admission = new Admission(to, close, false);
    admission.expire();
    return admission;
  }

  private synchronized boolean take(InetAddress from) {
    int held = unproven.getOrDefault(from, 0);
    int max = from.isLoopbackAddress() ? MAX_UNPROVEN : MAX_UNPROVEN_PER_ADDRESS;
    if (total >= MAX_UNPROVEN || held >= max) {
      return false;
    }
    unproven.put(from, held + 1);
    total++;
    return true;
  }

  private synchronized void giveBack(InetAddress from) {
    unproven.computeIfPresent(from, (address, held) -> held > 1 ? held - 1 : null);
    total--;
  }

  private synchronized boolean mayLog() {
    if (System.nanoTime() - logged < LOG_NANOS) {
      return false;
    }
    logged = System.nanoTime();
    return true;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** Permit of one connection until it has proved to come from a node. */
  final class Admission {
    private final InetAddress other;
    private final Consumer<String> close;
    private final boolean incoming;
    private boolean open = true;
    private boolean proven;
    private ScheduledFuture<?> expiry;

    private Admission(InetAddress other, Consumer<String> close, boolean incoming) {
      this.other = other;
      this.close = close;
      this.incoming = incoming;
    }

    private synchronized void expire() {
      expiry =
          timer.schedule(
              () -> {
                if (!proven()) {
                  reject("no handshake within " + MAX_HANDSHAKE.toSeconds() + " s");
                }
              },
              MAX_HANDSHAKE.toMillis(),
              TimeUnit.MILLISECONDS);
    }

    synchronized boolean proven() {
      return proven;
    }

    synchronized boolean ended() {
      return !open;
    }

    /** Gives the permit back: the connection comes from a node. */
    void prove() {
      synchronized (this) {
        proven = true;
      }
      end();
    }

    /** Closes the connection, and logs why if the last such line is old enough. */
    void reject(String reason) {
      rejected.increment();
      if (mayLog()) {
        LOG.warn(
            "cluster connection rejected port={} {}={} reason={}",
            port,
            incoming ? "from" : "to",
            other.getHostAddress(),
            reason);
      }
      end();
      close.accept(reason);
    }

    /** Gives the permit back, also repeatedly. */
    void end() {
      synchronized (this) {
        if (!open) {
          return;
        }
        open = false;
        expiry.cancel(false);
      }
      if (incoming) {
        giveBack(other);
      }
    }
  }
}
