package dev.gatehouse.settings;

import module java.base;

/**
 * Settings for bans and trusted proxies.
 *
 * @param trustedProxies cIDRs of proxies whose forwarding headers are trusted
 * @param allowList cIDRs that are never banned
 * @param maxAttempts number of failed attempts within {@code attemptWindow} that cause a ban
 * @param banLadder durations of the first, second, … ban
 * @param banMemory time without a ban after which the ladder restarts
 * @param maxRefusals * Returns the number of 429 replies within {@code refusalWindow} that cause a
 *     ban; 0 for never
 * @param maxEntriesInMemory maximum number of bans, of logouts and of keys that a node has in
 *     memory
 */
public record Security(
    List<String> trustedProxies,
    List<String> allowList,
    int maxAttempts,
    Duration attemptWindow,
    List<String> banLadder,
    Duration banMemory,
    int maxRefusals,
    Duration refusalWindow,
    Duration refusalBan,
    int maxEntriesInMemory) {
  public Security {
    Check.that(!banLadder.isEmpty(), "security.banLadder must have at least one duration");
    banLadder.forEach(step -> Check.step("security.banLadder", step));
    trustedProxies.forEach(block -> Check.block("security.trustedProxies", block));
    allowList.forEach(block -> Check.block("security.allowList", block));
  }

  static Security read(Section own) {
    return new Security(
        own.list("trustedProxies"),
        own.list("allowList"),
        own.number("maxAttempts", 1),
        own.duration("attemptWindow"),
        own.list("banLadder"),
        own.duration("banMemory"),
        own.number("maxRefusals", 0),
        own.duration("refusalWindow"),
        own.duration("refusalBan"),
        own.number("maxEntriesInMemory", 1));
  }
}
