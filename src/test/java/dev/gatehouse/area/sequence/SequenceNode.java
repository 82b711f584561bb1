package dev.gatehouse.area.sequence;

import static dev.gatehouse.store.Query.where;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestDocuments;
import dev.gatehouse.area.sequence.EventSequence.EventSource;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventGap;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.TimeSource;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;

/** One node of a test: its sequence of events and what it delivered. */
final class SequenceNode implements EventSource {
  static final EventType<Happening> TYPE = EventType.of("things.happened", Happening.class);

  /** Data of the event. */
  private record Happening(String name) {}

  /** Stored document. */
  record Thing(String id, Instant at) {}

  final Documents documents;
  final DocumentCollection<Thing> things;
  final List<Event> delivered = Collections.synchronizedList(new ArrayList<>());
  final EventSequence sequence;
  private final TimeSource time;

  /** Whether the store fails when a node reads the documents of a batch. */
  volatile boolean failing;

  /** What happens after a node has counted the documents. */
  volatile Runnable counted = () -> {};

  SequenceNode(Vertx vertx, String store, TimeSource time) {
    this.time = time;
    documents = TestDocuments.at(vertx, store);
    things = documents.collection("things", Thing.class);
    var dispatcher = new Dispatcher(vertx, new SecureRandom());
    dispatcher.listen(TYPE.name(), delivered::add);
    sequence =
        new EventSequence(TYPE, this, documents, dispatcher, new TrustedClock(time, Duration.ZERO));
  }

  SequencedEvent store(String id) {
    var thing = new Thing(id, time.instant());
    things.insert(thing);
    return event(thing);
  }

  private static SequencedEvent event(Thing thing) {
    return new SequencedEvent(thing.id(), thing.at(), TYPE.event(new Happening(thing.id())).data());
  }

  @Override
  public long countBetween(Instant from, Instant to) {
    long count = things.count(between(from, to));
    counted.run();
    return count;
  }

  private static JsonObject between(Instant from, Instant to) {
    return where("at").from(from).and("at").until(to).json();
  }

  @Override
  public List<SequencedEvent> latest(Instant from, Instant to, int skip, int limit) {
    var newestFirst = Query.by("at").down().then("_id").down().json();
    return things.find(between(from, to), newestFirst, skip, limit).stream()
        .map(SequenceNode::event)
        .toList();
  }

  @Override
  public List<SequencedEvent> withIds(List<String> ids) {
    if (failing) {
      throw new IllegalStateException("the store does not respond");
    }
    return things.find(where("_id").in(ids).json(), Query.all(), 0, 0).stream()
        .map(SequenceNode::event)
        .toList();
  }

  List<String> names() {
    return delivered.stream().map(event -> String.valueOf(event.data().get("name"))).toList();
  }

  /** Reads what a client missed, page by page, as a node does for its listeners. */
  List<Map<String, Object>> missed(String last) {
    List<Map<String, Object>> all = new ArrayList<>();
    EventGap page;
    String from = last;
    do {
      page = gap(from);
      assertEquals(0, page.skipped());
      all.addAll(page.events());
      from = page.last();
    } while (page.more());
    return all;
  }

  EventGap gap(String last) {
    Map<String, Object> parameters = last == null ? Map.of() : Map.of("Last-Event-ID", last);
    var call =
        new Call(
            "things.stream",
            Origin.ownTask("test", "bot"),
            Deadline.in(Duration.ofSeconds(10)),
            parameters,
            null,
            List.of());
    return assertInstanceOf(EventGap.class, sequence.missed(call).body(EventGap.class));
  }
}
