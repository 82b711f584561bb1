package dev.gatehouse.areas.commerce.reviews;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.formats.Mailbox;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The codes by which authors prove their addresses. A code is good for one address and product, for
 * 15 minutes and five tries; a new one takes the place of the one before. A try is taken before it
 * is judged, so that no more are judged however many come at once, and the right one's is given
 * back. A mailbox gets five codes within any hour, whoever asks and for whatever product: each is a
 * place of its own in the documents, which is taken for an hour.
 */
final class ReviewCodes {
  static final Duration LIFETIME = Duration.ofMinutes(15);
  private static final int MAX_TRIES = 5;
  private static final int MAX_MAILS = 5;
  private static final Duration MAIL_WINDOW = Duration.ofHours(1);
  private static final int CODES = 1_000_000;
  private static final int ID_BYTES = 16;
  private static final String EXPIRES = "expiresAt";
  private static final String TRIES = "tries";
  private static final String ID = "_id";

  private final DocumentCollection<Code> codes;
  private final DocumentCollection<Place> places;
  private final RandomGenerator random;
  private final InstantSource clock;

  /**
   * @param id of the address and the product
   */
  private record Code(String id, String code, int tries, Instant expiresAt) {}

  /**
   * @param id of the mailbox, and a number
   */
  private record Place(String id, Instant expiresAt) {}

  ReviewCodes(Documents documents, RandomGenerator random, InstantSource clock) {
    this.codes = documents.collection("reviewCodes", Code.class);
    this.places = documents.collection("reviewMails", Place.class);
    this.random = random;
    this.clock = clock;
  }

  void prepare() {
    codes.index(by(EXPIRES).json(), new IndexOptions());
    places.index(by(EXPIRES).json(), new IndexOptions());
  }

  /** A new code, if the mailbox has not had its five of this hour. */
  Optional<String> make(String email, String productId) {
    if (!takePlace(Mailbox.of(email))) {
      return Optional.empty();
    }
    String code = String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
    String id = id(email, productId);
    codes.save(new Code(id, code, 0, clock.instant().plus(LIFETIME)), id);
    return Optional.of(code);
  }

  private boolean takePlace(String mailbox) {
    Instant now = clock.instant();
    for (int number = 0; number < MAX_MAILS; number++) {
      JsonObject free =
          where(ID).is(Sha256.hex(mailbox, ID_BYTES) + '-' + number).and(EXPIRES).until(now).json();
      JsonObject taken = new JsonObject().put(EXPIRES, Bson.time(now.plus(MAIL_WINDOW)));
      try {
        places.upsert(free, new JsonObject().put("$set", taken));
        return true;
      } catch (DuplicateKeyException full) {
        // The next one may be free.
      }
    }
    return false;
  }

  /** Judges a code; false also when the tries are used up or it is over. */
  boolean isRight(String email, String productId, String code) {
    String id = id(email, productId);
    Optional<Code> known =
        codes.update(
            where(ID)
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
    codes.update(where(ID).is(id).and("code").is(code).and(TRIES).after(0).json(), tries(-1));
    return true;
  }

  private static JsonObject tries(int more) {
    return new JsonObject().put("$inc", new JsonObject().put(TRIES, more));
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Forgets what is over; blocks. */
  void deleteOld() {
    JsonObject over = where(EXPIRES).until(clock.instant()).json();
    codes.delete(over);
    places.delete(over);
  }

  private static String id(String email, String productId) {
    return Sha256.hex(email + '\n' + productId, ID_BYTES);
  }
}
