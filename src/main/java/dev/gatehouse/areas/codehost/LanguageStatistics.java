package dev.gatehouse.areas.codehost;

import dev.gatehouse.areas.codehost.CodehostStats.LanguageShare;
import dev.gatehouse.areas.codehost.PerRepository.Budget;
import dev.gatehouse.areas.codehost.PerRepository.Result;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderReply;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the bytes of each language in the owner's public repositories. Forks are excluded as
 * others' work, and archived repositories as finished.
 */
final class LanguageStatistics {
  private static final int MAX_PAGES = 10;
  private static final int ACCEPTED = 202;

  private static final int MAX_LANGUAGES = 1_000;
  private static final int MAX_NAME = 100;

  /** One pebibyte. The sum over all repositories cannot overflow a long. */
  private static final long MAX_BYTES = 1L << 50;

  private final CodeHostApi api;
  private final Accounts accounts;
  private final LanguageColors colors;
  private final PerRepository<Map<String, Long>> languages;

  LanguageStatistics(
      CodeHostApi api, Accounts accounts, LanguageColors colors, InstantSource clock) {
    this.api = api;
    this.accounts = accounts;
    this.colors = colors;
    this.languages = new PerRepository<>(clock);
  }

  /** Fetches the current statistics from the provider. */
  CodehostStats fetch() {
    Accounts.Account owner = accounts.currentOwner();
    String list = "/users/" + owner.login() + "/repos?type=owner&sort=pushed&" + CodeHostApi.PAGE;
    PartialList<Repository> all =
        api.list(list, Repository.class, MAX_PAGES).distinctBy(Repository::fullName);
    List<Repository> counted =
        all.items().stream().filter(Repository::isPublic).filter(Repository::isOwnWork).toList();
    PartialList<Map.Entry<Repository, Map<String, Long>>> result =
        languages.ask(counted, this::languages);
    Map<String, Long> bytes = new HashMap<>();
    result
        .items()
        .forEach(each -> each.getValue().forEach((name, n) -> bytes.merge(name, n, Long::sum)));
    return new CodehostStats(
        shares(bytes),
        owner.publicRepos(),
        owner.followers(),
        owner.following(),
        new PartialList<>(counted, all.complete() && result.complete()).incomplete(),
        Freshness.ofList(all.unreadable()));
  }

  private List<LanguageShare> shares(Map<String, Long> bytes) {
    return Shares.of(bytes).entrySet().stream()
        .map(
            share -> new LanguageShare(share.getKey(), share.getValue(), colors.of(share.getKey())))
        .toList();
  }

  private Result<Map<String, Long>> languages(
      Repository repository, Optional<Map<String, Long>> last, Budget budget) {
    if (!budget.take()) {
      return new Result<>(last.orElse(Map.of()), false);
    }
    Optional<ProviderReply> reply =
        api.getIfThere("/repos/" + repository.fullName() + "/languages");
    return reply.map(each -> result(each, last)).orElse(new Result<>(Map.of(), true));
  }

  private Result<Map<String, Long>> result(ProviderReply reply, Optional<Map<String, Long>> last) {
    // With status 202 (accepted), the provider is still counting.
    if (reply.status() == ACCEPTED) {
      return new Result<>(last.orElse(Map.of()), false);
    }
    return new Result<>(
        api.client().read(reply, Object.class, LanguageStatistics::bytesByLanguage), true);
  }

  /**
   * Converts a JSON object to bytes by language.
   *
   * @throws IllegalArgumentException if the JSON has another form
   */
  private static Map<String, Long> bytesByLanguage(Object json) {
    if (!(json instanceof Map<?, ?> result) || result.size() > MAX_LANGUAGES) {
      throw new IllegalArgumentException("no languages");
    }
    Map<String, Long> bytes = new HashMap<>();
    result.forEach((name, number) -> bytes.put(name(name), bytes(number)));
    return Map.copyOf(bytes);
  }

  private static String name(Object name) {
    String text = name.toString();
    if (text.length() > MAX_NAME) {
      throw new IllegalArgumentException("invalid language name");
    }
    return text;
  }

  private static long bytes(Object number) {
    boolean whole = number instanceof Integer || number instanceof Long;
    long bytes = whole ? ((Number) number).longValue() : -1;
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("invalid number of bytes");
    }
    return bytes;
  }
}
