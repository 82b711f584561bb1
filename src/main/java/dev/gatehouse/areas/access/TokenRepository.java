package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.Caller;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/** Stores revoked tokens until they expire, and tickets until they are used. */
final class TokenRepository {
  private static final Duration TICKET_LIFETIME = Duration.ofSeconds(30);
  private static final int TICKET_BYTES = 24;

  private final DocumentCollection<Revocation> revocations;
  private final DocumentCollection<Ticket> tickets;
  private final SecureRandom random;

  record Revocation(String id, Instant expiresAt) {}

  /**
   * An issued ticket.
   *
   * @param id the ticket's hash
   */
  record Ticket(String id, Caller caller, Instant expiresAt) {}

  TokenRepository(Documents documents, SecureRandom random) {
    this.revocations = documents.collection("revocations", Revocation.class, Query.by("expiresAt"));
    this.tickets = documents.collection("tickets", Ticket.class, Query.by("expiresAt"));
    this.random = random;
  }

  /** Revokes a token. Returns whether it was not revoked before. */
  boolean revoke(String tokenId, Instant expiry) {
    try {
      revocations.insert(new Revocation(tokenId, expiry));
      return true;
    } catch (DuplicateKeyException revokedBefore) {
      return false;
    }
  }

  /** Returns the expiry times of the revoked tokens among these ids. */
  Map<String, Instant> expiries(List<String> tokenIds) {
    return revocations.find(where("_id").in(tokenIds).json(), Query.all(), 0, 0).stream()
        .collect(Collectors.toMap(Revocation::id, Revocation::expiresAt));
  }

  boolean revoked(String tokenId) {
    return revocations.find(tokenId).isPresent();
  }

  /**
   * Passes every revoked token and its expiry to a reader. Includes those that have expired by the
   * clock, because the clock may be wrong.
   */
  void each(BiConsumer<String, Instant> reader) {
    revocations
        .all(Revocation::id)
        .forEach(revocation -> reader.accept(revocation.id(), revocation.expiresAt()));
  }

  /** Creates a ticket, to be shown once. */
  String ticket(Caller caller, Instant now) {
    byte[] bytes = new byte[TICKET_BYTES];
    random.nextBytes(bytes);
    String ticket = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    tickets.insert(new Ticket(ApiKey.hash(ticket), caller, now.plus(TICKET_LIFETIME)));
    return ticket;
  }

  /** Redeems a ticket. Of concurrent calls, only one gets the caller. */
  Optional<Caller> redeem(String ticket, Instant now) {
    JsonObject alive = where("_id").is(ApiKey.hash(ticket)).and("expiresAt").after(now).json();
    return tickets.take(alive).map(Ticket::caller);
  }

  void deleteExpired(Age over) {
    JsonObject expired = where("expiresAt").olderThan(over).json();
    revocations.delete(expired);
    tickets.delete(expired);
  }
}
