package dev.gatehouse.calendar;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.calendar.booking.CalendarProvider;
import dev.gatehouse.calendar.booking.GuestMail;
import dev.gatehouse.calendar.booking.Invitations;
import dev.gatehouse.calendar.booking.Letters;
import dev.gatehouse.calendar.booking.LocalCalendar;
import dev.gatehouse.calendar.booking.OfficeHours;
import dev.gatehouse.calendar.booking.Reservations;
import dev.gatehouse.calendar.booking.SlotLocks;
import dev.gatehouse.calendar.booking.Unconfigured;
import dev.gatehouse.calendar.google.GoogleApi;
import dev.gatehouse.calendar.google.GoogleBooking;
import dev.gatehouse.calendar.google.GoogleCalendar;
import dev.gatehouse.calendar.google.ServiceAccount;
import dev.gatehouse.provider.Upstream;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Rendition;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalTime;
import java.util.Locale;
import java.util.stream.Collectors;

/** Puts the calendar area together over its collections and the provider that is set. */
public final class CalendarModule {
  private static final Upstream.Limits LIMITS =
      new Upstream.Limits(Duration.ofSeconds(20), 8 << 20);

  private final SlotLocks claims;
  private final Invitations invitations;
  private final LocalCalendar local;
  private final CancelPages pages = new CancelPages();
  private final CalendarArea area;
  private final boolean google;

  public CalendarModule(
      Vertx vertx,
      Settings settings,
      Documents documents,
      Dispatcher dispatcher,
      InstantSource clock,
      SecureRandom random) {
    Settings.Calendar own = settings.calendar();
    OfficeHours hours = hours(own);
    Letters letters = new Letters(organizer(settings));
    google = own.provider().equals("google");
    claims = new SlotLocks(documents);
    invitations = new Invitations(documents, dispatcher, clock);
    local =
        new LocalCalendar(
            documents, claims, invitations, letters, hours, own.meetUrl(), random, clock);
    CalendarProvider provider = local;
    if (google) {
      GuestMail mail = new GuestMail(letters, invitations, clock);
      var reservations = new Reservations(claims, hours, clock);
      provider =
          own.key().isEmpty()
              ? new Unconfigured()
              : google(vertx, own, reservations, mail, clock, random);
    }
    area = new CalendarArea(provider, local, hours, pages, clock);
  }

  private static CalendarProvider google(
      Vertx vertx,
      Settings.Calendar own,
      Reservations reservations,
      GuestMail mail,
      InstantSource clock,
      SecureRandom random) {
    var upstream = new Upstream(vertx, "calendar", LIMITS, GoogleApi::overloaded, clock, random);
    var account = new ServiceAccount(own.key(), own.tokenUrl(), own.user());
    var api = new GoogleApi(upstream, account, clock);
    var booking = new GoogleBooking(api, mail, vertx);
    return new GoogleCalendar(api, own.url(), own.id(), reservations, booking, clock);
  }

  private static OfficeHours hours(Settings.Calendar own) {
    return new OfficeHours(
        own.days().stream()
            .map(day -> DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT)))
            .collect(Collectors.toSet()),
        LocalTime.parse(own.from()),
        LocalTime.parse(own.to()),
        own.buffer(),
        own.notice(),
        own.horizon());
  }

  /** Who invites: the owner, or else the sender of the mails. */
  private static String organizer(Settings settings) {
    String from = settings.mail().from();
    return settings.owner().email().isEmpty()
        ? from.substring(from.indexOf('<') + 1).replace(">", "").strip()
        : settings.owner().email();
  }

  /** Makes indexes and documents; blocks. */
  public void prepare() {
    claims.prepare();
    invitations.prepare();
    local.prepare();
  }

  public Area area() {
    return area;
  }

  /** The pages that guests see. */
  public Rendition pages() {
    return pages;
  }

  /** What is to be done every second; blocks. */
  public void work() {
    // Letters about a provider's events are stored when the event stands already.
    invitations.deliver(google ? event -> true : local::booked);
  }

  /** Finishes what dead nodes left, and forgets the past; blocks. */
  public void repair() {
    local.repair();
  }
}
