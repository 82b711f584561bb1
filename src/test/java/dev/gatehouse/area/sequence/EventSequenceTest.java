package dev.gatehouse.area.sequence;

import static dev.gatehouse.store.Query.where;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.Waiting;
import dev.gatehouse.area.sequence.EventBatches.EventBatch;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventId;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order of events of two nodes over one store. */
@Timeout(120)
class EventSequenceTest {
  /** The ID before the first event. */
  private static final String START = EventId.NONE.toString();

  private final List<Vertx> buses = new ArrayList<>();
  private DocumentServer store;
  private volatile Duration ahead = Duration.ZERO;

  /** What other nodes do whenever a node reads its clock. */
  private volatile Runnable meanwhile = () -> {};

  private final TimeSource time =
      new TimeSource() {
        @Override
        public Instant instant() {
          return Instant.now().plus(ahead);
        }

        @Override
        public long nanoTime() {
          meanwhile.run();
          return System.nanoTime() + ahead.toNanos();
        }
      };

  private SequenceNode node() {
    var vertx = Vertx.vertx();
    buses.add(vertx);
    return new SequenceNode(vertx, store.url(), time);
  }

  @BeforeEach
  void start() {
    store = DocumentServer.start();
  }

  @AfterEach
  void stop() {
    buses.forEach(vertx -> vertx.close().await());
    store.close();
  }

  @Test
  void deliversEventThatWakesNodeFirst() throws Exception {
    var first = node();
    var second = node();
    first.sequence.append(first.store("a"));
    second.sequence.wake();
    Waiting.until(() -> second.names().equals(List.of("a")));
  }

  @Test
  void deliversBatchAfterItsDocumentsWereUnreadable() {
    var first = node();
    var second = node();
    second.sequence.look();
    first.sequence.append(first.store("a"));
    second.failing = true;
    assertThrows(IllegalStateException.class, second.sequence::look);
    second.failing = false;
    second.sequence.look();
    assertEquals(List.of("a"), second.names());
  }

  @Test
  void ordersEventsOfTwoNodesEqually() {
    List<SequenceNode> nodes = List.of(node(), node());
    // A node delivers what is added after its start.
    nodes.forEach(node -> node.sequence.look());
    int events = 160;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int client = 0; client < 8; client++) {
        int own = client;
        threads.submit(() -> {
          for (int i = own; i < events; i += 8) {
            SequenceNode node = nodes.get(own % 2);
            SequencedEvent event = node.store("thing " + i);
            // A node may stop before it adds its document.
            if (i % 5 == 0) {
              nodes.get((own + 1) % 2).sequence.look();
            } else {
              node.sequence.append(event);
            }
          }
          return null;
        });
      }
    }
    nodes.forEach(node -> node.sequence.look());
    nodes.forEach(node -> node.sequence.look());
    // A node that was slow delivers its last batch again, which listeners ignore.
    List<Event> first = nodes.getFirst().delivered.stream().distinct().toList();
    assertEquals(first, nodes.getLast().delivered.stream().distinct().toList());
    assertEquals(
        IntStream.rangeClosed(1, events).boxed().toList(),
        first.stream().map(EventSequenceTest::position).toList());
    assertEquals(events, new HashSet<>(nodes.getFirst().names()).size());
  }

  private static int position(Event event) {
    return Integer.parseInt(String.valueOf(event.data().get(Event.ID)).split("\\.")[0]);
  }

  /** A node stores a document and pauses, while another node adds it and others. */
  @Test
  void addsEventOfPausedNodeOnce() {
    SequenceNode one = node();
    SequenceNode paused = node();
    paused.sequence.look();
    SequencedEvent found = paused.store("found");
    one.sequence.look();
    SequencedEvent unseen = paused.store("unseen");
    ahead = Duration.ofSeconds(20);
    one.sequence.append(one.store("later"));
    paused.sequence.append(found);
    paused.sequence.append(unseen);
    one.sequence.look();
    assertEquals(List.of("found", "later", "unseen"), one.names());
    assertEquals(one.delivered, paused.delivered);
  }

  @Test
  void resumesAfterEveryPositionOnAnyNode() {
    SequenceNode one = node();
    int events = 450;
    for (int i = 0; i < 5; i++) {
      one.sequence.append(one.store("appended " + i));
      Instant now = time.instant();
      one.things.insert(
          IntStream.range(i * 89, (i + 1) * 89)
              .mapToObj(number -> new SequenceNode.Thing("thing " + number, now))
              .toList());
      one.sequence.look();
    }
    List<Map<String, Object>> all = one.delivered.stream().map(Event::data).toList();
    SequenceNode restarted = node();
    assertEquals(all, restarted.missed(START));
    for (int last = 0; last < events; last += 83) {
      String id = String.valueOf(all.get(last).get(Event.ID));
      assertEquals(all.subList(last + 1, events), restarted.missed(id), id);
    }
    assertEquals(all.getLast().get(Event.ID), restarted.gap(null).last());
    assertEquals(List.of(), restarted.gap(null).events());
  }

  /** A driver stores documents between the node's count and its read. */
  @Test
  void keepsOrderOfDocumentsStoredWhileItLooks() {
    SequenceNode one = node();
    one.sequence.append(one.store("0"));
    Instant now = time.instant();
    List<SequenceNode.Thing> burst =
        IntStream.rangeClosed(1, 180)
            .mapToObj(i -> new SequenceNode.Thing(String.valueOf(i), now.minusMillis(200 - i)))
            .toList();
    one.counted =
        () -> {
          one.counted = () -> {};
          one.things.insert(burst);
        };
    one.sequence.look();
    one.sequence.look();
    assertEquals(IntStream.rangeClosed(0, 180).mapToObj(String::valueOf).toList(), one.names());
  }

  @Test
  void reportsIdsOfAnotherSequenceAsUnknown() {
    SequenceNode one = node();
    one.sequence.append(one.store("a"));
    assertEquals(-1, one.gap("1.00000000").skipped(), "another document at this position");
    assertEquals(-1, one.gap("2.00000000").skipped(), "a position that does not exist");
    assertEquals(-1, one.gap("0123456789abcdef01234567").skipped(), "an earlier release");
    assertEquals(0, one.gap(one.gap(null).last()).skipped());
  }

  @Test
  void reportsDeletedDocumentsAsGap() {
    SequenceNode one = node();
    for (String name : List.of("a", "b", "c", "d")) {
      one.sequence.append(one.store(name));
    }
    one.things.delete(where("_id").in(List.of("b", "c")).json());
    List<Map<String, Object>> missed = one.missed(START);
    assertEquals(3, missed.size());
    assertEquals(2, missed.get(1).get(Event.SKIPPED));
  }

  @Test
  void continuesAfterOldBatchesWereDeleted() {
    SequenceNode one = node();
    SequenceNode paused = node();
    one.sequence.append(one.store("a"));
    paused.sequence.look();
    for (String name : List.of("b", "c", "d")) {
      one.sequence.append(one.store(name));
    }
    ahead = Duration.ofHours(27);
    SequenceNode late = node();
    late.sequence.deleteOld(TestClock.before(Instant.now().plusSeconds(60)));
    assertEquals(-1, one.gap(one.delivered.getFirst().data().get(Event.ID).toString()).skipped());
    var batches = new EventBatches(one.documents, SequenceNode.TYPE.name());
    assertEquals(Optional.of(4L), batches.last().map(EventBatch::first));
    // The position that the paused node knows is free, but the sequence has continued.
    paused.sequence.append(paused.store("e"));
    assertEquals(Optional.of(5L), batches.last().map(EventBatch::first));
    assertTrue(batches.at(2).isEmpty());
  }

  /** Only the batch that the paused node replaces was deleted, and the next one is kept. */
  @Test
  void continuesAfterPauseBeforeOldestKeptBatch() {
    SequenceNode one = node();
    SequenceNode paused = node();
    one.sequence.append(one.store("a"));
    paused.sequence.look();
    one.sequence.append(one.store("b"));
    one.sequence.append(one.store("c"));
    var batches = new EventBatches(one.documents, SequenceNode.TYPE.name());
    batches.delete(batches.at(2).orElseThrow());
    ahead = Duration.ofHours(27);
    paused.sequence.append(paused.store("d"));
    assertEquals(Optional.of(4L), batches.last().map(EventBatch::first));
    assertTrue(batches.at(2).isEmpty());
  }

  /** A node appends after an idle time, and another one follows. */
  @Test
  void keepsBatchThatAnotherNodeFollows() {
    SequenceNode one = node();
    SequenceNode other = node();
    one.sequence.append(one.store("a"));
    other.sequence.look();
    ahead = Duration.ofMinutes(2);
    whenStored(2, () -> other.sequence.append(other.store("c")));
    one.sequence.append(one.store("b"));
    one.sequence.look();
    other.sequence.look();
    assertEquals(List.of("a", "b", "c"), one.names().stream().distinct().toList());
    assertEquals(List.of("a", "b", "c"), other.names().stream().distinct().toList());
  }

  @Test
  void deliversBatchesAddedWhileItLooks() {
    SequenceNode one = node();
    SequenceNode other = node();
    one.sequence.append(one.store("a"));
    other.sequence.look();
    ahead = Duration.ofMinutes(2);
    SequencedEvent own = one.store("b");
    whenStored(
        1,
        () -> {
          other.sequence.append(other.store("c"));
          other.sequence.append(other.store("d"));
        });
    one.sequence.look();
    one.sequence.append(own);
    other.sequence.look();
    assertEquals(other.names().stream().distinct().toList(), one.names());
    assertEquals(4, one.names().size());
  }

  /** Lets another node act once, when a node reads its clock after a batch was stored. */
  private void whenStored(long position, Runnable act) {
    var batches =
        new EventBatches(TestDocuments.at(buses.getFirst(), store.url()), SequenceNode.TYPE.name());
    meanwhile =
        () -> {
          if (batches.at(position).isPresent()) {
            meanwhile = () -> {};
            act.run();
          }
        };
  }
}
