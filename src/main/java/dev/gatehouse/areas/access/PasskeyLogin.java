package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.PasskeyChallenges.Challenge;
import dev.gatehouse.areas.access.PasskeyChallenges.Purpose;
import dev.gatehouse.areas.access.PasskeyRepository.Passkey;
import dev.gatehouse.areas.access.PasskeyVerifier.RelyingParty;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

/**
 * Issues tokens for signatures of passkeys. A wrong signature counts like a wrong code.
 *
 * @param publicUrl of the service; empty if not configured
 */
record PasskeyLogin(
    PasskeyRepository passkeys,
    PasskeyChallenges challenges,
    Lockout lockout,
    Sessions sessions,
    String publicUrl,
    InstantSource clock) {

  Map<String, Area.Handler> operations() {
    return Map.of(
        "access.passkeySignInOptions",
        Area.returning(PasskeyOptions.PasskeyRequestOptions.class, this::options),
        "access.passkeySignIn",
        Area.returning(LoginService.Admission.class, PasskeySignInRequest.class, this::signIn));
  }

  private RelyingParty party(Call call) {
    return RelyingParty.of(publicUrl, call.base()).available();
  }

  private Answer options(Call call) {
    return Answer.ok(PasskeyOptions.request(party(call), challenges.create(Purpose.SIGN_IN)));
  }

  private Answer signIn(Call call, PasskeySignInRequest shown) {
    RelyingParty party = party(call);
    Challenge challenge = challenges.read(Purpose.SIGN_IN, shown.clientDataJSON());
    Optional<Attempts.Reserved> reserved = lockout.reserve(call);
    Optional<Passkey> right = lockout.verified(reserved, () -> verify(party, challenge, shown));
    if (right.isEmpty()) {
      lockout.failed(call, reserved);
      throw wrong();
    }
    lockout.clear(call);
    boolean remember = Boolean.TRUE.equals(shown.remember());
    String token = sessions.begin(call, right.get().id(), remember);
    // A deletion before this look has not seen the session; a later one ends it.
    if (passkeys.find(right.get().id()).isEmpty()) {
      sessions.endAll(right.get().id(), "");
      throw wrong();
    }
    return Answer.ok(new LoginService.Admission(true, token));
  }

  private Optional<Passkey> verify(
      RelyingParty party, Challenge challenge, PasskeySignInRequest shown) {
    Optional<Passkey> known =
        passkeys
            .find(PasskeyRepository.id(shown.id()))
            .filter(passkey -> passkey.source().origin().equals(party.origin()));
    Optional<Long> counter =
        known.flatMap(one -> PasskeyVerifier.verify(party, challenge, one.credential(), shown));
    if (counter.isEmpty()) {
      return Optional.empty();
    }
    challenges.use(challenge);
    return known.filter(one -> passkeys.use(one.id(), counter.get(), clock.instant()));
  }

  private static ApiException wrong() {
    return ApiException.of(
        ErrorCode.PASSKEY_INVALID, "the passkey is not registered here, or its signature is wrong");
  }

  /**
   * Signature of a challenge by a passkey. All texts are in base64url.
   *
   * @param remember whether the session lasts longer; null for false
   */
  record PasskeySignInRequest(
      String id,
      String clientDataJSON,
      String authenticatorData,
      String signature,
      Boolean remember) {}
}
