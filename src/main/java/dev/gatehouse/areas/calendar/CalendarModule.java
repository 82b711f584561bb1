package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.MailLinks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.calendar.BookOperations.VisitorCodes;
import dev.gatehouse.areas.calendar.booking.BookingMails;
import dev.gatehouse.areas.calendar.booking.CalendarProvider;
import dev.gatehouse.areas.calendar.booking.GuestCalendars;
import dev.gatehouse.areas.calendar.booking.GuestLinks;
import dev.gatehouse.areas.calendar.booking.GuestMail;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalCalendar.Venue;
import dev.gatehouse.areas.calendar.booking.OpenBookings;
import dev.gatehouse.areas.calendar.booking.Reservations;
import dev.gatehouse.areas.calendar.booking.SlotLocks;
import dev.gatehouse.areas.calendar.booking.UnconfiguredCalendar;
import dev.gatehouse.areas.calendar.busy.BlockedTimes;
import dev.gatehouse.areas.calendar.busy.BusyCalendars;
import dev.gatehouse.areas.calendar.busy.BusyTimes;
import dev.gatehouse.areas.calendar.busy.CalendarWithBusyTimes;
import dev.gatehouse.areas.calendar.google.GoogleApi;
import dev.gatehouse.areas.calendar.google.GoogleBooking;
import dev.gatehouse.areas.calendar.google.GoogleCalendar;
import dev.gatehouse.areas.calendar.google.ServiceAccount;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.CalendarMessages;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DeletedRecords;

/** Creates the calendar area with the configured provider. */
public final class CalendarModule {
  private static final ProviderOptions GOOGLE =
      ProviderOptions.of("calendar")
          .withTimeout(Duration.ofSeconds(20))
          .withMaxReplyBytes(8 << 20)
          .withRefusal(GoogleApi::overloaded);

  private static final Duration REPAIRS = Duration.ofMinutes(5);
  private static final Duration BUSY_TIMES = Duration.ofMinutes(15);

  private CalendarModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    CalendarSettings.read(settings.section("calendar"), settings.ownerZone());
    settings.section("retention").duration("bookings");
  }

  /** Returns the addresses of the other calendars that the area reads; none if it is off. */
  public static List<String> busyUrls(Settings settings) {
    return settings.areasOff().contains("calendar")
        ? List.of()
        : CalendarSettings.read(settings.section("calendar"), settings.ownerZone()).busyUrls();
  }

  /** Returns the area, which stores its data in the node's documents. */
  public static AreaModule of(NodeServices node) throws IOException {
    CalendarSettings settings =
        CalendarSettings.read(node.settings().section("calendar"), node.settings().ownerZone());
    var clock = node.clock();
    var letters =
        new BookingMails(node.pages(), organizer(node.settings()), node.settings().ownerZone());
    var locks = new SlotLocks(node.documents());
    var mail = new GuestMail(letters, node.outbox(), clock);
    var venue = new Venue(settings.hours(), settings.meetUrl());
    var links = new GuestLinks(node.links());
    var local = new LocalCalendar(node.documents(), locks, mail, venue, links, clock);
    var places = new OpenBookings(node.documents(), clock.guarded());
    CalendarProvider provider = local;
    if (settings.google()) {
      var reservations =
          new Reservations(locks, settings.hours(), clock.guarded(), System::nanoTime);
      provider = google(node, settings.account(), reservations, mail, links);
    }
    var calendars = new GuestCalendars(local, provider, clock.guarded());
    BusyTimes busy = busy(node, settings.busyUrls());
    provider = new CalendarWithBusyTimes(provider, busy);
    var visitors = new VisitorRules(settings.hours(), places);
    var addresses = new MailLinks(node.settings());
    var meetings =
        new MeetingOperations(settings.book(), calendars, links, letters, node.pages(), clock);
    var book =
        new BookOperations(
            settings.book(),
            new BookingDesk(calendars, settings.hours(), visitors, addresses, clock.guarded()),
            new VisitorCodes(node.dispatcher(), node.random()),
            meetings,
            node.pages(),
            clock.guarded());
    var blocks = new BusyOperations(busy, settings.hours(), node.blobs(), clock.guarded());
    var events =
        new EventOperations(
            provider,
            settings.hours(),
            visitors,
            new DeletedRecords(node.documents(), clock.guarded()),
            addresses,
            clock);
    var feed =
        new FeedOperations(
            local, letters, node.documents(), addresses, node.pages(), node.random(), clock);
    var operations =
        List.of(
            events.operations(),
            meetings.operations(),
            book.operations(),
            feed.operations(),
            new MoveOperation(local, visitors, addresses, clock).operations(),
            new CancelOperations(calendars, places, links, node.pages()).operations(),
            blocks.operations());
    var messages =
        blocks
            .imports()
            .messages(ImportMessages.CALENDAR)
            .on(
                CalendarMessages.RESTORE,
                (call, meeting) -> {
                  local.restore(meeting.id());
                  return new Done(true, "restored");
                });
    AreaModule module = AreaModule.of(Area.of("calendar", operations, messages));
    if (!settings.busyUrls().isEmpty()) {
      module.every(
          BUSY_TIMES,
          "calendar.readBusyTimes",
          () -> {
            busy.calendars().refresh();
            busy.changed();
          });
    }
    return module
        .every(Duration.ofDays(1), "calendar.extendBlockedTimes", busy.blocked()::extend)
        .every(REPAIRS, "calendar.repair", local::repair)
        .retaining(
            "calendar.forgetMeetings",
            clock,
            node.settings().section("retention").duration("bookings"),
            local::deleteOld)
        .expiring("calendar.forgetPlaces", clock, Duration.ZERO, places::deleteOld);
  }

  private static BusyTimes busy(NodeServices node, List<String> addresses) {
    ZoneId zone = node.settings().ownerZone();
    var clock = node.clock().guarded();
    var calendars =
        new BusyCalendars(
            addresses, zone, host -> node.providers().client(other(host)), node.documents(), clock);
    return new BusyTimes(new BlockedTimes(node.documents(), zone, clock), calendars, clock);
  }

  private static ProviderOptions other(String host) {
    return ProviderOptions.of(BusyCalendars.provider(host))
        .withTimeout(Duration.ofSeconds(20))
        .withMaxReplyBytes(8 << 20);
  }

  private static CalendarProvider google(
      NodeServices node,
      CalendarSettings.Account account,
      Reservations reservations,
      GuestMail mail,
      GuestLinks links) {
    if (account.key().isEmpty()) {
      return new UnconfiguredCalendar();
    }
    var service = new ServiceAccount(account.key(), account.tokenUrl(), account.user());
    var api =
        new GoogleApi(
            node.providers().client(GOOGLE), service, node.settings().ownerZone(), node.clock());
    var booking = new GoogleBooking(api, mail, links, node.vertx(), node.documents()::newId);
    return new GoogleCalendar(api, account.url(), account.id(), reservations, booking);
  }

  /**
   * Returns the organizer of invitations: the owner's address, or the mails' sender if there is
   * none.
   */
  private static String organizer(Settings settings) {
    return PlainText.defaultIfEmpty(settings.owner().email(), settings.mail().from().address());
  }
}
