package dev.gatehouse.http.exchange;

import module java.base;

import dev.gatehouse.settings.TransferRate;
import io.vertx.core.Vertx;

/**
 * Replies of one event loop whose clients have not taken all bytes. One timer for all of them ends
 * those that are slower than the minimum rate. Confined to its event loop.
 */
public final class TransferWatch {
  private static final int LOOKS_PER_WINDOW = 4;
  private static final long MIN_PERIOD_MILLIS = 50;

  private final Set<Transfer> running = new HashSet<>();
  private final TransferRate minRate;

  /** Bytes that wait for a client. */
  interface Transfer {
    /** Returns the number of bytes that wait; 0 if none wait. */
    long waiting();

    /** Returns the time since which they wait, as {@link System#nanoTime} measures it. */
    long since();

    /** Ends the reply, because its client is too slow. */
    void end();
  }

  public TransferWatch(Vertx vertx, TransferRate minRate) {
    this.minRate = minRate;
    long period = minRate.window().toMillis() / LOOKS_PER_WINDOW;
    vertx.setPeriodic(Math.max(MIN_PERIOD_MILLIS, period), tick -> endSlow());
  }

  void begin(Transfer transfer) {
    running.add(transfer);
  }

  void end(Transfer transfer) {
    running.remove(transfer);
  }

  private void endSlow() {
    long now = System.nanoTime();
    List.copyOf(running).stream().filter(each -> slow(each, now)).forEach(Transfer::end);
  }

  /** Returns whether the bytes wait for longer than the minimum rate allows. */
  private boolean slow(Transfer transfer, long now) {
    double windows = Math.max(1, (double) transfer.waiting() / minRate.size().bytes());
    return transfer.waiting() > 0 && now - transfer.since() > windows * minRate.window().toNanos();
  }
}
