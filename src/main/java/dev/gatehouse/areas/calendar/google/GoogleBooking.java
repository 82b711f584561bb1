package dev.gatehouse.areas.calendar.google;

import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.CalendarProvider.Booked;
import dev.gatehouse.areas.calendar.booking.GuestMail;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import io.vertx.core.Vertx;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Inserts events, with fallbacks for what a plain service account may not do. If it may not create
 * video calls, the event has none. If it may not invite guests, the description names the guest,
 * and this service mails the invitation.
 */
public final class GoogleBooking {
  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ISO_LOCAL_DATE_TIME;
  private static final int CONFLICT = 409;
  private static final int LOOKS = 3;
  private static final long PAUSE_MILLIS = 1_000;

  private final GoogleApi api;
  private final GuestMail mail;
  private final Vertx vertx;
  private final Supplier<String> ids;

  /**
   * @param ids generates ids of events
   */
  public GoogleBooking(GoogleApi api, GuestMail mail, Vertx vertx, Supplier<String> ids) {
    this.api = api;
    this.mail = mail;
    this.vertx = vertx;
    this.ids = ids;
  }

  /**
   * Inserts a meeting under an ID of Gatehouse, so that a repeated insertion is detected.
   *
   * @param events the address of the calendar's events
   */
  Booked insert(String id, Meeting meeting, String events) {
    boolean call = meeting.meetLink();
    boolean guest = !meeting.attendee().isEmpty();
    while (true) {
      ProviderReply reply =
          api.call(
              ProviderRequest.post(
                  events + "?conferenceDataVersion=1&sendUpdates=all",
                  Json.encode(body(id, meeting, call, guest)).getBytes(),
                  true));
      if (call && GoogleReplies.mayNotConfer(reply)) {
        call = false;
      } else if (guest && GoogleReplies.mayNotInvite(reply)) {
        guest = false;
      } else {
        return booked(meeting, inserted(reply, events + "/" + id), call, guest);
      }
    }
  }

  String newId() {
    return ids.get();
  }

  /** Waits briefly for a booking that another request makes, and returns it. */
  Optional<Booked> find(String id, String events) {
    for (int look = 0; look < LOOKS; look++) {
      ProviderReply reply = api.call(ProviderRequest.get(events + "/" + id));
      if (reply.ok()) {
        CalendarEvent event = view(api.read(reply, GoogleEvent.class));
        return event.status().equals("cancelled")
            ? Optional.empty()
            : Optional.of(new Booked(event, "", ""));
      }
      vertx.timer(PAUSE_MILLIS, TimeUnit.MILLISECONDS).await();
    }
    return Optional.empty();
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

  private Booked booked(Meeting meeting, GoogleEvent inserted, boolean call, boolean guest) {
    CalendarEvent event = view(inserted);
    StringBuilder note = new StringBuilder();
    if (guest && !meeting.attendee().isEmpty()) {
      note.append("an invitation will be sent by email");
    } else if (!meeting.attendee().isEmpty()) {
      mail.invite(event.id(), meeting, event.place().meetLink());
      note.append("an invitation is sent by email, but replies to it do not reach the calendar");
    }
    if (meeting.meetLink() && !call) {
      note.append(note.isEmpty() ? "" : "; ").append("this calendar does not support video calls");
    }
    return new Booked(
        event, inserted.htmlLink() == null ? "" : inserted.htmlLink(), note.toString());
  }

  /**
   * Returns the view of an event that exists by now, although the provider's reply may be
   * incomplete.
   */
  CalendarEvent view(GoogleEvent inserted) {
    try {
      return inserted.view();
    } catch (DateTimeException | NullPointerException e) {
      throw api.failed("unreadable event: " + e);
    }
  }

  private static Map<String, Object> body(String id, Meeting meeting, boolean call, boolean guest) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("id", id);
    body.put("summary", meeting.title());
    body.put("description", description(meeting, guest));
    body.put("start", time(meeting.span().start().atZone(meeting.zone())));
    body.put("end", time(meeting.span().end().atZone(meeting.zone())));
    if (guest) {
      body.put("attendees", List.of(Map.of("email", meeting.attendee())));
    }
    if (call) {
      body.put(
          "conferenceData",
          Map.of(
              "createRequest",
              Map.of("requestId", id, "conferenceSolutionKey", Map.of("type", "hangoutsMeet"))));
    }
    return body;
  }

  private static String description(Meeting meeting, boolean guest) {
    return guest || meeting.attendee().isEmpty()
        ? meeting.description()
        : (meeting.description() + "\n\nGuest: " + meeting.attendee()).strip();
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
