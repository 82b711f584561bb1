package dev.gatehouse.areas.site.links;

import dev.gatehouse.bus.Call;
import java.util.List;
import java.util.Locale;

/** Tells people who follow a link from programs that do so by themselves. */
final class Visits {
  /** A telephone, and no robot. */
  private static final String CUBOT = "cubot";

  private static final String PREFETCH = "prefetch";
  private static final String PREVIEW = "preview";

  private final List<String> bots;

  /**
   * @param bots words in small letters that programs call themselves by
   */
  Visits(List<String> bots) {
    this.bots = bots;
  }

  /**
   * Returns whether a call counts as a visit. Not one that wants the head alone, not what a browser
   * fetches in advance, and not who says nothing of himself or calls himself a robot.
   */
  boolean isOne(Call call) {
    return !call.origin().headOnly()
        && !inAdvance(call.text("Sec-Purpose"))
        && !inAdvance(call.text("Purpose"))
        && isPerson(call.text("User-Agent"));
  }

  private static boolean inAdvance(String purpose) {
    String text = purpose == null ? "" : purpose.toLowerCase(Locale.ROOT);
    return text.contains(PREFETCH) || text.contains(PREVIEW);
  }

  private boolean isPerson(String agent) {
    if (agent == null || agent.isBlank()) {
      return false;
    }
    String text = agent.toLowerCase(Locale.ROOT).replace(CUBOT, "");
    return bots.stream().noneMatch(text::contains);
  }
}
