package dev.gatehouse.areas.calendar.booking;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.PlainText;

/** An event of the local calendar, stored as one flat object. */
public record LocalEvent(
    String id,
    @JsonUnwrapped Agreement agreement,
    @JsonUnwrapped Links links,
    @JsonUnwrapped Progress progress,
    @JsonUnwrapped Moves moves) {
  public static final String PENDING = "pending";
  public static final String CONFIRMED = "confirmed";
  public static final String CANCELLED = "cancelled";
  private static final char RESTORED = '~';

  /**
   * URLs that belong to an event.
   *
   * @param meetLink null without a video call
   * @param cancelLink URL at which the guest can cancel
   */
  public record Links(String meetLink, String cancelLink) {}

  /**
   * Progress of a booking.
   *
   * @param status pending while its time is being claimed, then confirmed; cancelled at the end
   * @param open whether work for its status is unfinished; {@link LocalCalendar#repair} completes
   *     it
   * @param changedAt time of the last change of status
   * @param restored number of times that the owner has restored it after a cancellation
   */
  public record Progress(String status, boolean open, Instant changedAt, int restored) {}

  /**
   * Meeting that an event replaces, and the one that replaces it. A guest who moves a meeting books
   * another event. One write to the former event decides which of several events replaces it.
   *
   * @param uid of the meeting in calendar objects, which never changes; null for a meeting of a
   *     release that derived it from the owner's address
   * @param type key of the event type; null if it was not booked on the booking page
   * @param first ID of the first event of the meeting; null for an event that replaces none
   * @param sequence number of moves
   * @param movedFrom ID of the event that it replaces; null for none
   * @param movedTo ID of the event that has replaced it; null for none
   */
  public record Moves(
      String uid, String type, String first, int sequence, String movedFrom, String movedTo) {
    static final Moves NONE = new Moves(null, null, null, 0, null, null);

    static Moves of(String uid, String type) {
      return new Moves(uid, type, null, 0, null, null);
    }

    /** Returns the moves of an event that replaces another one. */
    static Moves after(LocalEvent former) {
      Moves moves = former.moves();
      return new Moves(
          moves.uid(),
          moves.type(),
          Objects.requireNonNullElse(moves.first(), former.id()),
          moves.sequence() + 1,
          former.id(),
          null);
    }
  }

  /**
   * The agreed meeting.
   *
   * @param zone of the requested local times
   * @param attendee an e-mail address; empty for none
   */
  public record Agreement(
      String title, String description, Instant start, Instant end, String zone, String attendee) {
    static Agreement of(Meeting meeting) {
      return new Agreement(
          meeting.title(),
          meeting.description(),
          meeting.span().start(),
          meeting.span().end(),
          meeting.zone().getId(),
          meeting.attendee());
    }
  }

  public LocalEvent {
    moves = Objects.requireNonNullElse(moves, Moves.NONE);
  }

  public String attendee() {
    return agreement.attendee();
  }

  int restored() {
    return progress.restored();
  }

  /**
   * Returns the ID of its claims. A restored event has new claims, so that a late release of the
   * former ones has no effect on them.
   */
  String claimId() {
    return restored() == 0 ? id : id + RESTORED + restored();
  }

  /** Returns the ID of the event that a claim belongs to. */
  static String ofClaim(String claimId) {
    int end = claimId.indexOf(RESTORED);
    return end < 0 ? claimId : claimId.substring(0, end);
  }

  /** Returns whether it is another time of a known meeting, and not a restored one. */
  boolean isMove() {
    return moves.movedFrom() != null && restored() == 0;
  }

  boolean isFromPage() {
    return moves.type() != null;
  }

  String status() {
    return progress.status();
  }

  boolean open() {
    return progress.open();
  }

  Instant changedAt() {
    return progress.changedAt();
  }

  /** Returns the ID of the meeting's first event. */
  private String meetingId() {
    return Objects.requireNonNullElse(moves.first(), id);
  }

  /** Returns the revision of the meeting in calendar objects. */
  GuestMeeting.Revision revision() {
    return new GuestMeeting.Revision(moves.uid(), meetingId(), moves.sequence());
  }

  /** Returns whether the event was ever confirmed, also if it was cancelled since. */
  public boolean agreed() {
    return !status().equals(PENDING);
  }

  public boolean cancelled() {
    return status().equals(CANCELLED);
  }

  boolean confirmed() {
    return status().equals(CONFIRMED);
  }

  public TimeSpan time() {
    return new TimeSpan(agreement.start(), agreement.end());
  }

  public Meeting meeting() {
    return new Meeting(
        agreement.title(),
        agreement.description(),
        time(),
        ZoneId.of(agreement.zone()),
        agreement.attendee(),
        links.meetLink() != null);
  }

  public GuestMeeting forGuest() {
    return new GuestMeeting(id, meeting(), links.meetLink(), moves.type(), cancelled(), revision());
  }

  CalendarEvent view() {
    Instant start = agreement.start();
    Instant end = agreement.end();
    String meetLink = links.meetLink();
    return new CalendarEvent(
        id,
        new CalendarEvent.Subject(agreement.title(), agreement.description()),
        new CalendarEvent.Times(start, end, midnight(start) && midnight(end)),
        new CalendarEvent.Place(Objects.requireNonNullElse(meetLink, ""), meetLink),
        PlainText.nonEmpty(attendee()).stream()
            .map(email -> new CalendarEvent.Attendee(email, "needsAction"))
            .toList(),
        CONFIRMED);
  }

  private boolean midnight(Instant moment) {
    return moment.atZone(ZoneId.of(agreement.zone())).toLocalTime().equals(LocalTime.MIDNIGHT);
  }
}
