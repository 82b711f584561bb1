package dev.gatehouse.areas.codehost;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.FetchThreads;

/**
 * Cached values per repository, fetched a few at a time, and only after a push. The cache holds
 * only repositories of the last list.
 *
 * <p>The calls of one round are bounded, because the provider counts calls per minute. The next
 * round makes the remaining calls.
 *
 * @param <V> value of a repository, immutable
 */
final class PerRepository<V> {
  /** Maximum calls of one round. The provider permits a few hundred more per minute. */
  static final int MAX_CALLS = 600;

  private static final int AT_ONCE = 4;

  /** Time after which the provider's statistics of a push are complete. */
  private static final Duration SETTLED = Duration.ofHours(1);

  /** Statuses of failures and timeouts that concern one repository. A pause (503) concerns all. */
  private static final Set<Integer> OF_ONE = Set.of(502, 504);

  private final InstantSource clock;
  private final Map<String, Kept<V>> kept = new ConcurrentHashMap<>();

  /**
   * A result.
   *
   * @param whole whether the result is complete
   */
  record Result<V>(V value, boolean whole) {}

  private record Kept<V>(Instant pushedAt, Instant askedAt, Result<V> result) {}

  /** Fetches the result for one repository. */
  @FunctionalInterface
  interface Question<V> {
    /**
     * @param last the previous value, of an earlier state of the repository
     * @throws ApiException 502 or 504 if the value of this repository is not available
     */
    Result<V> ask(Repository repository, Optional<V> last, Budget budget);
  }

  /** Counter of the calls that a round may still make. */
  static final class Budget {
    private final AtomicInteger left = new AtomicInteger(MAX_CALLS);

    /** Takes one call, and returns false if none is left. */
    boolean take() {
      return left.getAndDecrement() > 0;
    }
  }

  PerRepository(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Returns the value of each repository in their order; blocks. Repositories without a value are
   * left out.
   *
   * @throws ApiException the provider's error, unless fewer than half of the repositories failed
   */
  PartialList<Map.Entry<Repository, V>> ask(List<Repository> repositories, Question<V> question) {
    var round = new Round(repositories, question);
    round.run();
    kept.keySet()
        .retainAll(repositories.stream().map(Repository::fullName).collect(Collectors.toSet()));
    return round.result();
  }

  /** One round of calls for all repositories. */
  private final class Round {
    private final List<Repository> repositories;
    private final Question<V> question;
    private final Budget budget = new Budget();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicReference<ApiException> failure = new AtomicReference<>();
    private final Map<Repository, Result<V>> answers = new ConcurrentHashMap<>();

    Round(List<Repository> repositories, Question<V> question) {
      this.repositories = repositories;
      this.question = question;
    }

    void run() {
      List<Repository> unknown =
          repositories.stream().filter(repository -> !answeredFromStore(repository)).toList();
      FetchThreads.map(unknown, AT_ONCE, this::ask);
      if (failed.get() * 2 > unknown.size()) {
        throw failure.get();
      }
    }

    private boolean answeredFromStore(Repository repository) {
      Kept<V> known = kept.get(repository.fullName());
      boolean answers =
          known != null
              && known.result().whole()
              && Objects.equals(known.pushedAt(), repository.pushedAt())
              && settled(known);
      if (answers) {
        this.answers.put(repository, known.result());
      }
      return answers;
    }

    private boolean settled(Kept<V> known) {
      return known.pushedAt() == null || known.pushedAt().plus(SETTLED).isBefore(known.askedAt());
    }

    private Repository ask(Repository repository) {
      Instant asked = clock.instant();
      Kept<V> last = kept.get(repository.fullName());
      try {
        Result<V> result =
            question.ask(
                repository, Optional.ofNullable(last).map(known -> known.result().value()), budget);
        kept.put(repository.fullName(), new Kept<>(repository.pushedAt(), asked, result));
        answers.put(repository, result);
      } catch (ApiException e) {
        if (!OF_ONE.contains(e.failure().status())) {
          throw e;
        }
        failed.incrementAndGet();
        failure.set(e);
      }
      return repository;
    }

    PartialList<Map.Entry<Repository, V>> result() {
      Map<Repository, V> result = new LinkedHashMap<>();
      for (Repository repository : repositories) {
        Result<V> answer = answers.get(repository);
        if (answer != null) {
          result.put(repository, answer.value());
        }
      }
      boolean complete =
          result.size() == repositories.size() && answers.values().stream().allMatch(Result::whole);
      return new PartialList<>(List.copyOf(result.entrySet()), complete);
    }
  }
}
