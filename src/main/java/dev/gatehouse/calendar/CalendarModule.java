package dev.gatehouse.calendar;

import dev.gatehouse.calendar.booking.CalendarProvider;
import dev.gatehouse.calendar.booking.GuestMail;
import dev.gatehouse.calendar.booking.Letters;
import dev.gatehouse.calendar.booking.LocalCalendar;
import dev.gatehouse.calendar.booking.OpenBookings;
import dev.gatehouse.calendar.booking.Reservations;
import dev.gatehouse.calendar.booking.SlotLocks;
import dev.gatehouse.calendar.booking.Unconfigured;
import dev.gatehouse.calendar.booking.Venue;
import dev.gatehouse.calendar.google.GoogleApi;
import dev.gatehouse.calendar.google.GoogleBooking;
import dev.gatehouse.calendar.google.GoogleCalendar;
import dev.gatehouse.calendar.google.ServiceAccount;
import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.MailLinks;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.module.SignedLinks;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.time.Duration;

/** Puts the calendar area together over the provider that is set. */
public final class CalendarModule {
  private static final ProviderOptions GOOGLE =
      ProviderOptions.of("calendar")
          .withTimeout(Duration.ofSeconds(20))
          .withMaxReplyBytes(8 << 20)
          .withRefusal(GoogleApi::overloaded);

  private static final Duration REPAIRS = Duration.ofMinutes(5);

  private CalendarModule() {}

  /** The area over a node's documents. */
  public static AreaModule of(NodeServices node) throws IOException {
    CalendarSettings settings = CalendarSettings.read(node.settings().section("calendar"));
    var clock = node.clock();
    var letters = new Letters(organizer(node.settings()));
    var locks = new SlotLocks(node.documents());
    var mail = new GuestMail(letters, node.outbox(), clock);
    var venue = new Venue(settings.hours(), settings.meetUrl());
    SignedLinks links = node.links();
    var local = new LocalCalendar(node.documents(), locks, mail, venue, links, clock);
    var places = new OpenBookings(node.documents(), clock);
    CalendarProvider provider =
        settings.google()
            ? google(
                node, settings.account(), new Reservations(locks, settings.hours(), clock), mail)
            : local;
    var pages = CancelOperations.pages();
    return AreaModule.of(
            new CalendarArea(
                provider,
                settings.hours(),
                new VisitorRules(settings.hours(), places),
                new CancelOperations(local, places, links, pages),
                new MailLinks(node.settings()),
                clock))
        .prepares(local::prepare)
        .prepares(places::prepare)
        .renders(pages)
        .every(REPAIRS, "calendar.repair", local::repair)
        .every(Duration.ofHours(1), "calendar.forgetPlaces", places::forgetOld);
  }

  private static CalendarProvider google(
      NodeServices node,
      CalendarSettings.Account account,
      Reservations reservations,
      GuestMail mail) {
    if (account.key().isEmpty()) {
      return new Unconfigured();
    }
    var service = new ServiceAccount(account.key(), account.tokenUrl(), account.user());
    var api = new GoogleApi(node.providers().client(GOOGLE), service, node.clock());
    var booking = new GoogleBooking(api, mail, node.vertx(), node.documents()::newId);
    return new GoogleCalendar(api, account.url(), account.id(), reservations, booking);
  }

  /** The sender of invitations: the owner, or else the sender of the mails. */
  private static String organizer(Settings settings) {
    String from = settings.mail().from();
    return settings.owner().email().isEmpty()
        ? from.substring(from.indexOf('<') + 1).replace(">", "").strip()
        : settings.owner().email();
  }
}
