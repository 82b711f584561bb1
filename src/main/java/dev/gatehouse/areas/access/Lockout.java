package dev.gatehouse.areas.access;

import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.security.Ban;
import dev.gatehouse.security.RateLimitHeaders;
import dev.gatehouse.store.StoreAwayException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts failed attempts and bans the address that has none left. Only attempts that were judged
 * and failed ban: an address whose places are all taken by attempts in the making waits a little.
 * What cannot be counted, because the store is away, is not judged.
 */
final class Lockout {
  private static final Logger LOG = LoggerFactory.getLogger(Lockout.class);
  private static final String GUESSING = "failed attempts";
  private static final int WAITING = 32;

  /** So much of a call's time is left to the judgement, whoever had to wait for a place. */
  private static final Duration JUDGING = Duration.ofSeconds(2);

  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 160;

  private final Attempts attempts;
  private final BanRepository bans;
  private final SecurityStateSync view;
  private final InstantSource clock;
  private final Semaphore waiting = new Semaphore(WAITING);

  Lockout(Attempts attempts, BanRepository bans, SecurityStateSync view, InstantSource clock) {
    this.attempts = attempts;
    this.bans = bans;
    this.view = view;
    this.clock = clock;
  }

  /**
   * Reserves an attempt of the caller's address; empty for one that is never banned: it is limited
   * by the rate alone.
   *
   * @throws ApiException 403 for who is banned, 429 when others of this address are still being
   *     judged, 503 when attempts cannot be counted
   */
  Optional<Attempts.Reserved> reserve(Call call) {
    return call.caller().bannable()
        ? Optional.of((Attempts.Reserved) place(call, attempts::reserve))
        : Optional.empty();
  }

  /**
   * Passes who could reserve an attempt. For a credential that was judged right in no time this is
   * as good as reserving one and giving it back: nobody learns the judgement otherwise.
   *
   * @throws ApiException as {@link #reserve}
   */
  void mayTry(Call call) {
    if (call.caller().bannable()) {
      place(call, attempts::look);
    }
  }

  /** Counts a failure, bans whoever has no attempt left, and says how many there are. */
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

  void giveBack(Optional<Attempts.Reserved> reserved) {
    reserved.ifPresent(place ->
        counted(() -> {
          attempts.giveBack(place, clock.instant());
          return place;
        }));
  }

  /** Forgets the failures of an address: its owner has shown who he is. */
  void clear(Call call) {
    counted(() -> {
      attempts.clear(call.caller().address());
      return attempts;
    });
  }

  /**
   * Bans an address, or leaves the ban that it has.
   *
   * @param count the failed attempts that led to it
   * @param length null for the next step of the ladder
   */
  Ban ban(String address, String reason, int count, Duration length) {
    Ban ban =
        counted(() ->
            view.changing(
                Kind.BAN,
                address,
                () -> bans.ban(address, reason, count, length, clock.instant())));
    LOG.warn("address={} is blocked until {}: {}", address, ban.until(), reason);
    return ban;
  }

  /** Frees an address and clears its count; whether it was blocked. */
  boolean unban(String address) {
    // In this order: failures that outlived the ban would ban again whoever comes in between.
    attempts.clear(address);
    return view.changing(Kind.BAN, address, () -> bans.lift(address, clock.instant()));
  }

  /** Asks for a place in the window. */
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

  /** Attempts before it do not count any more. */
  private Instant endOfLastBan(String address, Instant now) {
    Optional<BanRepository.Entry> last = bans.find(address);
    if (last.isPresent() && last.get().ban().holds(now)) {
      throw blocked(last.get().ban());
    }
    return last.map(BanRepository.Entry::ends).orElse(Instant.EPOCH);
  }

  /** So many wait and no more: those who do hold places that others need for answers. */
  private void rest(long millis, long giveUp) {
    if (System.nanoTime() >= giveUp || !waiting.tryAcquire()) {
      throw ApiError.busy(
              ErrorCode.ATTEMPTS_IN_PROGRESS,
              "other attempts from this address are being verified",
              1)
          .exception();
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

  /** The answer of the store; where it gives none, nobody is judged. */
  private static <T> T counted(Supplier<T> work) {
    try {
      return work.get();
    } catch (ApiException refused) {
      throw refused;
    } catch (RuntimeException e) {
      throw ApiError.busy(
              ErrorCode.ATTEMPTS_UNAVAILABLE,
              "attempts cannot be counted at the moment, so none is verified",
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
