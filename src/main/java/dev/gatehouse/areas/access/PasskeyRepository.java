package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import io.vertx.core.json.JsonObject;

/** Stores passkeys: public keys, which are no secrets. */
final class PasskeyRepository {
  static final int MAX = 20;

  private static final int ID_BYTES = 16;
  private static final String COUNTER = "counter";
  private static final String CREATED = "createdAt";

  private final DocumentCollection<Passkey> passkeys;

  /**
   * A passkey of the owner.
   *
   * @param id derived from the credential's ID
   * @param lastUsedAt null before the first sign-in
   */
  record Passkey(
      String id,
      String name,
      @JsonUnwrapped PasskeyVerifier.Credential credential,
      @JsonUnwrapped Source source,
      Instant createdAt,
      Instant lastUsedAt) {}

  /**
   * Place where a passkey was added.
   *
   * @param origin address of the console for which the browser stores it
   * @param address of the client; null if an older release stored the passkey
   */
  record Source(String origin, String address) {}

  PasskeyRepository(Documents documents) {
    this.passkeys = documents.collection("passkeys", Passkey.class);
  }

  static String id(String credentialId) {
    return Sha256.hex(credentialId, ID_BYTES);
  }

  /** Stores a new passkey. Returns false if there are {@link #MAX} already. */
  boolean add(Passkey passkey) {
    return passkeys.insert(passkey, passkey.id(), MAX);
  }

  /** Returns all passkeys, oldest first. */
  List<Passkey> list() {
    return passkeys.find(Query.all(), Query.by(CREATED).then("_id").json(), 0, MAX);
  }

  /** Selects the passkeys that were added since a time. */
  Selection<Passkey> since(Instant from) {
    return passkeys.select(where(CREATED).from(from).json(), Query.by(CREATED).then("_id").json());
  }

  Optional<Passkey> find(String id) {
    return passkeys.find(id);
  }

  /**
   * Records a use. Returns false if the passkey was deleted meanwhile, or if a later signature was
   * recorded before.
   *
   * @param counter of the authenticator, which counts signatures or returns 0 always
   */
  boolean use(String id, long counter, Instant now) {
    Query known = where("_id").is(id);
    JsonObject earlier =
        counter == 0 ? known.and(COUNTER).is(0L).json() : known.and(COUNTER).before(counter).json();
    JsonObject seen = new JsonObject().put(COUNTER, counter).put("lastUsedAt", Bson.time(now));
    return passkeys.update(earlier, new JsonObject().put("$set", seen)).isPresent();
  }

  /** Renames a passkey. Returns whether it exists. */
  boolean rename(String id, String name) {
    JsonObject change = new JsonObject().put("$set", new JsonObject().put("name", name));
    return passkeys.update(Query.id(id), change, made -> made.name().equals(name)).isPresent();
  }

  /** Deletes a passkey. Returns whether it existed. */
  boolean delete(String id) {
    return passkeys.delete(Query.id(id)) > 0;
  }
}
