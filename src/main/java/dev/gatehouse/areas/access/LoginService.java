package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.CodeOperations.CodeRequest;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Role;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.AttemptOutcome;
import dev.gatehouse.messages.AccessMessages.CountedAttempt;
import dev.gatehouse.messages.AccessMessages.CredentialStatus;
import dev.gatehouse.messages.AccessMessages.PresentedCode;
import dev.gatehouse.messages.AccessMessages.PresentedKey;
import dev.gatehouse.messages.AccessMessages.VerifiedCode;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.CodeChecker;
import dev.gatehouse.security.Tokens;

/** Verifies presented codes, issues tokens and counts failed attempts. */
record LoginService(
    Lockout lockout,
    Sessions sessions,
    CodeRepository codes,
    KeyRepository keys,
    CodeChecker permanentCode,
    Tokens tokens,
    InstantSource clock) {
  private static final String INVALID = "invalid code";

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
    return admit(call, shown.code(), () -> Optional.of(sessions.begin(call)));
  }

  /** Starts a session of the console, which can last longer. */
  Answer signIn(Call call, SignInRequest shown) {
    boolean remember = Boolean.TRUE.equals(shown.remember());
    return admit(call, shown.code(), () -> begin(call, shown.code(), remember));
  }

  /** Starts a session. Empty if the code was replaced meanwhile. */
  private Optional<String> begin(Call call, String code, boolean remember) {
    String token = sessions.begin(call, "", remember);
    // A reset before this look has not seen the session; a later one ends it.
    if (!remember || permanentCode.isRight(code)) {
      return Optional.of(token);
    }
    sessions.end(token);
    return Optional.empty();
  }

  private Answer admit(Call call, String code, Supplier<Optional<String>> session) {
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    return switch (verify(call, code, reserved)) {
      case OPERATOR -> {
        lockout.clear(call);
        yield session.get().map(LoginService::admitted).orElseGet(() -> refused(call, reserved));
      }
      case VISITOR -> {
        lockout.giveBack(reserved);
        yield admitted(tokens.issue(visitor(), Role.VISITOR));
      }
      case NOBODY -> refused(call, reserved);
    };
  }

  private static Answer admitted(String token) {
    return Answer.ok(new Admission(true, token));
  }

  private Answer refused(Call call, Optional<Attempts.Reserved> reserved) {
    return Answer.of(401, Refusal.of(lockout.failed(call, reserved)));
  }

  private String visitor() {
    return "visitor-" + codes.day(clock.instant());
  }

  /** Verifies a daily code for another area, as an attempt of the caller's address. */
  VerifiedCode verifyDaily(Call call, PresentedCode presented) {
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    if (lockout.verified(reserved, () -> codes.opens(presented.code(), clock.instant()))) {
      lockout.giveBack(reserved);
      return new VerifiedCode(visitor());
    }
    lockout.failed(call, reserved);
    return new VerifiedCode(null);
  }

  /**
   * Returns whether a call presents a code that is known to be right. Such calls precede a flood of
   * wrong codes. They are still verified as attempts.
   */
  boolean isRight(Call call) {
    return call.body() instanceof Map<?, ?> fields
        && fields.get("code") instanceof String code
        && (permanentCode.isRight(code) || codes.mayOpen(code, clock.instant()));
  }

  private Role verify(Call call, String code, Optional<Attempts.Reserved> reserved) {
    Verdict verdict =
        lockout.verified(
            reserved,
            () -> {
              // Both comparisons are made before a rejection, so that timing reveals nothing.
              if (codes.opens(code, clock.instant())) {
                return Verdict.DAILY;
              }
              return switch (permanentCode.check(code, sender(call))) {
                case RIGHT -> Verdict.PERMANENT;
                case WRONG -> Verdict.WRONG;
                case CROWDED -> Verdict.CROWDED;
              };
            });
    return switch (verdict) {
      case DAILY -> Role.VISITOR;
      case PERMANENT -> Role.OPERATOR;
      case WRONG -> Role.NOBODY;
      case CROWDED -> {
        // Otherwise a flood that fills the queue would never be banned.
        lockout.failed(call, reserved);
        throw CodeChecker.crowded().exception();
      }
    };
  }

  private enum Verdict {
    DAILY,
    PERMANENT,
    WRONG,
    CROWDED
  }

  private CodeChecker.Sender sender(Call call) {
    String address = call.caller().address();
    return new CodeChecker.Sender(
        call.caller().bannable() ? address : "", call.deadline().remaining());
  }

  /**
   * Counts a wrong key or a forged token that http received. A key that another node has created
   * since the caller's check is not a failure; the reply then contains the key.
   */
  AttemptOutcome failedAttempt(Call call, PresentedKey presented) {
    List<String> hashes = presented.keyHashes();
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    Optional<ApiKey> made = Optional.empty();
    if (hashes != null) {
      made = lockout.verified(reserved, () -> keys.byHash(hashes));
    }
    if (made.isPresent()) {
      lockout.giveBack(reserved);
      return new AttemptOutcome(
          null, new CredentialStatus(false, KeyOperations.stored(made.get())));
    }
    int left = lockout.failed(call, reserved);
    return new AttemptOutcome(new CountedAttempt(false, INVALID, INVALID, left == 0, left), null);
  }

  /**
   * Request to start a session with a code.
   *
   * @param remember whether the session lasts longer; null for false
   */
  record SignInRequest(String code, Boolean remember) {}
}
