package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.area.MailLinks;
import dev.gatehouse.areas.calendar.booking.BookingMails;
import dev.gatehouse.areas.calendar.booking.LocalCalendar;
import dev.gatehouse.areas.calendar.booking.LocalEvent;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.buffer.Buffer;

/**
 * The owner's meetings as an iCalendar file under a secret address, to which a phone subscribes.
 * Only a digest of the secret is stored.
 */
final class FeedOperations {
  private static final String ID = "feed";
  private static final int TOKEN_BYTES = 18;
  private static final Duration BEHIND = Duration.ofDays(60);
  private static final Duration AHEAD = Duration.ofDays(400);

  private final LocalCalendar calendar;
  private final BookingMails mails;
  private final DocumentCollection<Feed> feeds;
  private final MailLinks links;
  private final Pages pages;
  private final RandomGenerator random;
  private final InstantSource clock;

  private record Feed(String id, String digest, Instant createdAt) {}

  private record Address(boolean success, String url) {}

  FeedOperations(
      LocalCalendar calendar,
      BookingMails mails,
      Documents documents,
      MailLinks links,
      Pages pages,
      RandomGenerator random,
      InstantSource clock) {
    this.calendar = calendar;
    this.mails = mails;
    this.feeds = documents.collection("calendarFeeds", Feed.class);
    this.links = links;
    this.pages = pages;
    this.random = random;
    this.clock = clock;
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "calendar.makeFeed", Area.returning(Address.class, this::make),
        "calendar.revokeFeed", Area.returning(Done.class, this::revoke),
        "calendar.feed", this::feed);
  }

  /** Replaces the address, so the earlier one ends. */
  private Answer make(Call call) {
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = HexFormat.of().formatHex(bytes);
    feeds.save(new Feed(ID, digest(token), clock.instant()), ID);
    return Answer.created(
        new Address(true, links.base(call.base()) + "/calendar/" + token + ".ics"));
  }

  private Answer revoke(Call call) {
    if (feeds.delete(Query.id(ID)) == 0) {
      throw unknown();
    }
    return Done.answer("the address of the calendar has ended");
  }

  private Answer feed(Call call) {
    String digest = digest(call.text("token"));
    if (feeds.find(ID).filter(feed -> feed.digest().equals(digest)).isEmpty()) {
      throw unknown();
    }
    Instant now = clock.instant();
    List<LocalEvent> meetings = calendar.meetings(new TimeSpan(now.minus(BEHIND), now.plus(AHEAD)));
    String file = mails.feed(pages.text("calendar.feed"), meetings);
    return new Answer(
        200,
        Map.of("Content-Type", "text/calendar", "ETag", '"' + Sha256.hex(file, TOKEN_BYTES) + '"'),
        Buffer.buffer(file),
        null);
  }

  private static String digest(String token) {
    return Sha256.hex("calendar feed " + token, TOKEN_BYTES);
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.EVENT_NOT_FOUND, "there is no such calendar address");
  }
}
