package dev.gatehouse.area.sequence;

import module java.base;

import dev.gatehouse.area.sequence.EventBatches.EventBatch;
import dev.gatehouse.area.sequence.EventSequence.EventSource;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventGap;
import dev.gatehouse.bus.EventId;

/** Reads the events that the client of a stream has missed, page by page. Blocks. */
record EventReplay(EventBatches batches, EventSource source) {
  /** Maximum number of events in one reply. */
  static final int PAGE = 200;

  private record Item(EventBatch batch, int index) {
    String id() {
      return batch.ids().get(index);
    }
  }

  /** Returns what a client has missed after the event that it names. */
  EventGap after(Call call) {
    Optional<String> named = EventGap.lastSeen(call);
    if (named.isEmpty()) {
      return new EventGap(List.of(), 0, end(), false);
    }
    return EventId.parse(named.get())
        .flatMap(this::missed)
        .orElseGet(() -> new EventGap(List.of(), -1, end(), false));
  }

  private String end() {
    return batches.last().map(EventBatch::last).orElse(EventId.NONE).toString();
  }

  /** Empty if the event is not in the sequence, for example because it is too old. */
  private Optional<EventGap> missed(EventId seen) {
    List<Item> items = new ArrayList<>();
    long next = 1;
    if (seen.position() > 0) {
      Optional<EventBatch> last = batches.containing(seen.position());
      int index = last.map(batch -> (int) (seen.position() - batch.first())).orElse(0);
      if (last.filter(batch -> batch.eventId(index).equals(seen)).isEmpty()) {
        return Optional.empty();
      }
      next = last.get().next();
      add(items, last.get(), index + 1);
    }
    List<EventBatch> more = List.of();
    if (items.size() < PAGE) {
      more = batches.from(next, PAGE);
    }
    for (EventBatch batch : more) {
      if (batch.first() != next) {
        return Optional.empty();
      }
      next = batch.next();
      add(items, batch, 0);
    }
    return Optional.of(page(items, seen));
  }

  private static void add(List<Item> items, EventBatch batch, int from) {
    for (int i = from; i < batch.ids().size() && items.size() < PAGE; i++) {
      items.add(new Item(batch, i));
    }
  }

  private EventGap page(List<Item> items, EventId seen) {
    if (items.isEmpty()) {
      return new EventGap(List.of(), 0, seen.toString(), false);
    }
    Map<String, Map<String, Object>> known = data(items.stream().map(Item::id).toList());
    List<Map<String, Object>> events = new ArrayList<>();
    for (Item item : items) {
      add(events, item.batch().data(item.index(), known));
    }
    Item last = items.getLast();
    return new EventGap(
        events, 0, last.batch().eventId(last.index()).toString(), items.size() == PAGE);
  }

  /** Adds an event. Successive gaps become one. */
  private static void add(List<Map<String, Object>> events, Map<String, Object> event) {
    if (!events.isEmpty()
        && events.getLast().get(Event.SKIPPED) instanceof Long before
        && event.get(Event.SKIPPED) instanceof Long more) {
      Map<String, Object> both = new HashMap<>(event);
      both.put(Event.SKIPPED, before + more);
      events.set(events.size() - 1, both);
    } else {
      events.add(event);
    }
  }

  /** Returns the data of stored events by document id. */
  Map<String, Map<String, Object>> data(List<String> ids) {
    return SequencedEvent.data(source.withIds(ids.stream().filter(id -> !id.isEmpty()).toList()));
  }
}
