package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.CursorNotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cursors that wait for their next request. Abandoned cursors are removed after ten minutes. */
final class OpenCursors {
  private static final Duration LIFE = Duration.ofMinutes(10);
  private static final int MAX_OPEN = 1000;

  private final InstantSource clock;
  private final Map<Long, Waiting> waiting = new LinkedHashMap<>();
  private long last;

  private record Waiting(OpenCursor cursor, Instant since) {}

  OpenCursors(InstantSource clock) {
    this.clock = clock;
  }

  /** Stores a cursor and returns its id; 0 if it is exhausted. */
  synchronized long keep(OpenCursor cursor) {
    if (cursor.isEmpty()) {
      return 0;
    }
    waiting.put(++last, new Waiting(cursor, clock.instant()));
    Instant oldest = clock.instant().minus(LIFE);
    Iterator<Waiting> eldest = waiting.values().iterator();
    while (eldest.next().since.isBefore(oldest) || waiting.size() > MAX_OPEN) {
      eldest.remove();
    }
    return last;
  }

  synchronized OpenCursor get(long id) {
    Waiting found = waiting.get(id);
    if (found == null) {
      throw new CursorNotFoundException(id);
    }
    return found.cursor;
  }

  synchronized boolean remove(long id) {
    return waiting.remove(id) != null;
  }

  Document kill(Document command) {
    List<Object> killed = new ArrayList<>();
    List<Object> unknown = new ArrayList<>();
    for (Object id : (List<?>) command.get("cursors")) {
      if (remove(((Number) id).longValue())) {
        killed.add(id);
      } else {
        unknown.add(id);
      }
    }
    return CommandReply.ok(
        new Document("cursorsKilled", killed).append("cursorsNotFound", unknown));
  }
}
