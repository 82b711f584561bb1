package dev.gatehouse.settings;

import java.time.Duration;
import java.util.List;

/** Settings for bans and trusted proxies. */
public final class Security {
  private final List<String> trustedProxies;
  private final List<String> allowList;
  private final int maxAttempts;
  private final Duration attemptWindow;
  private final List<String> banLadder;
  private final Duration banMemory;
  private final int maxRefusals;
  private final Duration refusalWindow;
  private final Duration refusalBan;
  private final int maxEntriesInMemory;

  Security(Section own) {
    trustedProxies = own.list("trustedProxies");
    allowList = own.list("allowList");
    maxAttempts = own.number("maxAttempts", 1);
    attemptWindow = own.duration("attemptWindow");
    banLadder = own.list("banLadder");
    banMemory = own.duration("banMemory");
    maxRefusals = own.number("maxRefusals", 0);
    refusalWindow = own.duration("refusalWindow");
    refusalBan = own.duration("refusalBan");
    maxEntriesInMemory = own.number("maxEntriesInMemory", 1);
    Check.that(!banLadder.isEmpty(), "security.banLadder must have at least one duration");
    banLadder.forEach(step -> Check.step("security.banLadder", step));
    trustedProxies.forEach(block -> Check.block("security.trustedProxies", block));
    allowList.forEach(block -> Check.block("security.allowList", block));
  }

  /** Returns the CIDRs of proxies whose forwarding headers are trusted. */
  public List<String> trustedProxies() {
    return trustedProxies;
  }

  /** Returns the CIDRs that are never banned. */
  public List<String> allowList() {
    return allowList;
  }

  /** Returns the number of failed attempts within {@link #attemptWindow} that cause a ban. */
  public int maxAttempts() {
    return maxAttempts;
  }

  public Duration attemptWindow() {
    return attemptWindow;
  }

  /** Returns the durations of the first, second, … ban. */
  public List<String> banLadder() {
    return banLadder;
  }

  /** Returns the time without a ban after which the ladder restarts. */
  public Duration banMemory() {
    return banMemory;
  }

  /**
   * Returns the number of 429 replies within {@link #refusalWindow} that cause a ban; 0 for never.
   */
  public int maxRefusals() {
    return maxRefusals;
  }

  public Duration refusalWindow() {
    return refusalWindow;
  }

  public Duration refusalBan() {
    return refusalBan;
  }

  /** Returns the maximum number of bans, of logouts and of keys that a node has in memory. */
  public int maxEntriesInMemory() {
    return maxEntriesInMemory;
  }
}
