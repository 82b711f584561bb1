package dev.gatehouse.http.events;

import dev.gatehouse.http.exchange.Exchange;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One open event stream. An event's id names all that went out within five seconds before it, so
 * that a client who comes back with it gets what other nodes stored late, and nothing twice.
 */
final class EventListener {
  /** A comment: it keeps the connection and is no event. */
  static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

  private static final long REMEMBERED_NANOS = 5_000_000_000L;
  private static final int MAX_REMEMBERED = 32;

  final Exchange exchange;
  final long openedNanos;
  private final Deque<Sent> recent = new ArrayDeque<>();
  private final List<StreamedEvent> early = new ArrayList<>();
  private boolean live;

  private record Sent(String id, long nanos) {}

  EventListener(Exchange exchange, String lastEventId, long now) {
    this.exchange = exchange;
    this.openedNanos = now;
    Arrays.stream(lastEventId.split("\\."))
        .filter(id -> !id.isEmpty())
        .forEach(id -> recent.add(new Sent(id, now)));
  }

  /** Sends what was missed, then what has happened meanwhile, and from now on what happens. */
  void begin(List<StreamedEvent> missed, long now) {
    Buffer first = Buffer.buffer("retry: 3000\n\n");
    Set<String> replayed = new HashSet<>();
    recent.forEach(sent -> replayed.add(sent.id()));
    for (StreamedEvent event : missed) {
      replayed.add(event.id());
      append(first, event, now);
    }
    for (StreamedEvent event : early) {
      if (replayed.add(event.id())) {
        append(first, event, now);
      }
    }
    early.clear();
    live = true;
    exchange.response().write(first);
  }

  /**
   * Returns whether the client keeps up; one that does not is to be cut off, and comes back for
   * more.
   */
  boolean send(StreamedEvent event, long now) {
    if (!live) {
      early.add(event);
      return true;
    }
    HttpServerResponse response = exchange.response();
    if (response.writeQueueFull()) {
      return false;
    }
    if (recent.stream().noneMatch(sent -> sent.id().equals(event.id()))) {
      Buffer bytes = Buffer.buffer();
      append(bytes, event, now);
      response.write(bytes);
    }
    return true;
  }

  void beat() {
    if (live && !exchange.response().writeQueueFull()) {
      exchange.response().write(HEARTBEAT);
    }
  }

  private void append(Buffer out, StreamedEvent event, long now) {
    while (!recent.isEmpty()
        && (recent.size() >= MAX_REMEMBERED
            || now - recent.getFirst().nanos() > REMEMBERED_NANOS)) {
      recent.removeFirst();
    }
    recent.add(new Sent(event.id(), now));
    out.appendString("id: ")
        .appendString(recent.stream().map(Sent::id).collect(Collectors.joining(".")))
        .appendString("\ndata: ")
        .appendBuffer(event.json())
        .appendString("\n\n");
  }
}
