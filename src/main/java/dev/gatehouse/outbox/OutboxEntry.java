package dev.gatehouse.outbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.tracing.Span;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Outgoing message, stored as one flat document.
 *
 * @param id 24 hex digits; the same for every attempt
 * @param body JSON of the kind's record
 */
public record OutboxEntry(
    String id,
    String kind,
    @JsonUnwrapped Matter matter,
    String body,
    @JsonUnwrapped Progress progress,
    @JsonUnwrapped Times times) {

  public enum State {
    /** It is waiting for its next delivery attempt. */
    WAITING,
    /** It is being delivered. */
    SENDING,
    /** It was accepted. */
    SENT,
    /** It was rejected permanently or failed too often. The owner can retry it. */
    DEAD,
    /** It was withdrawn before its delivery, or before it was enqueued. */
    WITHDRAWN
  }

  /**
   * Description of an entry for the owner.
   *
   * @param to recipient; empty for the owner
   * @param title one line
   * @param trace W3C {@code traceparent} of the request that enqueued it; null if it is not
   *     recorded
   */
  public record Matter(String to, String title, @JsonInclude(Include.NON_NULL) String trace) {
    public Matter(String to, String title) {
      this(to, title, null);
    }

    Matter within(Span span) {
      return span.isRecorded() ? new Matter(to, title, span.traceparent()) : this;
    }

    /** Returns the recipient, or "owner". */
    public String receiver() {
      return PlainText.defaultIfEmpty(to, "owner");
    }
  }

  /**
   * Progress of an entry.
   *
   * @param attempts number of delivery attempts
   * @param error error of the last attempt; null without an error
   */
  public record Progress(State state, int attempts, String error) {}

  /**
   * Times of an entry.
   *
   * @param due time of the next delivery attempt
   * @param sentAt time of acceptance; null before
   */
  public record Times(Instant due, Instant createdAt, Instant sentAt) {}

  boolean withdrawn() {
    return progress.state() == State.WITHDRAWN;
  }

  /** Returns the body as the kind's record. */
  public <T> T body(Class<T> type) {
    return Json.decode(body.getBytes(StandardCharsets.UTF_8), type);
  }
}
