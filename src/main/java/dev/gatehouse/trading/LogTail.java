package dev.gatehouse.trading;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for what the bot has logged since the last look and tells this node's event streams. The
 * bot may write into the database itself, so that nobody else would tell. An entry that is stored
 * more than five seconds after its time is not seen here; pages show it.
 */
public final class LogTail {
  /** The event's name; its data are an entry, and its {@code id}. */
  public static final String LOGGED = "trading.logged";

  private static final Duration OVERLAP = Duration.ofSeconds(5);
  private static final int MAX_ENTRIES = 1_000;

  private final TradingLogs logs;
  private final Dispatcher dispatcher;
  private final InstantSource clock;
  private final Map<String, Instant> told = new HashMap<>();
  private Instant since;

  public LogTail(TradingLogs logs, Dispatcher dispatcher, InstantSource clock) {
    this.logs = logs;
    this.dispatcher = dispatcher;
    this.clock = clock;
    this.since = clock.instant();
  }

  /** Tells of what is new; blocks. Runs of it must not overlap. */
  public void look() {
    List<LogEntry> entries = logs.between(since.minus(OVERLAP), clock.instant(), MAX_ENTRIES);
    for (LogEntry entry : entries) {
      if (told.put(entry.id(), entry.message().timeStamp()) == null) {
        dispatcher.tell(new Event(LOGGED, entry.event()));
      }
    }
    if (!entries.isEmpty()) {
      since = entries.getLast().message().timeStamp();
      told.values().removeIf(time -> time.isBefore(since.minus(OVERLAP)));
    }
  }
}
