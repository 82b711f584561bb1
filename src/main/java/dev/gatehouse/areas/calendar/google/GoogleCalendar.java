package dev.gatehouse.areas.calendar.google;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.calendar.booking.BookingRequest;
import dev.gatehouse.areas.calendar.booking.CalendarEvent;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.GuestMeeting;
import dev.gatehouse.areas.calendar.booking.Meeting;
import dev.gatehouse.areas.calendar.booking.Reservations;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;

/** A calendar of the Google kind, with the provider's API v3. */
public final class GoogleCalendar implements CalendarProvider {
  private static final int PAGE = 250;

  /** The provider may return pages with fewer events than requested. */
  private static final int MAX_PAGES = 4 * MAX_EVENTS / PAGE;

  private static final int MAX_REMEMBERED = 64;
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(10));

  private final GoogleApi api;
  private final String calendarId;
  private final String base;
  private final Reservations reservations;
  private final GoogleBooking booking;
  private final ProviderCache<GoogleReplies.Events> eventCache;
  private final ProviderCache<List<TimeSpan>> busyCache;

  /**
   * @param url of the API, without a trailing slash
   * @param calendarId the owner's calendar
   */
  public GoogleCalendar(
      GoogleApi api,
      String url,
      String calendarId,
      Reservations reservations,
      GoogleBooking booking) {
    this.api = api;
    this.calendarId = calendarId;
    this.base = url;
    this.reservations = reservations;
    this.booking = booking;
    this.eventCache = api.cache(AGES, MAX_REMEMBERED);
    this.busyCache = api.cache(AGES, MAX_REMEMBERED);
  }

  @Override
  public Listed events(TimeSpan span) {
    ProviderCache.Fetched<GoogleReplies.Events> fetched =
        eventCache.get(span.toString(), () -> fetch(span));
    GoogleReplies.Events found = fetched.value();
    return new Listed(found.events(), Freshness.of(fetched, found.unreadable()));
  }

  private GoogleReplies.Events fetch(TimeSpan span) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("timeMin", rfc3339(span.start()));
    query.put("timeMax", rfc3339(span.end()));
    query.put("singleEvents", "true");
    query.put("orderBy", "startTime");
    query.put("maxResults", Integer.toString(PAGE));
    query.put("timeZone", api.zone().getId());
    List<CalendarEvent> events = new ArrayList<>();
    int unreadable = 0;
    int rows = 0;
    Set<String> tokens = new HashSet<>();
    for (int page = 0; page < MAX_PAGES && events.size() <= MAX_EVENTS; page++) {
      GoogleReplies.Page found =
          api.read(
              api.call(ProviderRequest.get(events() + "?" + ProviderRequest.query(query))),
              GoogleReplies.Page.class);
      GoogleReplies.Events valid = found.events(api.zone());
      events.addAll(valid.events());
      unreadable += valid.unreadable();
      rows += Json.present(found.items()).size();
      String next = found.nextPageToken();
      if (next == null || next.isEmpty()) {
        if (unreadable > 0 && unreadable == rows) {
          throw api.invalid("all events are invalid");
        }
        return new GoogleReplies.Events(List.copyOf(events), unreadable);
      }
      if (!tokens.add(next)) {
        throw api.failed("the event list repeats a page token");
      }
      query.put("pageToken", next);
    }
    if (events.size() > MAX_EVENTS) {
      throw CalendarProvider.tooMany();
    }
    throw api.failed("the event list has more than " + MAX_PAGES + " pages");
  }

  @Override
  public List<TimeSpan> shownBusy(TimeSpan span) {
    return busyCache.get(span.toString(), () -> busy(span)).value();
  }

  @Override
  public List<TimeSpan> busy(TimeSpan span) {
    ProviderRequest question =
        ProviderRequest.post(
            base + "/freeBusy",
            Json.encode(
                    Map.of(
                        "timeMin", rfc3339(span.start()),
                        "timeMax", rfc3339(span.end()),
                        "timeZone", api.zone().getId(),
                        "items", List.of(Map.of("id", calendarId))))
                .getBytes(),
            true);
    return api.read(api.call(question), GoogleReplies.FreeBusy.class, this::spans);
  }

  private List<TimeSpan> spans(GoogleReplies.FreeBusy reply) {
    if (reply.calendars().size() != 1) {
      throw api.failed("free/busy of no calendar");
    }
    GoogleReplies.Calendar calendar = reply.calendars().values().iterator().next();
    // For an unknown calendar, the provider returns a success with errors and no busy times.
    if (calendar.errors() != null && !calendar.errors().isEmpty()) {
      throw api.failed("free/busy: " + calendar.errors().getFirst().reason());
    }
    // Without the list, every slot would be offered as free.
    if (calendar.busy() == null) {
      throw api.failed("free/busy: no busy times");
    }
    List<TimeSpan> spans = new ArrayList<>();
    for (JsonNode busy : calendar.busy()) {
      // Without an invalid entry, its slots would be offered as free.
      spans.add(
          GoogleReplies.span(busy)
              .orElseThrow(() -> api.invalid("busy[" + spans.size() + "] is invalid")));
    }
    return spans;
  }

  @Override
  public String newId() {
    return booking.newId();
  }

  /**
   * Books a meeting. The provider cannot reject a booking for a time that is taken. A reservation
   * therefore lets only one caller at a time check and book.
   */
  @Override
  public Booked book(BookingRequest request) {
    Meeting meeting = request.meeting();
    try {
      return reservations.during(
          request.id(), meeting.span(), this::mustBeFree, () -> booking.insert(request, events()));
    } catch (ApiException taken) {
      // A form of the booking page may be sent twice.
      if (taken.failure().code() != ErrorCode.SLOT_TAKEN || request.type() == null) {
        throw taken;
      }
      return booking
          .awaited(event(request.id()), meeting.span().start())
          .map(event -> new Booked(booking.view(event), "", ""))
          .orElseThrow(() -> taken);
    } finally {
      forgetShown();
    }
  }

  private void mustBeFree(TimeSpan kept) {
    if (busy(kept).stream().anyMatch(kept::overlaps)) {
      throw CalendarProvider.taken();
    }
  }

  private void forgetShown() {
    eventCache.clear();
    busyCache.clear();
  }

  @Override
  public Optional<GuestMeeting> meeting(String id) {
    return find(id).map(booking::forGuest);
  }

  /** Returns an event; empty if it was cancelled or deleted. A cancelled event has no times. */
  private Optional<GoogleEvent> find(String id) {
    ProviderReply reply = api.call(ProviderRequest.get(event(id)));
    if (GoogleReplies.gone(reply)) {
      return Optional.empty();
    }
    return Optional.of(api.read(reply, GoogleEvent.class)).filter(event -> !event.cancelled());
  }

  @Override
  public GuestMeeting move(String id, BookingRequest request) {
    GoogleEvent former = find(id).orElseThrow(CalendarProvider::changed);
    Instant start = request.meeting().span().start();
    if (former.startsAt(start)) {
      // The reply to an earlier request may be lost, and so may the email of its node.
      return former.sequence() == 0 ? booking.forGuest(former) : booking.moved(former, request);
    }
    GoogleEvent moved;
    try {
      moved =
          reservations.during(
              request.id(),
              request.meeting().span(),
              this::mustBeFree,
              () -> booking.move(former, request, event(id)));
    } catch (ApiException taken) {
      if (taken.failure().code() != ErrorCode.SLOT_TAKEN) {
        throw taken;
      }
      // A form may be sent twice.
      moved = booking.awaited(event(id), start).orElseThrow(() -> taken);
    } finally {
      forgetShown();
    }
    return booking.moved(moved, request);
  }

  @Override
  public boolean cancel(String id) {
    Optional<GoogleEvent> event = find(id);
    if (event.isEmpty()) {
      return false;
    }
    ProviderReply reply = api.call(ProviderRequest.delete(event(id) + "?sendUpdates=all"));
    forgetShown();
    // The reply to an earlier attempt of this call may be lost.
    if (!reply.ok() && !GoogleReplies.gone(reply)) {
      throw api.failed("status " + reply.status());
    }
    booking.cancelled(event.get());
    return true;
  }

  private String event(String id) {
    return events() + "/" + ProviderRequest.encode(id);
  }

  private String events() {
    return base + "/calendars/" + ProviderRequest.encode(calendarId) + "/events";
  }

  private static String rfc3339(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
