package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.UnknownOutcomeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the hour, referrer and device of clicks. They are added in memory and written every
 * second, one write for each short URL and day.
 *
 * <p>The memory is limited. If it is full, a click on another short URL is written immediately. A
 * node writes all waiting clicks at shutdown, and a killed node loses them.
 */
public final class ClickRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(ClickRecorder.class);

  /** Maximum number of days of short URLs with waiting clicks. */
  private static final int MAX_WAITING = 5_000;

  /** Maximum number of documents that one flush writes. */
  private static final int MAX_WRITES = 2_000;

  /** Maximum number of flushes at shutdown. Each writes all that no other node writes then. */
  private static final int MAX_FLUSHES = 20;

  private final ClickDays days;
  private final ShortUrls urls;
  private final WaitingClicks<ClickDay.Subject, ClickTally> waiting;

  /** Held during the write of a document, whose clicks are then neither waiting nor stored. */
  private final ReentrantLock writing = new ReentrantLock();

  /**
   * @param urls tells which short URLs exist
   */
  public ClickRecorder(ClickDays days, ShortUrls urls) {
    this(days, urls, MAX_WAITING);
  }

  ClickRecorder(ClickDays days, ShortUrls urls, int maxWaiting) {
    this.days = days;
    this.urls = urls;
    this.waiting = new WaitingClicks<>(maxWaiting, ClickTally::plus);
  }

  /** Records a click on an existing short URL. Blocks only if the memory is full. */
  void add(ShortUrl url, Device device, Referrer referrer, Instant now) {
    OffsetDateTime time = now.atOffset(ZoneOffset.UTC);
    ClickTally click = ClickTally.of(device, time.getHour(), referrer);
    String link = ClickDay.link(url);
    add(new ClickDay.Subject(link, time.toLocalDate()), click);
    add(new ClickDay.Subject("", time.toLocalDate()), click.of(link));
  }

  private void add(ClickDay.Subject subject, ClickTally click) {
    if (!waiting.add(subject, click)) {
      try {
        writeNow(subject, click);
      } catch (DocumentStoreException e) {
        // A redirect does not fail because of its statistics.
        LOG.debug("a click was not recorded: {}", e.getMessage());
      }
    }
  }

  /**
   * Writes the waiting clicks of a short URL, or those of all if the name is empty, and waits for
   * those that are being written. Blocks.
   */
  void flush(String link) {
    writing.lock();
    try {
      waiting.keys().stream().filter(subject -> subject.link().equals(link)).forEach(this::write);
    } finally {
      writing.unlock();
    }
  }

  /**
   * Writes waiting clicks, at most 2,000 documents. Blocks.
   *
   * @throws RuntimeException if the store fails; the clicks remain waiting
   */
  public void flush() {
    waiting.keys().stream().limit(MAX_WRITES).forEach(this::write);
  }

  /** Writes all waiting clicks. Blocks. */
  public void close() {
    for (int flushes = 0; flushes < MAX_FLUSHES && !waiting.keys().isEmpty(); flushes++) {
      flush();
    }
  }

  /** Deletes all clicks of a deleted short URL. Blocks. */
  void forget(String link) {
    writing.lock();
    try {
      discard(link);
      days.delete(link);
    } finally {
      writing.unlock();
    }
  }

  private void discard(String link) {
    waiting.change(sums -> {
      sums.keySet().removeIf(subject -> subject.link().equals(link));
      sums.replaceAll((subject, clicks) -> clicks.withoutLink(link));
    });
  }

  private void write(ClickDay.Subject subject) {
    writing.lock();
    try {
      ClickTally clicks = waiting.take(subject);
      if (clicks != null) {
        writeTaken(subject, clicks);
      }
    } finally {
      writing.unlock();
    }
  }

  private void writeNow(ClickDay.Subject subject, ClickTally click) {
    writing.lock();
    try {
      writeTaken(subject, click);
    } finally {
      writing.unlock();
    }
  }

  private void writeTaken(ClickDay.Subject subject, ClickTally clicks) {
    boolean added = false;
    try {
      added = days.add(subject, clicks);
      deleteIfLate(subject.link());
    } catch (UnknownOutcomeException e) {
      // The clicks are not written again, because they might be counted twice.
      added = true;
      LOG.warn("{} clicks may not have been recorded: {}", clicks.clicks(), e.getMessage());
    } finally {
      if (!added && !waiting.add(subject, clicks)) {
        LOG.warn("{} clicks were not recorded: too many are waiting", clicks.clicks());
      }
    }
  }

  /** Another node may have deleted the short URL, and its clicks, before this write. */
  private void deleteIfLate(String link) {
    boolean deleted =
        !link.isEmpty()
            && urls.find(ClickDay.key(link))
                .filter(url -> ClickDay.link(url).equals(link))
                .isEmpty();
    if (deleted) {
      days.delete(link);
    }
  }
}
