package dev.gatehouse.areas.site.links;

import dev.gatehouse.bus.Call;
import java.util.List;
import java.util.Locale;

/** Distinguishes visits by people from requests by bots, prefetches and parts of pages. */
final class Visits {
  /** A brand of phones, whose name contains "bot". */
  private static final String CUBOT = "cubot";

  /** Destination of a request that opens a page in a tab or window (Fetch metadata). */
  private static final String PAGE = "document";

  private static final String PREFETCH = "prefetch";
  private static final String PREVIEW = "preview";

  private final List<String> bots;

  /**
   * @param bots lower-case words in the User-Agent of bots
   */
  Visits(List<String> bots) {
    this.bots = bots;
  }

  /**
   * Returns whether a call counts as a visit. HEAD requests, browser prefetches and previews,
   * images and other parts of a page, known bots, and calls without a User-Agent do not count.
   */
  boolean isOne(Call call) {
    return !call.origin().headOnly()
        && !inAdvance(call.text("Sec-Purpose"))
        && !inAdvance(call.text("Purpose"))
        && !inAdvance(call.text("X-Moz"))
        && opensPage(call.text("Sec-Fetch-Dest"))
        && isPerson(call.text("User-Agent"));
  }

  private static boolean inAdvance(String purpose) {
    String text = purpose == null ? "" : purpose.toLowerCase(Locale.ROOT);
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
