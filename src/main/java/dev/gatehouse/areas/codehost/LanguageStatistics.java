package dev.gatehouse.areas.codehost;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.codehost.LanguageStatistics.CodehostStats.LanguageShare;
import dev.gatehouse.areas.codehost.PerRepository.Budget;
import dev.gatehouse.areas.codehost.PerRepository.Result;
import dev.gatehouse.provider.Freshness;
import dev.gatehouse.provider.ProviderReply;
import java.math.BigDecimal;

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
  private final Source source;
  private final LanguageColors colors;
  private final PerRepository<Map<String, Long>> perRepository;

  /** Requests that the statistics send to a provider. */
  interface Source {
    /** Returns the owner's account, and all of its repositories that the provider lists. */
    Owned owned();

    /** Returns the reply with the languages of a repository; empty if it has none. */
    Optional<ProviderReply> languages(Repository repository);

    /** Returns the weight of a language's number: its bytes, or its share. */
    default long weight(Number number) {
      return number instanceof Integer || number instanceof Long ? number.longValue() : -1;
    }
  }

  record Owned(Accounts.Account account, PartialList<Repository> repositories) {}

  /** Source of a provider with GitHub's API. */
  record GitHub(CodeHostApi api, Accounts accounts) implements Source {
    @Override
    public Owned owned() {
      Accounts.Account owner = accounts.currentOwner();
      String list = "/users/" + owner.login() + "/repos?type=owner&sort=pushed&" + CodeHostApi.PAGE;
      return new Owned(owner, api.list(list, Repository.class, MAX_PAGES));
    }

    @Override
    public Optional<ProviderReply> languages(Repository repository) {
      return api.getIfThere("/repos/" + repository.fullName() + "/languages");
    }
  }

  LanguageStatistics(CodeHostApi api, Source source, LanguageColors colors, InstantSource clock) {
    this.api = api;
    this.source = source;
    this.colors = colors;
    this.perRepository = new PerRepository<>(clock);
  }

  /** Fetches the current statistics from the provider. */
  CodehostStats fetch() {
    Owned owned = source.owned();
    Accounts.Account owner = owned.account();
    PartialList<Repository> all = owned.repositories().distinctBy(Repository::fullName);
    List<Repository> counted =
        all.items().stream().filter(Repository::isPublic).filter(Repository::isOwnWork).toList();
    PartialList<Map.Entry<Repository, Map<String, Long>>> result =
        perRepository.ask(counted, this::languages);
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
    Optional<ProviderReply> reply = source.languages(repository);
    return reply.map(each -> result(each, last)).orElse(new Result<>(Map.of(), true));
  }

  private Result<Map<String, Long>> result(ProviderReply reply, Optional<Map<String, Long>> last) {
    // With status 202 (accepted), the provider is still counting.
    if (reply.status() == ACCEPTED) {
      return new Result<>(last.orElse(Map.of()), false);
    }
    return new Result<>(api.client().read(reply, Object.class, this::bytesByLanguage), true);
  }

  /**
   * Converts a JSON object to bytes by language.
   *
   * @throws IllegalArgumentException if the JSON has another form
   */
  private Map<String, Long> bytesByLanguage(Object json) {
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

  private long bytes(Object number) {
    long bytes = number instanceof Number known ? source.weight(known) : -1;
    if (bytes < 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("invalid number of bytes");
    }
    return bytes;
  }

  /** Colors of programming languages. The provider's REST API does not return them. */
  record LanguageColors(Map<String, String> colors) {
    private static final String TABLE = "/codehost/language-colors.tsv";
    private static final String UNKNOWN = "#8b8b8b";

    /** Loads the table that is part of the release. */
    static LanguageColors bundled() {
      try (InputStream in = LanguageColors.class.getResourceAsStream(TABLE)) {
        return new LanguageColors(
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t"))
                .collect(Collectors.toUnmodifiableMap(row -> row[0], row -> row[1])));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns a language's color as {@code #rrggbb}, or a grey for an unknown language. */
    String of(String language) {
      return colors.getOrDefault(language, UNKNOWN);
    }
  }

  /**
   * Statistics of the owner's public repositories.
   *
   * @param stats sorted largest first; the shares sum to 100, or the list is empty
   * @param incomplete true if a repository is not counted yet; else absent
   * @param freshness of the list of repositories
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CodehostStats(
      List<LanguageShare> stats,
      @JsonProperty("public_repos") int publicRepos,
      int followers,
      int following,
      Boolean incomplete,
      @JsonUnwrapped Freshness freshness) {

    /** Returns these statistics with the time at which they were fetched. */
    CodehostStats at(Freshness fetched) {
      return new CodehostStats(stats, publicRepos, followers, following, incomplete, fetched);
    }

    /**
     * A language's share of all bytes.
     *
     * @param value in percent, with one decimal
     * @param color {@code #rrggbb}
     */
    record LanguageShare(String name, BigDecimal value, String color) {}
  }
}
