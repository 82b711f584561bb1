package dev.gatehouse.areas.access;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.PermanentCodeText;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.security.OwnerCode;
import java.time.Instant;
import java.time.InstantSource;

/** Operations on the daily code and on the owner's permanent code. */
record CodeOperations(
    CodeRepository codes, OwnerCode permanent, Sessions sessions, InstantSource clock) {
  record CodeOfDay(boolean success, String code, String date) {}

  Answer current(Call call) {
    Instant now = clock.instant();
    return Answer.ok(new CodeOfDay(true, codes.current(now), codes.day(now).toString()));
  }

  Answer reissue(Call call) {
    Instant now = clock.instant();
    return Answer.ok(new CodeOfDay(true, codes.reissue(now), codes.day(now).toString()));
  }

  /**
   * Replaces the generated permanent code, for the command line, and then ends the remembered
   * sessions. If that fails, the command can be repeated.
   */
  PermanentCodeText resetPermanent(Call call, Nothing nothing) {
    String code = permanent.reset();
    sessions.endRemembered();
    return new PermanentCodeText(code);
  }

  Answer use(Call call, UseCodeRequest use) {
    return switch (codes.use(use.code(), use.usedBy(), clock.instant())) {
      case DONE -> Answer.ok(new Done(true, "the code is marked as used"));
      case WRONG ->
          throw ApiException.of(ErrorCode.CODE_NOT_CURRENT, "the code is not today's code");
      case USED_BEFORE ->
          throw ApiException.of(ErrorCode.CODE_ALREADY_USED, "the code has been used before");
    };
  }

  Answer validate(Call call, CodeRequest asked) {
    boolean opens = codes.opens(asked.code(), clock.instant());
    return Answer.ok(
        new Done(
            opens, opens ? "the code is valid" : "the code is wrong, expired or already used"));
  }

  /** Request with a code to verify. */
  record CodeRequest(String code) {}

  /** Request to use the daily code. */
  record UseCodeRequest(String code, String usedBy) {}
}
