package dev.gatehouse.http.events;

import module java.base;

import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventGap;
import dev.gatehouse.bus.EventId;
import dev.gatehouse.bus.Json;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import io.vertx.core.buffer.Buffer;

/**
 * Open event stream of one client. It sends the events of the stream's sequence from the position
 * where the client left off. A live event that is not the next one is not sent. The listener then
 * fetches the events between, page by page, so that none is missing and none is repeated.
 *
 * <p>The next event is sent when the client has taken the previous one. Listeners share the live
 * events that wait for slow clients, up to 1 MiB. Bytes that only one listener needs are charged to
 * its address.
 */
final class EventListener {
  /** A comment line, which keeps the connection open without being an event. */
  static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

  private static final int MAX_WAITING_BYTES = 1 << 20;

  final Exchange exchange;
  final long openedNanos;
  private final Predicate<Exchange> welcome;
  private final Consumer<EventListener> fetch;
  private final Deque<StreamedEvent> missed = new ArrayDeque<>();
  private final Deque<StreamedEvent> waiting = new ArrayDeque<>();

  /** Missed events, and bytes that the client has not taken. */
  private final Hold hold;

  /** The last event that was sent or waits; empty if the stream's area runs an older release. */
  private Optional<EventId> last = Optional.empty();

  /** The highest position of a live event. */
  private long newest;

  private int waitingBytes;
  private boolean live;

  /** True if events must be fetched before live events can be sent. */
  private boolean behind;

  private boolean fetching;
  private boolean writing;
  private boolean draining;

  /**
   * Creates a listener that is not live yet.
   *
   * @param welcome rechecks whether the client's credential is still valid
   * @param fetch fetches the events after the last one
   */
  EventListener(
      Exchange exchange, Predicate<Exchange> welcome, Consumer<EventListener> fetch, long now) {
    this.exchange = exchange;
    this.welcome = welcome;
    this.fetch = fetch;
    this.openedNanos = now;
    this.hold = exchange.holdings().untilFinished(Resource.REPLY_BYTES);
  }

  /** Returns the ID after which events must be fetched. */
  String last() {
    return last.orElse(EventId.NONE).toString();
  }

  /**
   * Takes fetched events, which no other listener needs.
   *
   * @return why their memory was refused; empty if it was given
   */
  Optional<Refusal> take(EventGap gap) {
    if (gap.skipped() != 0) {
      missed.add(StreamedEvent.unknownGap());
    }
    gap.events().forEach(data -> missed.add(StreamedEvent.of(data)));
    last = EventId.parse(gap.last());
    behind = last.isPresent() && (gap.more() || newest > last.get().position());
    return hold.grow(missed.stream().mapToLong(event -> event.bytes().length()).sum());
  }

  /**
   * Sends the first fetched events, and starts live delivery. A client that gets none learns its
   * position, so that it can resume before its first event.
   */
  void begin() {
    live = true;
    String position = missed.isEmpty() ? last.map(id -> "id: " + id + "\n").orElse("") : "";
    put(Buffer.buffer("retry: 3000\n" + position + "\n"), 0);
    drain();
  }

  /** Sends events that were fetched later. */
  void proceed() {
    fetching = false;
    drain();
  }

  /** Sends or buffers a live event. If the buffer is full, the event is fetched later. */
  void send(StreamedEvent event) {
    if (isNext(event)) {
      waiting.add(event);
      waitingBytes += event.bytes().length();
    }
    if (live) {
      drain();
    }
  }

  private boolean isNext(StreamedEvent event) {
    boolean full = waitingBytes + event.bytes().length() > MAX_WAITING_BYTES && !waiting.isEmpty();
    if (event.id().isEmpty()) {
      return !full;
    }
    EventId id = event.id().get();
    newest = Math.max(newest, id.position());
    if (!live || behind) {
      return false;
    }
    if (last.isPresent() && (full || id.position() != last.get().position() + 1)) {
      behind = id.position() > last.get().position();
      return false;
    }
    last = event.id();
    return true;
  }

  /** Ends the stream, because the client may get no further event. */
  void end() {
    missed.clear();
    waiting.clear();
    if (live) {
      exchange.response().end();
    } else {
      exchange.abort();
    }
  }

  void beat() {
    if (live && !writing) {
      put(HEARTBEAT, 0);
    }
  }

  /** Sends buffered events until the client does not take one at once. A loop, not a recursion. */
  private void drain() {
    if (draining) {
      return;
    }
    draining = true;
    if (!exchange.over() && !isEmpty() && !welcome.test(exchange)) {
      end();
    }
    while (!writing && !exchange.over() && !isEmpty()) {
      if (missed.isEmpty()) {
        next(waiting.remove());
      } else {
        StreamedEvent event = missed.remove();
        put(event.bytes(), event.bytes().length());
      }
    }
    draining = false;
    if (behind && !fetching && !writing && !exchange.over() && isEmpty()) {
      fetching = true;
      fetch.accept(this);
    }
  }

  private boolean isEmpty() {
    return missed.isEmpty() && waiting.isEmpty();
  }

  private void next(StreamedEvent event) {
    int length = event.bytes().length();
    waitingBytes -= length;
    if (hold.grow(length).isEmpty()) {
      put(event.bytes(), length);
    } else {
      exchange.abort();
    }
  }

  private void put(Buffer bytes, long charged) {
    writing = true;
    exchange
        .response()
        .write(bytes)
        .onComplete(taken -> {
          writing = false;
          hold.shrink(charged);
          exchange.holdings().progressed();
          if (taken.succeeded()) {
            drain();
          }
        });
  }

  /**
   * An event, encoded once for all listeners.
   *
   * @param id position in the stream's sequence; empty for an event outside of it
   * @param bytes what each listener gets
   */
  record StreamedEvent(Optional<EventId> id, Buffer bytes) {
    static StreamedEvent of(Map<String, Object> event) {
      Map<String, Object> data = new HashMap<>(event);
      Optional<EventId> id =
          Optional.ofNullable((String) data.remove(Event.ID)).flatMap(EventId::parse);
      if (data.get(Event.SKIPPED) instanceof Number skipped) {
        return gap(id, skipped.longValue());
      }
      return of(id, "", data);
    }

    /** Creates an event that reports an unknown number of skipped events. */
    static StreamedEvent unknownGap() {
      return gap(Optional.empty(), -1);
    }

    private static StreamedEvent gap(Optional<EventId> id, long skipped) {
      Map<String, Object> data = new HashMap<>();
      data.put(Event.SKIPPED, skipped < 0 ? null : skipped);
      return of(id, "gap", data);
    }

    /**
     * @param name name of the event; empty for the default name
     */
    private static StreamedEvent of(Optional<EventId> id, String name, Map<String, Object> data) {
      Buffer bytes = Buffer.buffer();
      if (!name.isEmpty()) {
        bytes.appendString("event: ").appendString(name).appendString("\n");
      }
      id.ifPresent(
          known -> bytes.appendString("id: ").appendString(known.toString()).appendString("\n"));
      return new StreamedEvent(
          id, bytes.appendString("data: ").appendBuffer(Json.encode(data)).appendString("\n\n"));
    }
  }
}
