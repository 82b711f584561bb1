package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.PresentedCode;

/** Daily codes that visitors enter, and the keys of their forms. */
record VisitorCodes(Dispatcher dispatcher, SecureRandom random) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int KEY_BYTES = 16;

  String newKey() {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
  }

  /**
   * Verifies a daily code. A wrong code counts as a failed attempt of the caller's address.
   *
   * @return the subject of the code, for its limit of meetings; empty if the code is wrong
   */
  Optional<String> verified(Call call, String code) {
    return Optional.ofNullable(
        dispatcher
            .ask(
                AccessMessages.VERIFY_CODE,
                new PresentedCode(code.strip()),
                call.origin(),
                PATIENCE)
            .subject());
  }
}
