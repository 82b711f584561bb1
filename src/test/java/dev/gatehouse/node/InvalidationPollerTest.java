package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import dev.gatehouse.messages.HttpMessages;
import dev.gatehouse.messages.HttpMessages.AreaChanged;
import dev.gatehouse.store.ChangeNumbers;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two nodes over the same documents, between which an event comes only if a test brings it. */
class InvalidationPollerTest {
  private static final String NEWS = "things.changed";
  private static final Event THING = new Event(NEWS, Map.of("id", "one"));

  @AutoClose private final Vertx vertx = Vertx.vertx();
  @AutoClose private final Vertx othersVertx = Vertx.vertx();
  private final List<Event> here = new ArrayList<>();
  private final List<Event> there = new ArrayList<>();
  @AutoClose private DocumentServer store;
  private Documents documents;
  private Dispatcher dispatcher;
  private InvalidationPoller watch;
  private InvalidationPoller other;

  @BeforeEach
  void open() {
    store = DocumentServer.start();
    documents = TestDocuments.at(vertx, store.url());
    new ChangeNumbers(documents).raise(NEWS, 40);
    dispatcher = new Dispatcher(vertx, new SecureRandom());
    watch = watch(dispatcher, here);
    other = watch(new Dispatcher(othersVertx, new SecureRandom()), there);
  }

  private InvalidationPoller watch(Dispatcher on, List<Event> heard) {
    var begun = new InvalidationPoller(on, new ChangeNumbers(documents), Set.of(NEWS));
    on.listen(NEWS, heard::add);
    on.listen(HttpMessages.AREA_CHANGED.name(), heard::add);
    begun.begin();
    return begun;
  }

  @Test
  void reportsLostEventsOnceAsGap() {
    dispatcher.publish(THING);
    dispatcher.publish(THING);
    other.run();
    assertEquals(List.of(), there);
    watch.run();
    other.run();
    other.run();
    assertEquals(List.of(Event.gap(NEWS, 2)), there);
    watch.run();
    assertEquals(List.of(THING, THING), here, "whoever has published knows");
  }

  @Test
  void reportsNoGapForReceivedEvents() {
    dispatcher.publish(THING);
    other.received(THING);
    watch.run();
    other.run();
    assertEquals(List.of(), there);
    dispatcher.publish(THING);
    watch.run();
    other.run();
    assertEquals(List.of(Event.gap(NEWS, 1)), there);
  }

  @Test
  void countsAreaChangesPerArea() {
    dispatcher.publish(HttpMessages.AREA_CHANGED, new AreaChanged("media"));
    dispatcher.publish(HttpMessages.AREA_CHANGED, new AreaChanged("site"));
    other.received(HttpMessages.AREA_CHANGED.event(new AreaChanged("media")));
    watch.run();
    other.run();
    assertEquals(1, there.size());
    assertEquals("site", HttpMessages.AREA_CHANGED.data(there.getFirst()).area());
  }

  /** Its event has arrived, and it has died before it was counted. */
  @Test
  void reportsLaterGapAfterUncountedEvent() {
    other.received(THING);
    for (int look = 0; look < 5; look++) {
      other.run();
    }
    dispatcher.publish(THING);
    watch.run();
    other.run();
    assertEquals(List.of(Event.gap(NEWS, 1)), there);
  }
}
