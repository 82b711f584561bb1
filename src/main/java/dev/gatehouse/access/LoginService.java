package dev.gatehouse.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Role;
import dev.gatehouse.gate.Tokens;
import java.time.InstantSource;
import java.util.Optional;

/** The place where codes are shown: lets in who has one, and counts those who guess. */
final class LoginService {
  private static final String NOTHING = "the code opens nothing";

  private final Lockout lockout;
  private final CodeRepository codes;
  private final CodeChecker permanentCode;
  private final Tokens tokens;
  private final InstantSource clock;

  LoginService(
      Lockout lockout,
      CodeRepository codes,
      CodeChecker permanentCode,
      Tokens tokens,
      InstantSource clock) {
    this.lockout = lockout;
    this.codes = codes;
    this.permanentCode = permanentCode;
    this.tokens = tokens;
    this.clock = clock;
  }

  record Admission(boolean success, String token) {}

  private record Refusal(
      boolean success, String message, String error, boolean banned, int attemptsRemaining) {}

  /** Sells a token for the daily or the permanent code. */
  Answer validate(Call call, CodeRequest shown) {
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    return switch (judge(call, shown.code(), reserved)) {
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
        yield Answer.of(401, new Refusal(false, NOTHING, NOTHING, left == 0, left));
      }
    };
  }

  /** An attempt that could not be judged was none. */
  private Role judge(Call call, String code, Optional<Attempts.Reserved> reserved) {
    try {
      // Whoever is refused has waited for both comparisons, so that the time taken tells nothing.
      if (codes.opens(code, clock.instant())) {
        return Role.VISITOR;
      }
      return permanentCode.matches(code, call.deadline().remaining()) ? Role.OPERATOR : Role.NOBODY;
    } catch (RuntimeException unjudged) {
      lockout.giveBack(reserved);
      throw unjudged;
    }
  }

  /** Counts a wrong key or a forged token that http has met. */
  Answer failedAttempt(Call call) {
    int left = lockout.failed(call, lockout.reserve(call));
    return Answer.of(401, new Refusal(false, NOTHING, NOTHING, left == 0, left));
  }
}
