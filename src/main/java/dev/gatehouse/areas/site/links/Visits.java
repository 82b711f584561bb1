package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.bus.Call;

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
   * Returns the device of a visit. Empty for HEAD requests, browser prefetches and previews, images
   * and other parts of a page. Calls without a User-Agent are from bots.
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
