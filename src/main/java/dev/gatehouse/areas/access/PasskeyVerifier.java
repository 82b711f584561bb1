package dev.gatehouse.areas.access;

import module java.base;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import dev.gatehouse.areas.access.PasskeyLogin.PasskeySignInRequest;
import dev.gatehouse.areas.access.PasskeyOperations.AddPasskeyRequest;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies responses of authenticators with WebAuthn4J. The user must be present and verified. An
 * attestation is not required and not verified.
 */
final class PasskeyVerifier {
  /** Accepted algorithms in order of preference: ES256, Ed25519, RS256. */
  static final List<Integer> ALGORITHMS = List.of(-7, -8, -257);

  private static final Logger LOG = LoggerFactory.getLogger(PasskeyVerifier.class);

  private PasskeyVerifier() {}

  /** The library. Its classes are loaded at the first use of a passkey. */
  private static final class Library {
    static final ObjectConverter FORMATS = new ObjectConverter();
    static final AttestedCredentialDataConverter KEYS =
        new AttestedCredentialDataConverter(FORMATS);
    static final WebAuthnManager MANAGER = WebAuthnManager.createNonStrictWebAuthnManager(FORMATS);
  }

  /**
   * Registered credential of an authenticator.
   *
   * @param credentialId in base64url
   * @param key ID and public key as the authenticator returned them, in base64url
   * @param counter number of signatures; always 0 for synced credentials
   * @param synced whether the credential can be copied to other devices
   * @param transports ways to reach the authenticator
   */
  record Credential(
      String credentialId, String key, long counter, boolean synced, List<String> transports) {}

  /** Returns the new credential; empty if the response is invalid. */
  static Optional<Credential> register(
      RelyingParty party, PasskeyChallenges.Challenge challenge, AddPasskeyRequest response) {
    return valid(() -> {
      var request =
          new RegistrationRequest(
              bytes(response.attestationObject()), bytes(response.clientDataJSON()));
      var algorithms =
          ALGORITHMS.stream()
              .map(id ->
                  new PublicKeyCredentialParameters(
                      PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.create(id)))
              .toList();
      var parameters = new RegistrationParameters(server(party, challenge), algorithms, true, true);
      var data =
          Library.MANAGER.verify(request, parameters).getAttestationObject().getAuthenticatorData();
      var key = data.getAttestedCredentialData();
      Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
      return new Credential(
          encoder.encodeToString(key.getCredentialId()),
          encoder.encodeToString(Library.KEYS.convert(key)),
          data.getSignCount(),
          data.isFlagBE(),
          Objects.requireNonNullElse(response.transports(), List.of()));
    });
  }

  /** Returns the new value of the signature counter; empty if the response is invalid. */
  static Optional<Long> verify(
      RelyingParty party,
      PasskeyChallenges.Challenge challenge,
      Credential credential,
      PasskeySignInRequest response) {
    return valid(() -> {
      byte[] id = bytes(credential.credentialId());
      var known =
          new CredentialRecordImpl(
              new NoneAttestationStatement(),
              true,
              credential.synced(),
              credential.synced(),
              credential.counter(),
              Library.KEYS.convert(bytes(credential.key())),
              null,
              null,
              null,
              Set.of());
      var request =
          new AuthenticationRequest(
              id,
              bytes(response.authenticatorData()),
              bytes(response.clientDataJSON()),
              bytes(response.signature()));
      var parameters =
          new AuthenticationParameters(server(party, challenge), known, List.of(id), true, true);
      return Library.MANAGER.verify(request, parameters).getAuthenticatorData().getSignCount();
    });
  }

  private static ServerProperty server(RelyingParty party, PasskeyChallenges.Challenge challenge) {
    return ServerProperty.builder()
        .origin(Origin.create(party.origin()))
        .rpId(party.id())
        .challenge(new DefaultChallenge(challenge.bytes()))
        .build();
  }

  /** Runs a verification, which throws for invalid data, and has various exceptions for them. */
  private static <T> Optional<T> valid(Supplier<T> verification) {
    try {
      return Optional.of(verification.get());
    } catch (RuntimeException invalid) {
      // Messages can contain texts of the client.
      LOG.info("passkey rejected: problem={}", invalid.getClass().getSimpleName());
      return Optional.empty();
    }
  }

  private static byte[] bytes(String base64url) {
    return Base64.getUrlDecoder().decode(base64url);
  }

  /**
   * The address for which browsers store passkeys.
   *
   * @param id host name
   * @param origin scheme, host and port
   * @param problem why there can be no passkeys; empty if there can
   */
  record RelyingParty(String id, String origin, String problem) {
    private static final String LOCAL = "localhost";

    /**
     * Returns the relying party of a service.
     *
     * @param publicUrl of the service; empty if not configured
     * @param requested URL that the client requested. It counts only for localhost, because clients
     *     choose it.
     */
    static RelyingParty of(String publicUrl, String requested) {
      String scheme;
      String host;
      int port;
      try {
        URI address = new URI(PlainText.defaultIfEmpty(publicUrl, requested));
        scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
        port = address.getPort();
      } catch (URISyntaxException e) {
        return none("the address of this service has no valid host name");
      }
      if (publicUrl.isEmpty() && !host.equals(LOCAL)) {
        return none("passkeys need the setting public.url, or http://localhost");
      }
      if (!host.matches("([a-z0-9-]+\\.)*[a-z0-9-]*[a-z][a-z0-9-]*")) {
        return none("passkeys need a host name in public.url, not an IP address");
      }
      if (!scheme.equals("https") && !host.equals(LOCAL)) {
        return none("passkeys need https in public.url");
      }
      boolean usual = port < 0 || port == (scheme.equals("https") ? 443 : 80);
      return new RelyingParty(host, scheme + "://" + host + (usual ? "" : ":" + port), "");
    }

    private static RelyingParty none(String problem) {
      return new RelyingParty("", "", problem);
    }

    /** Returns this if there can be passkeys. */
    RelyingParty available() {
      if (!problem.isEmpty()) {
        throw ApiException.of(ErrorCode.PASSKEYS_UNAVAILABLE, problem);
      }
      return this;
    }
  }
}
