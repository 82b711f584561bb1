package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.SignedLinks;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.time.Age;

/**
 * Challenges that authenticators sign. A challenge is a signed text, so that any node can verify it
 * and strangers cannot fill the store with challenges. Only used challenges are stored, so that
 * each is used once.
 */
final class PasskeyChallenges {
  static final Duration LIFETIME = Duration.ofMinutes(5);

  private static final int ID_BYTES = 16;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SignedLinks signedLinks;
  private final DocumentCollection<UsedChallenge> used;
  private final SecureRandom random;
  private final InstantSource clock;

  /** Action that a challenge permits. */
  enum Purpose {
    ADD("access.addPasskey"),
    SIGN_IN("access.signIn");

    private final String text;

    Purpose(String text) {
      this.text = text;
    }
  }

  /** A valid challenge that a client has presented. */
  record Challenge(String id, byte[] bytes) {}

  /**
   * A challenge that was used.
   *
   * @param by makes each use a different document, so that after an unknown outcome no use is
   *     mistaken for another
   */
  record UsedChallenge(String id, String by, Instant expiresAt) {}

  /** The part of the client data that is read before its verification. */
  private record ClientData(String challenge) {}

  PasskeyChallenges(
      Documents documents, SignedLinks signedLinks, SecureRandom random, InstantSource clock) {
    this.used = documents.collection("usedChallenges", UsedChallenge.class, by("expiresAt"));
    this.signedLinks = signedLinks;
    this.random = random;
    this.clock = clock;
  }

  /** Returns a new challenge in base64url. */
  String create(Purpose purpose) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    Instant until = clock.instant().plus(LIFETIME);
    String signed = signedLinks.token(purpose.text, ENCODER.encodeToString(id), until);
    return ENCODER.encodeToString(signed.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns the challenge that a client data object contains.
   *
   * @param clientData in base64url
   * @throws ApiException 400 if the challenge is invalid, expired or for another purpose
   */
  Challenge read(Purpose purpose, String clientData) {
    try {
      Base64.Decoder decoder = Base64.getUrlDecoder();
      ClientData data = Json.decode(decoder.decode(clientData), ClientData.class);
      boolean empty = data == null || data.challenge() == null;
      byte[] bytes = decoder.decode(empty ? "" : data.challenge());
      Optional<String> id =
          signedLinks.id(purpose.text, new String(bytes, StandardCharsets.US_ASCII));
      return new Challenge(id.orElseThrow(PasskeyChallenges::over), bytes);
    } catch (IllegalArgumentException | UncheckedIOException malformed) {
      throw over();
    }
  }

  /** Uses a challenge. Of concurrent callers on all nodes, only one succeeds. */
  void use(Challenge challenge) {
    try {
      Instant until = clock.instant().plus(LIFETIME);
      used.insert(new UsedChallenge(challenge.id(), used.newId(), until));
    } catch (DuplicateKeyException usedBefore) {
      throw over();
    }
  }

  private static ApiException over() {
    return ApiException.of(
        ErrorCode.CHALLENGE_EXPIRED, "the challenge is invalid, expired or used; start again");
  }

  void deleteExpired(Age over) {
    used.delete(where("expiresAt").olderThan(over).json());
  }
}
