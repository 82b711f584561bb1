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
 * Polls for new log entries of the bot and publishes them to this node's event streams. Polling is
 * necessary because the bot may write into the database directly. An entry stored more than five
 * seconds after its own time is not published, but appears on pages.
 *
 * <p>Each poll counts the entries of the last five seconds in the index. Only if the count exceeds
 * the published entries does it read them, newest first, until it has all new ones. Of a burst that
 * exceeds a poll's limit, only the newest entries are published, after an event with the number of
 * omitted entries.
 */
public final class LogTail {
  private static final Duration OVERLAP = Duration.ofSeconds(5);
  private static final int PAGE = 1_000;
  private static final int MAX_ENTRIES = 10_000;

  private final TradingLogs logs;
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private final Map<String, Instant> told = new HashMap<>();

  /** The time of the latest published entry. */
  private Instant since;

  /** The end of the latest gap. */
  private Instant gapEnd = Instant.MIN;

  private Look last = new Look(Instant.MIN, 0);

  /**
   * The result of a poll.
   *
   * @param from the earliest time that it covered
   * @param entries number of entries found
   */
  private record Look(Instant from, long entries) {}

  public LogTail(TradingLogs logs, Dispatcher dispatcher, InstantSource clock) {
    this.logs = logs;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.since = clock.instant();
  }

  /** Publishes new entries. Blocks. Calls must not overlap. */
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
   * Returns the unpublished entries, oldest first. Entries may arrive after the count, so it reads
   * on until it finds a published entry.
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
   * @param all number of entries that should be published
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
