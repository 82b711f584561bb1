package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import java.time.Instant;
import java.util.Optional;

/** Signed links for guests, which are valid until the end of the meeting. */
public record GuestLinks(SignedLinks links) {
  /** Path of the page that cancels a meeting. */
  static final String CANCEL = "/api/proxy/calendar/cancel?token=";

  private static final String MEETING = "/meeting?token=";
  private static final String CANCEL_PURPOSE = "calendar.cancel";
  private static final String MEETING_PURPOSE = "calendar.meeting";

  /** Returns the address for emails: of the meeting's page, or of its cancellation. */
  public String address(BookingRequest request, String id) {
    Instant end = request.meeting().span().end();
    return request.base() + (request.type() == null ? cancellation(id, end) : page(id, end));
  }

  /** Returns the path of the page that cancels a meeting. */
  public String cancellation(String id, Instant end) {
    return CANCEL + links.token(CANCEL_PURPOSE, id, end);
  }

  /** Returns the path of a meeting's page. */
  public String page(String id, Instant end) {
    return MEETING + token(id, end);
  }

  /** Returns the token of a meeting's page. */
  public String token(String id, Instant end) {
    return links.token(MEETING_PURPOSE, id, end);
  }

  /**
   * Returns the ID of a meeting's event.
   *
   * @throws ApiException 404 if the token is invalid or expired
   */
  public String meeting(String token) {
    return known(links.id(MEETING_PURPOSE, token));
  }

  /**
   * Returns the ID of an event that a guest cancels.
   *
   * @throws ApiException 404 if the token is invalid or expired
   */
  public String cancelled(String token) {
    return known(links.id(CANCEL_PURPOSE, token));
  }

  private static String known(Optional<String> id) {
    return id.orElseThrow(GuestLinks::unknown);
  }

  /** Returns the error for a link that leads nowhere. */
  public static ApiException unknown() {
    return ApiException.of(
        ErrorCode.CANCEL_LINK_NOT_FOUND, "the link is unknown, or its meeting is over");
  }
}
