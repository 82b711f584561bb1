package dev.gatehouse.areas.calendar.google;

import module java.base;

import dev.gatehouse.areas.calendar.booking.BookingRequest;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.CalendarProvider.Booked;
import dev.gatehouse.areas.calendar.booking.GuestLinks;
import dev.gatehouse.areas.calendar.booking.GuestMail;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import io.vertx.core.Vertx;

/**
 * Inserts and moves events, with fallbacks for what a plain service account may not do. If it may
 * not create video calls, the event has none. If it may not invite guests, the description names
 * the guest, and this service sends the emails.
 *
 * @param ids generates ids of events
 */
public record GoogleBooking(
    GoogleApi api, GuestMail mail, GuestLinks links, Vertx vertx, Supplier<String> ids) {
  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ISO_LOCAL_DATE_TIME;
  private static final int CONFLICT = 409;
  private static final int CHANGED = 412;
  private static final int LOOKS = 3;
  private static final long PAUSE_MILLIS = 1_000;

  /**
   * Inserts a meeting under an ID of Gatehouse, so that a repeated insertion is detected.
   *
   * @param events the address of the calendar's events
   */
  Booked insert(BookingRequest request, String events) {
    Meeting meeting = request.meeting();
    boolean call = meeting.meetLink();
    boolean guest = !meeting.attendee().isEmpty();
    while (true) {
      ProviderReply reply =
          api.call(
              ProviderRequest.post(
                  events + "?conferenceDataVersion=1&sendUpdates=all",
                  Json.encode(body(request, call, guest)).getBytes(),
                  true));
      if (call && GoogleReplies.mayNotConfer(reply)) {
        call = false;
      } else if (guest && GoogleReplies.mayNotInvite(reply)) {
        guest = false;
      } else {
        return booked(request, inserted(reply, events + "/" + request.id()), call, guest);
      }
    }
  }

  String newId() {
    return ids.get();
  }

  /** Waits briefly until another request has booked or moved an event, and returns it. */
  Optional<GoogleEvent> awaited(String event, Instant start) {
    for (int look = 0; look < LOOKS; look++) {
      ProviderReply reply = api.call(ProviderRequest.get(event));
      if (reply.ok()) {
        GoogleEvent found = api.read(reply, GoogleEvent.class);
        if (found.cancelled() || found.startsAt(start)) {
          return Optional.of(found).filter(each -> !each.cancelled());
        }
      }
      vertx.timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS).await();
    }
    return Optional.empty();
  }

  /**
   * Moves an event, unless it has changed since it was read. A repeated request after a lost reply
   * finds the event at its new time.
   *
   * @param event its address
   */
  GoogleEvent move(GoogleEvent former, BookingRequest request, String event) {
    Meeting meeting = request.meeting();
    Map<String, Object> times =
        Map.of(
            "start", time(meeting.span().start().atZone(meeting.zone())),
            "end", time(meeting.span().end().atZone(meeting.zone())));
    ProviderReply reply =
        api.call(
            ProviderRequest.patch(event + "?sendUpdates=all", Json.encode(times).getBytes())
                .with("If-Match", Objects.requireNonNullElse(former.etag(), "*")));
    if (reply.status() == CHANGED) {
      reply = api.call(ProviderRequest.get(event));
    }
    if (GoogleReplies.gone(reply)) {
      throw CalendarProvider.changed();
    }
    GoogleEvent moved = api.read(reply, GoogleEvent.class);
    if (!moved.startsAt(meeting.span().start())) {
      throw CalendarProvider.changed();
    }
    return moved;
  }

  /** Enqueues the email about a move to a guest whom the provider does not notify. */
  GuestMeeting moved(GoogleEvent event, BookingRequest request) {
    GuestMeeting meeting = forGuest(event);
    if (event.hasUninvitedGuest()) {
      mail.invite(meeting, Math.max(1, event.sequence()), links.address(request, event.id()));
    }
    return meeting;
  }

  /** Enqueues the email about a cancellation to a guest whom the provider does not notify. */
  void cancelled(GoogleEvent event) {
    if (event.hasUninvitedGuest()) {
      mail.cancel(forGuest(event));
    }
  }

  GuestMeeting forGuest(GoogleEvent event) {
    return valid(() -> event.forGuest(api.zone()));
  }

  private GoogleEvent inserted(ProviderReply reply, String event) {
    GoogleEvent inserted =
        api.read(
            reply.status() == CONFLICT ? api.call(ProviderRequest.get(event)) : reply,
            GoogleEvent.class);
    for (int look = 0; look < LOOKS && inserted.conferencePending(); look++) {
      vertx.timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS).await();
      inserted = api.read(api.call(ProviderRequest.get(event)), GoogleEvent.class);
    }
    return inserted;
  }

  private Booked booked(BookingRequest request, GoogleEvent inserted, boolean call, boolean guest) {
    Meeting meeting = request.meeting();
    CalendarEvent event = view(inserted);
    StringBuilder note = new StringBuilder();
    if (guest && !meeting.attendee().isEmpty()) {
      note.append("an invitation will be sent by email");
    } else if (!meeting.attendee().isEmpty()) {
      var invited =
          new GuestMeeting(
              event.id(),
              meeting,
              event.place().meetLink(),
              request.type(),
              false,
              new GuestMeeting.Revision(event.id(), event.id(), 0));
      mail.invite(invited, 0, links.address(request, event.id()));
      note.append("an invitation is sent by email, but replies to it do not reach the calendar");
    }
    if (meeting.meetLink() && !call) {
      note.append(note.isEmpty() ? "" : "; ").append("this calendar does not support video calls");
    }
    return new Booked(event, Objects.requireNonNullElse(inserted.htmlLink(), ""), note.toString());
  }

  /**
   * Returns the view of an event that exists by now, although the provider's reply may be
   * incomplete.
   */
  CalendarEvent view(GoogleEvent inserted) {
    return valid(() -> inserted.view(api.zone()));
  }

  private <T> T valid(Supplier<T> view) {
    try {
      return view.get();
    } catch (DateTimeException | NullPointerException e) {
      throw api.failed("unreadable event: " + e);
    }
  }

  private static Map<String, Object> body(BookingRequest request, boolean call, boolean guest) {
    Meeting meeting = request.meeting();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", request.id());
    body.put("summary", meeting.title());
    body.put("description", GoogleText.toHtml(description(meeting, guest)));
    body.put("start", time(meeting.span().start().atZone(meeting.zone())));
    body.put("end", time(meeting.span().end().atZone(meeting.zone())));
    Map<String, String> own = new LinkedHashMap<>();
    if (request.type() != null) {
      own.put(GoogleEvent.TYPE, request.type());
    }
    if (!meeting.attendee().isEmpty()) {
      own.put(GoogleEvent.GUEST, meeting.attendee());
      own.put(GoogleEvent.UID, request.id());
    }
    body.put("extendedProperties", Map.of("private", own));
    if (guest) {
      body.put("attendees", List.of(Map.of("email", meeting.attendee())));
    }
    if (call) {
      body.put(
          "conferenceData",
          Map.of(
              "createRequest",
              Map.of(
                  "requestId",
                  request.id(),
                  "conferenceSolutionKey",
                  Map.of("type", "hangoutsMeet"))));
    }
    return body;
  }

  private static String description(Meeting meeting, boolean guest) {
    if (guest || meeting.attendee().isEmpty()) {
      return meeting.description();
    }
    return (meeting.description() + "\n\n" + GoogleEvent.guestLine(meeting.attendee())).strip();
  }

  /**
   * Writes a time with its offset, because a local time is ambiguous when the clocks are set back.
   */
  private static Map<String, String> time(ZonedDateTime time) {
    ZoneOffset offset = time.getOffset();
    return Map.of(
        "dateTime", LOCAL.format(time) + offset.getId(), "timeZone", time.getZone().getId());
  }
}
