package dev.gatehouse.areas.calendar.booking;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A period with more events than one reply may hold is rejected instead of truncated. */
class ManyEventsTest {
  private static final Instant FIRST = Instant.parse("2027-01-01T00:00:00Z");
  private static final Duration EACH = Duration.ofHours(1);

  @TempDir Path folder;

  @Test
  void rejectsRangesWithTooManyEvents() {
    InstantSource clock = InstantSource.fixed(FIRST);
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(store.documents(), new Random(1));
      var events = new EventRepository(documents, clock);
      documents.createIndexes();
      for (int i = 0; i <= CalendarProvider.MAX_EVENTS; i++) {
        events.add(event(events.newId(), FIRST.plus(EACH.multipliedBy(i))));
      }
      TimeSpan most =
          new TimeSpan(FIRST, FIRST.plus(EACH.multipliedBy(CalendarProvider.MAX_EVENTS)));
      assertEquals(CalendarProvider.MAX_EVENTS, events.within(most).size());
      TimeSpan all = new TimeSpan(FIRST, most.end().plus(EACH));
      assertEquals(
          400, assertThrows(ApiException.class, () -> events.within(all)).failure().status());
    }
  }

  private static LocalEvent event(String id, Instant start) {
    return new LocalEvent(
        id,
        new LocalEvent.Agreement("Meeting", "", start, start.plus(EACH), "UTC", ""),
        new LocalEvent.Links(null, "https://example.org/cancel"),
        new LocalEvent.Progress(LocalEvent.CONFIRMED, false, FIRST, 0),
        LocalEvent.Moves.NONE);
  }
}
