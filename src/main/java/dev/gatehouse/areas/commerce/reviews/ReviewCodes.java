package dev.gatehouse.areas.commerce.reviews;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.HourlyPlaces;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Codes that verify the email addresses of authors. A code is valid for one address and product,
 * for 15 minutes and five tries. A new code replaces the earlier one. A try is counted before the
 * check, so that concurrent requests cannot exceed the limit. A correct try is not counted. A
 * mailbox gets at most five codes in any hour, over all callers and products.
 */
final class ReviewCodes {
  static final Duration LIFETIME = Duration.ofMinutes(15);
  private static final int MAX_TRIES = 5;
  private static final int MAX_MAILS = 5;
  private static final int CODES = 1_000_000;
  private static final int ID_BYTES = 16;
  private static final String EXPIRES = "expiresAt";
  private static final String TRIES = "tries";

  private final DocumentCollection<Code> codes;
  private final HourlyPlaces places;
  private final RandomGenerator random;
  private final InstantSource clock;

  /**
   * @param id of the address and the product
   */
  private record Code(String id, String code, int tries, Instant expiresAt) {}

  ReviewCodes(
      Documents documents, HourlyPlaces places, RandomGenerator random, InstantSource clock) {
    this.codes = documents.collection("reviewCodes", Code.class, by(EXPIRES));
    this.places = places;
    this.random = random;
    this.clock = clock;
  }

  /** Returns a new code; empty if the mailbox has reached its limit for this hour. */
  Optional<String> make(String email, String productId) {
    if (!places.take(Sha256.hex(MailText.mailbox(email), ID_BYTES), MAX_MAILS)) {
      return Optional.empty();
    }
    String code = String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
    String id = id(email, productId);
    codes.save(new Code(id, code, 0, clock.instant().plus(LIFETIME)), id);
    return Optional.of(code);
  }

  /**
   * Returns whether a code is correct. Returns false if its tries are used up or it has expired.
   */
  boolean isRight(String email, String productId, String code) {
    String id = id(email, productId);
    Optional<Code> known =
        codes.update(
            where("_id")
                .is(id)
                .and(TRIES)
                .before(MAX_TRIES)
                .and(EXPIRES)
                .after(clock.instant())
                .json(),
            tries(1));
    if (known.isEmpty() || !same(known.get().code(), code)) {
      return false;
    }
    codes.update(where("_id").is(id).and("code").is(code).and(TRIES).after(0).json(), tries(-1));
    return true;
  }

  private static JsonObject tries(int more) {
    return new JsonObject().put("$inc", new JsonObject().put(TRIES, more));
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  void deleteExpired(Age age) {
    codes.delete(where(EXPIRES).olderThan(age).json());
    places.deleteExpired(age);
  }

  private static String id(String email, String productId) {
    return Sha256.hex(email + '\n' + productId, ID_BYTES);
  }
}
