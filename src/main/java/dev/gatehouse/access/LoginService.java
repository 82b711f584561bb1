package dev.gatehouse.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.bus.Role;
import dev.gatehouse.gate.Ban;
import dev.gatehouse.gate.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The judge of codes: lets in, counts those who guess, and bans them. */
final class LoginService {
  private static final Logger LOG = LoggerFactory.getLogger(LoginService.class);
  private static final String GUESSING = "failed attempts";

  private final Attempts attempts;
  private final BanRepository bans;
  private final CodeRepository codes;
  private final PermanentCode permanentCode;
  private final Tokens tokens;
  private final GateView view;
  private final InstantSource clock;

  LoginService(
      Attempts attempts,
      BanRepository bans,
      CodeRepository codes,
      PermanentCode permanentCode,
      Tokens tokens,
      GateView view,
      InstantSource clock) {
    this.attempts = attempts;
    this.bans = bans;
    this.codes = codes;
    this.permanentCode = permanentCode;
    this.tokens = tokens;
    this.view = view;
    this.clock = clock;
  }

  private record Admission(boolean success, String token) {}

  private record Refusal(
      boolean success, String message, String error, boolean banned, int attemptsRemaining) {}

  /** Sells a token for the daily or the permanent code. */
  Answer validate(Call call, String code) {
    Instant now = clock.instant();
    Optional<Attempts.Reservation> reservation = reserve(call.caller(), now);
    // Both are always compared, so that the time taken tells nothing.
    boolean visitor = codes.opens(code, now);
    boolean operator = permanentCode.matches(code);
    if (!visitor && !operator) {
      return refuse(call, reservation);
    }
    if (operator) {
      attempts.clear(call.caller().address());
    } else {
      reservation.ifPresent(attempts::giveBack);
    }
    String token =
        operator
            ? tokens.issue("owner", Role.OPERATOR)
            : tokens.issue("visitor-" + DailyCodes.day(now), Role.VISITOR);
    return Answer.ok(new Admission(true, token));
  }

  /** Counts a wrong key or a forged token that http has met. */
  Answer failedAttempt(Call call) {
    return refuse(call, reserve(call.caller(), clock.instant()));
  }

  Ban ban(String address, String reason, int count, Duration length) {
    Ban ban = bans.ban(address, reason, count, length, clock.instant());
    view.banned(ban);
    LOG.warn("address={} is blocked until {}: {}", address, ban.until(), reason);
    return ban;
  }

  /** Frees an address and clears its count; whether it was blocked. */
  boolean unban(String address, Instant now) {
    boolean was = bans.lift(address, now);
    attempts.clear(address);
    view.freed(address);
    return was;
  }

  List<Ban> bans(Instant now) {
    return bans.current(now);
  }

  /** Empty for an address that is never banned; its attempts are limited by the rate alone. */
  private Optional<Attempts.Reservation> reserve(Caller caller, Instant now) {
    if (!caller.bannable()) {
      return Optional.empty();
    }
    Optional<BanRepository.Entry> last = bans.find(caller.address());
    if (last.isPresent() && last.get().ban().holds(now)) {
      throw blocked();
    }
    Instant notBefore = last.map(BanRepository.Entry::until).orElse(Instant.EPOCH);
    Optional<Attempts.Reservation> place = attempts.reserve(caller.address(), now, notBefore);
    if (place.isEmpty()) {
      ban(caller.address(), GUESSING, attempts.maxAttempts(), null);
      throw blocked();
    }
    return place;
  }

  private Answer refuse(Call call, Optional<Attempts.Reservation> reservation) {
    LOG.warn("authentication failed address={}", call.caller().address());
    int remaining = reservation.map(Attempts.Reservation::remaining).orElse(attempts.maxAttempts());
    boolean banned = remaining == 0;
    if (banned) {
      ban(call.caller().address(), GUESSING, attempts.maxAttempts(), null);
    }
    String message = "the code opens nothing";
    return Answer.of(401, new Refusal(false, message, message, banned, remaining));
  }

  private static dev.gatehouse.bus.FailureException blocked() {
    return Failure.of(403, "this address is blocked").exception();
  }
}
