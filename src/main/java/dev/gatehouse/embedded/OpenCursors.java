package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongFunction;

/**
 * Opens cursors, and forgets those that nobody fetched to the end: after a while, or when too many.
 */
final class OpenCursors {
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final int MOST = 1000;

  private final CursorRegistry registry;
  private final InstantSource clock;
  private final Deque<Opened> opened = new ArrayDeque<>();

  private record Opened(long id, Instant at) {}

  OpenCursors(CursorRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
  }

  CursorRegistry registry() {
    return registry;
  }

  <C extends Cursor> C open(LongFunction<C> cursor) {
    return cursor.apply(registry.generateCursorId());
  }

  /**
   * Keeps a cursor for the client's next request, and says under which id; 0 if it is at its end.
   */
  long keep(Cursor cursor) {
    if (cursor.isEmpty()) {
      return 0;
    }
    registry.add(cursor);
    opened.addLast(new Opened(cursor.getId(), clock.instant()));
    Instant oldest = clock.instant().minus(LIFE);
    while (opened.size() > MOST || opened.getFirst().at().isBefore(oldest)) {
      registry.remove(opened.removeFirst().id());
    }
    return cursor.getId();
  }

  /** After the file was opened anew, no cursor has anything to go on. */
  void dropAll() {
    opened.forEach(each -> registry.remove(each.id()));
    opened.clear();
  }
}
