package dev.gatehouse.areas.calendar.google;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderReply;

/** The provider's replies except events, and the interpretation of its errors. */
final class GoogleReplies {
  private static final Set<String> TOO_OFTEN =
      Set.of("rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded");
  private static final int FORBIDDEN = 403;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private GoogleReplies() {}

  /**
   * Valid events of a page or a span, for clients.
   *
   * @param unreadable number of invalid events, which are left out
   */
  record Events(List<CalendarEvent> events, int unreadable) {}

  record Page(List<JsonNode> items, String nextPageToken) {
    /**
     * Returns the events for clients. Cancelled occurrences are left out, because they have no
     * times.
     */
    Events events(ZoneId zone) {
      List<CalendarEvent> events = new ArrayList<>();
      int unreadable = 0;
      for (JsonNode item : Objects.requireNonNullElse(items, List.<JsonNode>of())) {
        try {
          GoogleEvent event = Objects.requireNonNull(Json.convert(item, GoogleEvent.class));
          if (!event.cancelled()) {
            events.add(event.view(zone));
          }
        } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
          unreadable++;
        }
      }
      return new Events(events, unreadable);
    }
  }

  /** Returns the time of an entry; empty if the entry is invalid. */
  static Optional<TimeSpan> span(JsonNode entry) {
    try {
      Busy busy = Json.convert(entry, Busy.class);
      Instant start = OffsetDateTime.parse(busy.start()).toInstant();
      return Optional.of(new TimeSpan(start, OffsetDateTime.parse(busy.end()).toInstant()));
    } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
      return Optional.empty();
    }
  }

  record FreeBusy(Map<String, Calendar> calendars) {}

  record Calendar(List<JsonNode> busy, List<Reason> errors) {}

  record Busy(String start, String end) {}

  record Reason(String reason, String message) {}

  record Token(
      @JsonProperty("access_token") String accessToken,
      @JsonProperty("expires_in") long expiresIn) {}

  private record Errors(Problem error) {}

  private record Problem(String message, List<Reason> errors) {}

  /** Returns whether the event was deleted, or never existed. */
  static boolean gone(ProviderReply reply) {
    return reply.status() == NOT_FOUND || reply.status() == GONE;
  }

  /** Returns whether the rate limit is exceeded, which the provider reports with 403. */
  static boolean overloaded(ProviderReply reply) {
    return reply.status() == FORBIDDEN && TOO_OFTEN.contains(reason(reply));
  }

  /** Returns whether this service account may not invite guests. */
  static boolean mayNotInvite(ProviderReply reply) {
    return reply.status() == FORBIDDEN && reason(reply).equals("forbiddenForServiceAccounts");
  }

  /** Returns whether this service account may not create video calls. */
  static boolean mayNotConfer(ProviderReply reply) {
    return reply.status() == BAD_REQUEST && message(reply).contains("conference type");
  }

  private static String reason(ProviderReply reply) {
    return Optional.ofNullable(problem(reply))
        .flatMap(problem -> Json.present(problem.errors()).stream().findFirst())
        .map(Reason::reason)
        .orElse("");
  }

  private static String message(ProviderReply reply) {
    return Optional.ofNullable(problem(reply)).map(Problem::message).orElse("");
  }

  private static Problem problem(ProviderReply reply) {
    try {
      return reply.body(Errors.class).error();
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return null; // an error that is not JSON has no reason
    }
  }
}
