package dev.gatehouse.http.events;

import dev.gatehouse.bus.EventGap;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Open event stream of one client. An event's id contains the ids of all events sent within the
 * last five seconds, at most 32. After a reconnect, the client gets events that other nodes stored
 * late, without duplicates.
 *
 * <p>The next event is sent when the client has taken the previous one. Listeners share the events
 * that wait for slow clients, up to 1 MiB. Bytes that only one listener needs are charged to its
 * address.
 */
final class EventListener {
  /** A comment line, which keeps the connection open without being an event. */
  static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

  private static final long REMEMBERED_NANOS = 5_000_000_000L;
  private static final int MAX_WAITING_BYTES = 1 << 20;

  /** Age of a stream in nanoseconds after which no replayed event can arrive again from the bus. */
  private static final long REPLAY_NANOS = 3 * REMEMBERED_NANOS;

  final Exchange exchange;
  final long openedNanos;
  private final Predicate<Exchange> welcome;
  private final Deque<Sent> recent = new ArrayDeque<>();
  private final Deque<StreamedEvent> missed = new ArrayDeque<>();
  private final Deque<StreamedEvent> waiting = new ArrayDeque<>();
  private final Set<String> replayed = new HashSet<>();

  /** Missed events, and bytes that the client has not taken. */
  private final Hold hold;

  private int waitingBytes;
  private boolean live;
  private boolean writing;
  private boolean draining;

  private record Sent(String id, long nanos) {}

  /**
   * Creates a listener that is not live yet.
   *
   * @param welcome rechecks whether the client's credential is still valid
   */
  EventListener(Exchange exchange, Predicate<Exchange> welcome, String lastEventId, long now) {
    this.exchange = exchange;
    this.welcome = welcome;
    this.openedNanos = now;
    this.hold = exchange.holdings().untilFinished(Resource.REPLY_BYTES);
    Arrays.stream(lastEventId.split("\\."))
        .filter(id -> !id.isEmpty())
        .forEach(id -> {
          recent.add(new Sent(id, now));
          replayed.add(id);
        });
  }

  /**
   * Takes the events that the client missed, which no other listener needs.
   *
   * @return why their memory was refused; empty if it was given
   */
  Optional<Refusal> take(EventGap gap) {
    if (gap.skipped() != 0) {
      missed.add(StreamedEvent.gap(gap.skipped()));
    }
    for (Map<String, Object> data : gap.events()) {
      StreamedEvent event = StreamedEvent.of(data);
      missed.add(event);
      replayed.add(event.id());
    }
    return hold.grow(missed.stream().mapToLong(event -> event.json().length()).sum());
  }

  /** Sends the missed events, then those that arrived meanwhile, and starts live delivery. */
  void begin() {
    live = true;
    put(Buffer.buffer("retry: 3000\n\n"), 0);
    drain();
  }

  /**
   * Sends or buffers an event.
   *
   * @return false if the buffer is full; the stream is then closed, and the client reconnects
   */
  boolean send(StreamedEvent event, long now) {
    if (now - openedNanos > REPLAY_NANOS && missed.isEmpty()) {
      replayed.clear();
    }
    waiting.add(event);
    waitingBytes += event.json().length();
    if (live) {
      drain();
    }
    return waitingBytes <= MAX_WAITING_BYTES;
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
    if (!exchange.over() && !waiting.isEmpty() && !welcome.test(exchange)) {
      end();
    }
    while (!writing && !exchange.over() && !(missed.isEmpty() && waiting.isEmpty())) {
      if (missed.isEmpty()) {
        next(waiting.remove());
      } else {
        StreamedEvent event = missed.remove();
        put(event, event.json().length());
      }
    }
    draining = false;
  }

  private void next(StreamedEvent event) {
    int length = event.json().length();
    waitingBytes -= length;
    if (isSent(event.id())) {
      return;
    }
    if (hold.grow(length).isEmpty()) {
      put(event, length);
    } else {
      exchange.abort();
    }
  }

  private void put(StreamedEvent event, long charged) {
    Buffer bytes = Buffer.buffer();
    append(bytes, event, System.nanoTime());
    put(bytes, charged);
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

  private boolean isSent(String id) {
    return !id.isEmpty()
        && (replayed.contains(id) || recent.stream().anyMatch(sent -> sent.id().equals(id)));
  }

  private void append(Buffer out, StreamedEvent event, long now) {
    if (!event.name().isEmpty()) {
      out.appendString("event: ").appendString(event.name()).appendString("\n");
    }
    if (!event.id().isEmpty()) {
      remember(event.id(), now);
      out.appendString("id: ")
          .appendString(recent.stream().map(Sent::id).collect(Collectors.joining(".")))
          .appendString("\n");
    }
    out.appendString("data: ").appendBuffer(event.json()).appendString("\n\n");
  }

  private void remember(String id, long now) {
    while (!recent.isEmpty()
        && (recent.size() >= EventGap.MAX_NAMED
            || now - recent.getFirst().nanos() > REMEMBERED_NANOS)) {
      recent.removeFirst();
    }
    recent.add(new Sent(id, now));
  }
}
