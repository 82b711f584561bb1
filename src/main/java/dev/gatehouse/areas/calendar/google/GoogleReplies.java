package dev.gatehouse.areas.calendar.google;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.provider.ProviderReply;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The provider's replies except events, and the interpretation of its errors. */
final class GoogleReplies {
  private static final Set<String> TOO_OFTEN =
      Set.of("rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded");
  private static final int FORBIDDEN = 403;
  private static final int BAD_REQUEST = 400;

  private GoogleReplies() {}

  record Page(List<GoogleEvent> items, String nextPageToken) {
    /**
     * Returns the events for clients. Cancelled occurrences are left out, because they have no
     * times.
     */
    List<CalendarEvent> views() {
      return items == null
          ? List.of()
          : items.stream().filter(event -> !event.cancelled()).map(GoogleEvent::view).toList();
    }
  }

  record FreeBusy(Map<String, Calendar> calendars) {}

  record Calendar(List<Busy> busy, List<Reason> errors) {}

  record Busy(String start, String end) {}

  record Reason(String reason, String message) {}

  record Token(
      @JsonProperty("access_token") String accessToken,
      @JsonProperty("expires_in") long expiresIn) {}

  private record Errors(Problem error) {}

  private record Problem(String message, List<Reason> errors) {}

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
    Problem problem = problem(reply);
    return problem == null
            || problem.errors() == null
            || problem.errors().isEmpty()
            || problem.errors().getFirst().reason() == null
        ? ""
        : problem.errors().getFirst().reason();
  }

  private static String message(ProviderReply reply) {
    Problem problem = problem(reply);
    return problem == null || problem.message() == null ? "" : problem.message();
  }

  private static Problem problem(ProviderReply reply) {
    try {
      return reply.body(Errors.class).error();
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return null; // an error that is not JSON has no reason
    }
  }
}
