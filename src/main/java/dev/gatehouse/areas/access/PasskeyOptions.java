package dev.gatehouse.areas.access;

import dev.gatehouse.areas.access.PasskeyRepository.Passkey;
import dev.gatehouse.areas.access.PasskeyVerifier.RelyingParty;
import java.util.List;

/** Options for browsers in the JSON forms of the Web Authentication standard. */
final class PasskeyOptions {
  private static final String KEY = "public-key";
  private static final String REQUIRED = "required";
  private static final String NAME = "Gatehouse";

  /** The only user, in base64url. */
  private static final String OWNER = "b3duZXI";

  private PasskeyOptions() {}

  record PasskeyRelyingParty(String id, String name) {}

  record PasskeyUser(String id, String name, String displayName) {}

  record PasskeyAlgorithm(String type, int alg) {}

  record PasskeyDescriptor(String type, String id, List<String> transports) {}

  record PasskeyAuthenticator(
      String residentKey, boolean requireResidentKey, String userVerification) {}

  record PasskeyCreationOptions(
      PasskeyRelyingParty rp,
      PasskeyUser user,
      String challenge,
      int timeout,
      List<PasskeyDescriptor> excludeCredentials,
      List<PasskeyAlgorithm> pubKeyCredParams,
      PasskeyAuthenticator authenticatorSelection,
      String attestation) {}

  record PasskeyRequestOptions(
      String challenge, String rpId, int timeout, String userVerification) {}

  /**
   * @param known passkeys whose authenticators must not create another
   */
  static PasskeyCreationOptions creation(
      RelyingParty party, String challenge, List<Passkey> known) {
    return new PasskeyCreationOptions(
        new PasskeyRelyingParty(party.id(), NAME),
        new PasskeyUser(OWNER, "owner", "Owner"),
        challenge,
        timeout(),
        known.stream()
            .map(Passkey::credential)
            .map(one -> new PasskeyDescriptor(KEY, one.credentialId(), one.transports()))
            .toList(),
        PasskeyVerifier.ALGORITHMS.stream().map(id -> new PasskeyAlgorithm(KEY, id)).toList(),
        new PasskeyAuthenticator(REQUIRED, true, REQUIRED),
        "none");
  }

  static PasskeyRequestOptions request(RelyingParty party, String challenge) {
    return new PasskeyRequestOptions(challenge, party.id(), timeout(), REQUIRED);
  }

  private static int timeout() {
    return (int) PasskeyChallenges.LIFETIME.toMillis();
  }
}
