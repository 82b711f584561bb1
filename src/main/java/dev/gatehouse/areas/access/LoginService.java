package dev.gatehouse.areas.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Role;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.AttemptOutcome;
import dev.gatehouse.messages.AccessMessages.CountedAttempt;
import dev.gatehouse.messages.AccessMessages.CredentialStatus;
import dev.gatehouse.messages.AccessMessages.PresentedKey;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.CodeChecker;
import dev.gatehouse.security.Tokens;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Verifies presented codes, issues tokens and counts failed attempts. */
final class LoginService {
  private static final String INVALID = "invalid code";

  private final Lockout lockout;
  private final CodeRepository codes;
  private final KeyRepository keys;
  private final CodeChecker permanentCode;
  private final Tokens tokens;
  private final InstantSource clock;

  LoginService(
      Lockout lockout,
      CodeRepository codes,
      KeyRepository keys,
      CodeChecker permanentCode,
      Tokens tokens,
      InstantSource clock) {
    this.lockout = lockout;
    this.codes = codes;
    this.keys = keys;
    this.permanentCode = permanentCode;
    this.tokens = tokens;
    this.clock = clock;
  }

  record Admission(boolean success, String token) {}

  private record Refusal(
      boolean success,
      String message,
      String error,
      ErrorCode code,
      boolean banned,
      int attemptsRemaining) {
    static Refusal of(int left) {
      return new Refusal(false, INVALID, INVALID, ErrorCode.CODE_INVALID, left == 0, left);
    }
  }

  /** Issues a token for the daily or the permanent code. */
  Answer validate(Call call, CodeRequest shown) {
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    return switch (verify(call, shown.code(), reserved)) {
      case OPERATOR -> {
        lockout.clear(call);
        yield Answer.ok(new Admission(true, tokens.issue("owner", Role.OPERATOR)));
      }
      case VISITOR -> {
        lockout.giveBack(reserved);
        String subject = "visitor-" + DailyCodes.day(clock.instant());
        yield Answer.ok(new Admission(true, tokens.issue(subject, Role.VISITOR)));
      }
      case NOBODY -> {
        int left = lockout.failed(call, reserved);
        yield Answer.of(401, Refusal.of(left));
      }
    };
  }

  private Role verify(Call call, String code, Optional<Attempts.Reserved> reserved) {
    return verified(
        reserved,
        () -> {
          // Both comparisons are made before a rejection, so that timing reveals nothing.
          if (codes.opens(code, clock.instant())) {
            return Role.VISITOR;
          }
          return permanentCode.matches(code, call.deadline().remaining())
              ? Role.OPERATOR
              : Role.NOBODY;
        });
  }

  /** Releases the attempt if it could not be verified. */
  private <T> T verified(Optional<Attempts.Reserved> reserved, Supplier<T> judgement) {
    try {
      return judgement.get();
    } catch (RuntimeException unjudged) {
      lockout.giveBack(reserved);
      throw unjudged;
    }
  }

  /**
   * Counts a wrong key or a forged token that http received. A key that another node has created
   * since the caller's check is not a failure; the reply then contains the key.
   */
  AttemptOutcome failedAttempt(Call call, PresentedKey presented) {
    List<String> hashes = presented.keyHashes();
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    Optional<ApiKey> made =
        hashes == null ? Optional.empty() : verified(reserved, () -> keys.byHash(hashes));
    if (made.isPresent()) {
      lockout.giveBack(reserved);
      return new AttemptOutcome(
          null, new CredentialStatus(false, KeyOperations.stored(made.get())));
    }
    int left = lockout.failed(call, reserved);
    return new AttemptOutcome(new CountedAttempt(false, INVALID, INVALID, left == 0, left), null);
  }
}
