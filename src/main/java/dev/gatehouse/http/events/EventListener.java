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
 * One open event stream. An event's id names all that went out within five seconds before it, so
 * that a client who comes back with it gets what other nodes stored late, and nothing twice. Events
 * that come faster than the client reads wait for it, up to a megabyte of them.
 */
final class EventListener {
  /** A comment: it keeps the connection and is no event. */
  static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

  private static final long REMEMBERED_NANOS = 5_000_000_000L;
  private static final int MAX_REMEMBERED = 32;
  private static final int MAX_WAITING_BYTES = 1 << 20;

  /** Then an area has looked up, and told, all that its replay may have had already. */
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

  /** Sends what was missed, then what has happened meanwhile, and from now on what happens. */
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
   * Returns whether the client keeps up; one that does not is to be cut off, and comes back for
   * more.
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

  /** Sends what waits, as far as the connection takes it. */
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
