package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.areas.site.links.ClickDays.ClickDay;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PlainText;
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
        writeTaken(subject, click);
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
  synchronized void flush(String link) {
    waiting.keys().stream().filter(subject -> subject.link().equals(link)).forEach(this::write);
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
  synchronized void forget(String link) {
    waiting.change(sums -> {
      sums.keySet().removeIf(subject -> subject.link().equals(link));
      sums.replaceAll((subject, clicks) -> clicks.withoutLink(link));
    });
    days.delete(link);
  }

  private synchronized void write(ClickDay.Subject subject) {
    ClickTally clicks = waiting.take(subject);
    if (clicks != null) {
      writeTaken(subject, clicks);
    }
  }

  /** While a document is written, its clicks are neither waiting nor stored. */
  private synchronized void writeTaken(ClickDay.Subject subject, ClickTally clicks) {
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

  /**
   * Distinguishes visits by people and bots from prefetches and requests for parts of pages.
   *
   * @param bots lower-case words in the User-Agent of bots
   */
  record Visits(List<String> bots) {
    /** A brand of phones, whose name contains "bot". */
    private static final String CUBOT = "cubot";

    /** Destination of a request that opens a page in a tab or window (Fetch metadata). */
    private static final String PAGE = "document";

    private static final String PREFETCH = "prefetch";
    private static final String PREVIEW = "preview";

    /**
     * Returns the device of a visit. Empty for HEAD requests, browser prefetches and previews,
     * images and other parts of a page. Calls without a User-Agent are from bots.
     */
    Optional<Device> device(Call call) {
      if (!isVisit(call)) {
        return Optional.empty();
      }
      String agent = call.text("User-Agent");
      return Optional.of(isPerson(agent) ? Device.ofBrowser(agent) : Device.BOT);
    }

    private static boolean isVisit(Call call) {
      return !call.origin().headOnly()
          && !inAdvance(call.text("Sec-Purpose"))
          && !inAdvance(call.text("Purpose"))
          && !inAdvance(call.text("X-Moz"))
          && opensPage(call.text("Sec-Fetch-Dest"));
    }

    private static boolean inAdvance(String purpose) {
      String text = Objects.requireNonNullElse(purpose, "").toLowerCase(Locale.ROOT);
      return text.contains(PREFETCH) || text.contains(PREVIEW);
    }

    /** Browsers that do not send fetch metadata are counted. */
    private static boolean opensPage(String destination) {
      return destination == null || destination.isBlank() || PAGE.equals(destination.strip());
    }

    private boolean isPerson(String agent) {
      if (agent == null || agent.isBlank()) {
        return false;
      }
      String text = agent.toLowerCase(Locale.ROOT).replace(CUBOT, "");
      return bots.stream().noneMatch(text::contains);
    }
  }

  /** Class of the device that follows a short URL, from its User-Agent. */
  enum Device {
    DESKTOP,
    PHONE,
    TABLET,
    BOT;

    private static final List<String> TABLETS = List.of("ipad", "tablet", "kindle", "silk/");
    private static final List<String> PHONES = List.of("mobi", "iphone", "ipod", "phone");
    private static final String ANDROID = "android";

    /** Returns the class of a browser. Programs that are neither phone nor tablet are desktops. */
    static Device ofBrowser(String agent) {
      String text = agent.toLowerCase(Locale.ROOT);
      if (TABLETS.stream().anyMatch(text::contains)) {
        return TABLET;
      }
      if (PHONES.stream().anyMatch(text::contains)) {
        return PHONE;
      }
      // Browsers on Android phones also send "Mobile".
      return text.contains(ANDROID) ? TABLET : DESKTOP;
    }
  }

  /** Sums of clicks that are not written yet, oldest first, in limited memory. Never blocks. */
  static final class WaitingClicks<K, V> {
    private final int max;
    private final BinaryOperator<V> plus;
    private final Map<K, V> sums = new LinkedHashMap<>();

    /**
     * @param max number of sums
     */
    WaitingClicks(int max, BinaryOperator<V> plus) {
      this.max = max;
      this.plus = plus;
    }

    /** Adds clicks. Returns false, and adds nothing, if the memory is full. */
    synchronized boolean add(K key, V clicks) {
      boolean room = sums.size() < max || sums.containsKey(key);
      if (room) {
        sums.merge(key, clicks, plus);
      }
      return room;
    }

    /** Returns a sum, or null. */
    synchronized V find(K key) {
      return sums.get(key);
    }

    /** Removes and returns a sum, or null. */
    synchronized V take(K key) {
      return sums.remove(key);
    }

    synchronized List<K> keys() {
      return List.copyOf(sums.keySet());
    }

    synchronized void change(Consumer<Map<K, V>> change) {
      change.accept(sums);
    }
  }

  /**
   * Page that contained a followed short URL. Only its host name is kept.
   *
   * @param direct true if the client sent no page
   * @param host absent if it is no domain name, or too long
   */
  record Referrer(boolean direct, Optional<String> host) {
    private static final Pattern PAGE =
        Pattern.compile("(?is)https?://([a-z0-9.-]{1,100})(?::[0-9]{1,5})?(?:[/?#].*)?");

    /** Excludes IP addresses, which may be personal data, and names of a local network. */
    private static final Pattern DOMAIN =
        Pattern.compile("(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]");

    /** Returns the referrer from the value of the header; null if it was not sent. */
    static Referrer of(String header) {
      if (header == null || header.isBlank()) {
        return new Referrer(true, Optional.empty());
      }
      Matcher page = PAGE.matcher(header.strip());
      if (!page.matches()) {
        return new Referrer(false, Optional.empty());
      }
      return new Referrer(
          false, Optional.of(name(page.group(1))).filter(host -> DOMAIN.matcher(host).matches()));
    }

    private static String name(String host) {
      return PlainText.withoutEnd(".", host.toLowerCase(Locale.ROOT));
    }
  }
}
