package dev.gatehouse.areas.trading;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.TradingMessages;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for what the bot has logged since the last look and tells this node's event streams. The
 * bot may write into the database itself, so that nobody else would tell. An entry that is stored
 * more than five seconds after its time is not seen here; pages show it.
 *
 * <p>A look counts the entries of the last five seconds in the index. Only if there are more than
 * were told, it reads them, the newest first, until it has all the new ones. A burst that is larger
 * than a look may be is told from its end, after a word on how many were left out.
 */
public final class LogTail {
  private static final Duration OVERLAP = Duration.ofSeconds(5);
  private static final int PAGE = 1_000;
  private static final int MAX_ENTRIES = 10_000;

  private final TradingLogs logs;
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private final Map<String, Instant> told = new HashMap<>();

  /** The time of the latest entry that was told. */
  private Instant since;

  /** The end of the latest gap. */
  private Instant gapEnd = Instant.MIN;

  private Look last = new Look(Instant.MIN, 0);

  /**
   * The result of a look.
   *
   * @param from the time of the earliest entries that it looked at
   * @param entries that were there
   */
  private record Look(Instant from, long entries) {}

  public LogTail(TradingLogs logs, Dispatcher dispatcher, InstantSource clock) {
    this.logs = logs;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.since = clock.instant();
  }

  /** Tells of what is new; blocks. Runs of it must not overlap. */
  public void look() {
    Instant now = clock.instant();
    Instant overlap = since.minus(OVERLAP);
    Instant from = overlap.isAfter(gapEnd) ? overlap : gapEnd;
    var look = new Look(from, logs.countBetween(from, now));
    if (look.equals(last)) {
      return;
    }
    List<LogEntry> fresh = unpublished(look, now);
    if (!fresh.isEmpty()) {
      publish(fresh, look.entries() - told.size());
    }
    last = look;
  }

  /**
   * The entries that were not told, the oldest first: the newest so many. Some may have come since
   * they were counted: it goes on until it meets one that was told.
   */
  private List<LogEntry> unpublished(Look look, Instant now) {
    long wanted = look.entries() - told.size();
    Map<String, LogEntry> fresh = new LinkedHashMap<>();
    boolean within = true;
    for (int skip = 0; within && skip < look.entries(); skip += PAGE) {
      List<LogEntry> page = logs.latest(look.from(), now, skip, PAGE);
      for (LogEntry entry : page) {
        if (!told.containsKey(entry.id()) && fresh.size() < MAX_ENTRIES) {
          fresh.put(entry.id(), entry);
        }
      }
      boolean met = page.isEmpty() || told.containsKey(page.getLast().id());
      within = fresh.size() < MAX_ENTRIES && (fresh.size() < wanted || !met);
    }
    return new ArrayList<>(fresh.values()).reversed();
  }

  /**
   * @param all that were there to be told
   */
  private void publish(List<LogEntry> fresh, long all) {
    if (all > fresh.size() && fresh.size() == MAX_ENTRIES) {
      dispatcher.notifyGap(TradingMessages.LOGGED, all - fresh.size());
      gapEnd = fresh.getFirst().message().timeStamp();
    }
    for (LogEntry entry : fresh) {
      told.put(entry.id(), entry.message().timeStamp());
      dispatcher.notifyLocal(TradingMessages.LOGGED, entry.logged());
    }
    Instant newest = fresh.getLast().message().timeStamp();
    since = newest.isAfter(since) ? newest : since;
    Instant from = since.minus(OVERLAP);
    told.values().removeIf(time -> time.isBefore(from) || time.isBefore(gapEnd));
  }
}
