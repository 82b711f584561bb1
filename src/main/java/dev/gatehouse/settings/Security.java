package dev.gatehouse.settings;

import java.time.Duration;
import java.util.List;

/** The settings of who is banned, and whose word on an address is believed. */
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
    Check.that(!banLadder.isEmpty(), "security.banLadder needs a step");
    banLadder.forEach(step -> Check.step("security.banLadder", step));
    trustedProxies.forEach(block -> Check.block("security.trustedProxies", block));
    allowList.forEach(block -> Check.block("security.allowList", block));
  }

  /** CIDRs of proxies whose forwarding headers count. */
  public List<String> trustedProxies() {
    return trustedProxies;
  }

  /** CIDRs that are never banned. */
  public List<String> allowList() {
    return allowList;
  }

  /** Failed attempts within {@link #attemptWindow} that ban. */
  public int maxAttempts() {
    return maxAttempts;
  }

  public Duration attemptWindow() {
    return attemptWindow;
  }

  /** The length of the first, second, … ban. */
  public List<String> banLadder() {
    return banLadder;
  }

  /** Time without a ban after which the ladder begins again. */
  public Duration banMemory() {
    return banMemory;
  }

  /** 429s within {@link #refusalWindow} that ban; 0 for never. */
  public int maxRefusals() {
    return maxRefusals;
  }

  public Duration refusalWindow() {
    return refusalWindow;
  }

  public Duration refusalBan() {
    return refusalBan;
  }

  /** Bans, log-outs and keys, of each, that a node holds in memory. */
  public int maxEntriesInMemory() {
    return maxEntriesInMemory;
  }
}
