package dev.gatehouse.http.events;

import dev.gatehouse.bus.EventGap;
import dev.gatehouse.http.exchange.Exchange;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Open event stream of one client. An event's id contains the ids of all events sent within the
 * last five seconds, at most 32. After a reconnect, the client gets events that other nodes stored
 * late, without duplicates.
 *
 * <p>Events are buffered for a slow client, up to 1 MiB.
 */
final class EventListener {
  /** A comment line, which keeps the connection open without being an event. */
  static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

  private static final long REMEMBERED_NANOS = 5_000_000_000L;
  private static final int MAX_REMEMBERED = 32;
  private static final int MAX_WAITING_BYTES = 1 << 20;

  /** Age of a stream in nanoseconds after which no replayed event can arrive again from the bus. */
  private static final long REPLAY_NANOS = 3 * REMEMBERED_NANOS;

  final Exchange exchange;
  final long openedNanos;
  private final Deque<Sent> recent = new ArrayDeque<>();
  private final Deque<StreamedEvent> waiting = new ArrayDeque<>();
  private final Set<String> replayed = new HashSet<>();
  private int waitingBytes;
  private boolean live;

  private record Sent(String id, long nanos) {}

  EventListener(Exchange exchange, String lastEventId, long now) {
    this.exchange = exchange;
    this.openedNanos = now;
    Arrays.stream(lastEventId.split("\\."))
        .filter(id -> !id.isEmpty())
        .forEach(id -> {
          recent.add(new Sent(id, now));
          replayed.add(id);
        });
  }

  /** Sends the missed events, then those that arrived meanwhile, and starts live delivery. */
  void begin(EventGap missed, long now) {
    Buffer first = Buffer.buffer("retry: 3000\n\n");
    if (missed.skipped() != 0) {
      append(first, StreamedEvent.gap(missed.skipped()), now);
    }
    for (Map<String, Object> data : missed.events()) {
      StreamedEvent event = StreamedEvent.of(data);
      append(first, event, now);
      replayed.add(event.id());
    }
    live = true;
    exchange.response().drainHandler(drained -> drain());
    exchange.response().write(first);
    drain();
  }

  /**
   * Sends or buffers an event.
   *
   * @return false if the buffer is full; the stream is then closed, and the client reconnects
   */
  boolean send(StreamedEvent event, long now) {
    if (live && waiting.isEmpty() && !exchange.response().writeQueueFull()) {
      write(event, now);
      return true;
    }
    waiting.add(event);
    waitingBytes += event.json().length();
    return waitingBytes <= MAX_WAITING_BYTES;
  }

  /** Sends buffered events while the connection accepts them. */
  private void drain() {
    long now = System.nanoTime();
    while (!waiting.isEmpty() && !exchange.over() && !exchange.response().writeQueueFull()) {
      StreamedEvent event = waiting.remove();
      waitingBytes -= event.json().length();
      write(event, now);
    }
  }

  void beat() {
    if (live && !exchange.response().writeQueueFull()) {
      exchange.response().write(HEARTBEAT);
    }
  }

  private void write(StreamedEvent event, long now) {
    if (now - openedNanos > REPLAY_NANOS) {
      replayed.clear();
    }
    if (!isSent(event.id())) {
      Buffer bytes = Buffer.buffer();
      append(bytes, event, now);
      exchange.response().write(bytes);
    }
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
        && (recent.size() >= MAX_REMEMBERED
            || now - recent.getFirst().nanos() > REMEMBERED_NANOS)) {
      recent.removeFirst();
    }
    recent.add(new Sent(id, now));
  }
}
