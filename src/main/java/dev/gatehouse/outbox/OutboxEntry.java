package dev.gatehouse.outbox;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Something that was promised, one flat document.
 *
 * @param id 24 hex digits; the same for every attempt
 * @param body JSON of the kind's own record
 */
public record OutboxEntry(
    String id,
    String kind,
    @JsonUnwrapped Matter matter,
    String body,
    @JsonUnwrapped Progress progress,
    @JsonUnwrapped Times times) {

  /** The state of an entry. */
  public enum State {
    /** It will be delivered when its time has come. */
    WAITING,
    /** It is being handed over. */
    SENDING,
    /** It was accepted. */
    SENT,
    /** It was refused for good, or too often; the owner may have it tried again. */
    DEAD,
    /** It was taken back before it went, or before it came. */
    WITHDRAWN
  }

  /**
   * The matter, as the owner is told of it.
   *
   * @param to whom it is for; empty for the owner
   * @param title one line
   */
  public record Matter(String to, String title) {
    /** The receiver in a word. */
    public String receiver() {
      return to.isEmpty() ? "owner" : to;
    }
  }

  /**
   * The progress of an entry.
   *
   * @param attempts how often it was handed over
   * @param error of the last attempt; null if there was none
   */
  public record Progress(State state, int attempts, String error) {}

  /**
   * The times of an entry.
   *
   * @param due when it is to be handed over next
   * @param sentAt null until it was accepted
   */
  public record Times(Instant due, Instant createdAt, Instant sentAt) {}

  boolean withdrawn() {
    return progress.state() == State.WITHDRAWN;
  }

  /** The body as the kind's own record. */
  public <T> T body(Class<T> type) {
    return Json.decode(body.getBytes(StandardCharsets.UTF_8), type);
  }
}
