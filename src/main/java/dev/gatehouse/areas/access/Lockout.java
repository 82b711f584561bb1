package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.security.Ban;
import dev.gatehouse.security.RateLimitHeaders;
import dev.gatehouse.store.StoreAwayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts failed attempts and bans an address that has none left. Only verified failures lead to a
 * ban. An address whose attempts are all reserved waits briefly. If the store is unavailable,
 * attempts cannot be counted, so nothing is verified.
 */
final class Lockout {
  private static final Logger LOG = LoggerFactory.getLogger(Lockout.class);
  private static final String GUESSING = "failed attempts";
  private static final int WAITING = 32;

  /** Part of a call's time that is reserved for the verification after waiting for an attempt. */
  private static final Duration JUDGING = Duration.ofSeconds(2);

  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 160;

  private final Attempts attempts;
  private final BanRepository bans;
  private final SecurityStateSync securityState;
  private final InstantSource clock;
  private final Semaphore waiting = new Semaphore(WAITING);

  Lockout(
      Attempts attempts, BanRepository bans, SecurityStateSync securityState, InstantSource clock) {
    this.attempts = attempts;
    this.bans = bans;
    this.securityState = securityState;
    this.clock = clock;
  }

  /**
   * Reserves an attempt of the caller's address. Empty for an address that is never banned, which
   * is only rate limited.
   *
   * @throws ApiException 403 if the address is banned, 429 while other attempts of the address are
   *     being verified, 503 if attempts cannot be counted
   */
  Optional<Attempts.Reserved> reserve(Call call) {
    if (!call.caller().bannable()) {
      return Optional.empty();
    }
    return Optional.of((Attempts.Reserved) place(call, attempts::reserve));
  }

  /**
   * Passes if the caller could reserve an attempt. For a credential that was verified instantly
   * this equals reserving and releasing an attempt. No result is returned without this check.
   *
   * @throws ApiException as {@link #reserve}
   */
  void mayTry(Call call) {
    if (call.caller().bannable()) {
      place(call, attempts::look);
    }
  }

  /**
   * Counts a failure, bans an address without remaining attempts, and returns the remaining number.
   */
  int failed(Call call, Optional<Attempts.Reserved> reserved) {
    LOG.warn("authentication failed address={}", call.caller().address());
    if (reserved.isEmpty()) {
      return attempts.max();
    }
    int left = counted(() -> attempts.failed(reserved.get(), clock.instant()));
    if (left == 0) {
      ban(call.caller().address(), GUESSING, attempts.max(), null);
    }
    return left;
  }

  /** Returns the result of a verification. Releases the attempt if nothing could be verified. */
  <T> T verified(Optional<Attempts.Reserved> reserved, Supplier<T> verification) {
    try {
      return verification.get();
    } catch (RuntimeException unverified) {
      giveBack(reserved);
      throw unverified;
    }
  }

  void giveBack(Optional<Attempts.Reserved> reserved) {
    reserved.ifPresent(place ->
        counted(() -> {
          attempts.giveBack(place, clock.instant());
          return place;
        }));
  }

  /** Deletes the failures of an address after a successful authentication. */
  void clear(Call call) {
    counted(() -> {
      attempts.clear(call.caller().address());
      return attempts;
    });
  }

  /**
   * Bans an address, or keeps its current ban.
   *
   * @param count number of failed attempts that led to it
   * @param length null for the next escalation step
   */
  Ban ban(String address, String reason, int count, Duration length) {
    Ban ban =
        counted(() ->
            securityState.changing(
                Kind.BAN,
                address,
                () -> bans.ban(address, reason, count, length, clock.instant())));
    LOG.warn("address={} is blocked until {}: {}", address, ban.until(), reason);
    return ban;
  }

  /** Lifts the ban of an address and clears its failures. Returns whether it was banned. */
  boolean unban(String address) {
    // The failures are cleared first. Otherwise a request in between could be banned again for
    // them.
    attempts.clear(address);
    return securityState.changing(Kind.BAN, address, () -> bans.lift(address, clock.instant()));
  }

  /** Requests an attempt in the window. */
  private interface Question {
    Attempts.Outcome ask(String address, Instant now, Instant notBefore);
  }

  private Attempts.Outcome place(Call call, Question question) {
    String address = call.caller().address();
    Duration left = call.deadline().remaining();
    long giveUp = System.nanoTime() + Math.max(left.toNanos() / 2, left.minus(JUDGING).toNanos());
    for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      Instant now = clock.instant();
      Attempts.Outcome outcome =
          counted(() -> question.ask(address, now, endOfLastBan(address, now)));
      switch (outcome) {
        case Attempts.Exhausted none -> throw blocked(ban(address, GUESSING, attempts.max(), null));
        case Attempts.Full full -> rest(pause, giveUp);
        default -> {
          return outcome;
        }
      }
    }
  }

  /** Returns the end of the last ban. Attempts before it no longer count. */
  private Instant endOfLastBan(String address, Instant now) {
    Optional<BanRepository.Entry> last = bans.find(address);
    if (last.isPresent() && last.get().ban().holds(now)) {
      throw blocked(last.get().ban());
    }
    return last.map(BanRepository.Entry::ends).orElse(Instant.EPOCH);
  }

  /**
   * Sleeps if a waiting permit is free, else fails with 429. Waiting callers hold area permits that
   * other calls need, so their number is limited.
   */
  private void rest(long millis, long giveUp) {
    if (System.nanoTime() >= giveUp || !waiting.tryAcquire()) {
      throw ApiException.busy(
          ErrorCode.ATTEMPTS_IN_PROGRESS, "other attempts from this address are being verified", 1);
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.busy(ErrorCode.SHUTTING_DOWN, "the node is shutting down", 2).exception(e);
    } finally {
      waiting.release();
    }
  }

  /** Returns the store's result. If the store fails, nothing is verified. */
  private static <T> T counted(Supplier<T> work) {
    try {
      return work.get();
    } catch (ApiException refused) {
      throw refused;
    } catch (RuntimeException e) {
      throw ApiError.busy(
              ErrorCode.ATTEMPTS_UNAVAILABLE,
              "attempts cannot be counted at the moment; try again later",
              5)
          .because(e instanceof StoreAwayException ? "" : e.toString())
          .exception(e);
    }
  }

  private ApiException blocked(Ban ban) {
    Map<String, String> headers =
        ban.left(clock.instant())
            .map(left -> Map.of("Retry-After", RateLimitHeaders.retryAfter(left)))
            .orElse(Map.of());
    return ApiError.of(ErrorCode.BANNED, "this address is blocked").with(headers).exception();
  }
}
