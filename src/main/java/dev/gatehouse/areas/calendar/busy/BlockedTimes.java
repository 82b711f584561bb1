package dev.gatehouse.areas.calendar.busy;

import module java.base;

import biweekly.Biweekly;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import dev.gatehouse.areas.calendar.booking.TimeSpan;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Times that the owner has blocked, or imported from an iCalendar file. They may overlap meetings
 * and each other. The spans of a series are stored with it, and extended daily.
 */
public final class BlockedTimes {
  /** Maximum number of series. */
  static final int MAX = 5_000;

  private static final Logger LOG = LoggerFactory.getLogger(BlockedTimes.class);
  private static final Duration AHEAD = Duration.ofDays(420);
  private static final Duration BEHIND = Duration.ofDays(1);
  private static final int ID_BYTES = 12;

  private final DocumentCollection<Block> blocks;
  private final ZoneId zone;
  private final InstantSource clock;

  /**
   * An event, or a series with its changed occurrences.
   *
   * @param id of its UID
   * @param spans busy times from yesterday to {@link #AHEAD}
   */
  record Block(String id, String title, List<Part> parts, List<Span> spans) {
    List<String> texts() {
      return parts.stream().map(Part::text).toList();
    }
  }

  /**
   * The series, or a changed occurrence.
   *
   * @param recurrence original time of the occurrence; empty for the series
   * @param text in iCalendar form
   */
  record Part(String recurrence, String text) {}

  record Span(Instant start, Instant end) {}

  /**
   * @param zone the owner's
   */
  public BlockedTimes(Documents documents, ZoneId zone, InstantSource clock) {
    this.blocks = documents.collection("blockedTimes", Block.class);
    this.zone = zone;
    this.clock = clock;
  }

  static String id(String uid) {
    return Sha256.hex("blocked time " + uid, ID_BYTES);
  }

  /** Returns the stored times. Blocks. */
  Stream<BusyTime> times() {
    return blocks.find(Query.all(), Query.all(), 0, MAX).stream()
        .flatMap(block ->
            block.spans().stream()
                .map(span ->
                    new BusyTime(
                        block.id(), block.title(), "", new TimeSpan(span.start(), span.end()))));
  }

  Optional<Block> find(String id) {
    return blocks.find(id);
  }

  /** Returns an event with its spans. Its time is not checked. */
  Block of(String id, String title, List<Part> parts) {
    Instant now = clock.instant();
    List<String> texts = parts.stream().map(Part::text).toList();
    List<Span> spans =
        CalendarFile.occurrences(texts, zone, now.minus(BEHIND), now.plus(AHEAD)).stream()
            .map(found -> new Span(found.span().start(), found.span().end()))
            .toList();
    return new Block(id, title, parts, spans);
  }

  /** Returns whether an event has a busy time that is not over. */
  boolean isAhead(Block block) {
    return CalendarFile.isAhead(block.texts(), zone, clock.instant());
  }

  /** Stores a time of the owner. */
  BusyTime block(String title, TimeSpan span) {
    VEvent event = new VEvent();
    event.setUid(blocks.newId());
    event.setSummary(title);
    event.setDateStart(Date.from(span.start()));
    event.setDateEnd(Date.from(span.end()));
    var calendar = new ICalendar();
    calendar.addEvent(event);
    String text = Biweekly.write(calendar).go();
    Block block = of(id(event.getUid().getValue()), title, List.of(new Part("", text)));
    save(block);
    return new BusyTime(block.id(), title, "", span);
  }

  /**
   * Stores an event, which replaces one with its ID.
   *
   * @throws ApiException 409 if there are too many others
   */
  void save(Block block) {
    try {
      if (blocks.find(block.id()).isEmpty()) {
        if (!blocks.insert(block, block.id(), MAX)) {
          throw ApiException.of(
              ErrorCode.RECORD_LIMIT_REACHED,
              "the maximum of " + MAX + " blocked times is reached");
        }
        return;
      }
    } catch (DuplicateKeyException concurrent) {
      LOG.debug("blocked time replaced id={}", block.id());
    }
    blocks.save(block, block.id());
  }

  /** Deletes an event with all its occurrences, and returns whether it existed. */
  public boolean delete(String id) {
    return blocks.delete(Query.id(id)) > 0;
  }

  /** Adds the new spans of each series, and deletes the events that are over. Blocks. */
  public void extend() {
    blocks
        .find(Query.all(), Query.all(), 0, MAX)
        .forEach(block -> {
          if (isAhead(block)) {
            save(of(block.id(), block.title(), block.parts()));
          } else {
            delete(block.id());
          }
        });
  }
}
