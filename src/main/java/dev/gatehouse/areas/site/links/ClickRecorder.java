package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.areas.site.links.ClickDays.ClickDay;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.PlainText;

/** Records the hour, referrer and device of clicks, by the days of short URLs. */
public final class ClickRecorder extends WaitingClicks<ClickDay.Subject, ClickTally> {
  private static final int MAX_WAITING = 5_000;

  private final ClickDays days;
  private final ShortUrls urls;

  /**
   * @param urls tells which short URLs exist
   */
  public ClickRecorder(ClickDays days, ShortUrls urls) {
    this(days, urls, MAX_WAITING);
  }

  ClickRecorder(ClickDays days, ShortUrls urls, int maxWaiting) {
    super(maxWaiting, ClickTally::plus);
    this.days = days;
    this.urls = urls;
  }

  /** Records a click on an existing short URL. */
  void add(ShortUrl url, Device device, Referrer referrer, Instant now) {
    OffsetDateTime time = now.atOffset(ZoneOffset.UTC);
    ClickTally click = ClickTally.of(device, time.getHour(), referrer);
    String link = ClickDay.link(url);
    add(new ClickDay.Subject(link, time.toLocalDate()), click);
    add(new ClickDay.Subject("", time.toLocalDate()), click.of(link));
  }

  /** Writes the waiting clicks of a short URL, or those of all if the name is empty. Blocks. */
  void flush(String link) {
    flush(subject -> subject.link().equals(link));
  }

  /** Deletes all clicks of a deleted short URL. Blocks. */
  void forget(String link) {
    alone(() -> {
      change(sums -> {
        sums.keySet().removeIf(subject -> subject.link().equals(link));
        sums.replaceAll((subject, clicks) -> clicks.withoutLink(link));
      });
      days.delete(link);
    });
  }

  @Override
  boolean store(ClickDay.Subject subject, ClickTally clicks) {
    return days.add(subject, clicks);
  }

  /** {@inheritDoc} Another node may have deleted the short URL, and its clicks, before. */
  @Override
  void written(ClickDay.Subject subject) {
    String link = subject.link();
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
