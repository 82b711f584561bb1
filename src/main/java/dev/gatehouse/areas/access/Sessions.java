package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.security.TokenClaims;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's valid tokens: records sign-ins, lists and revokes them. */
final class Sessions {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
  private static final String EXPIRES = "expiresAt";
  private static final Query.Order NEWEST_FIRST = by("createdAt").down().then("_id");
  private static final int MAX_PROGRAM = 500;

  private final DocumentCollection<Session> sessions;
  private final TokenRepository tokens;
  private final SecurityStateSync view;
  private final InstantSource clock;

  /**
   * A sign-in.
   *
   * @param id the token's id, which is no secret
   * @param program the client's description of itself
   */
  record Session(String id, String address, String program, Instant createdAt, Instant expiresAt) {}

  Sessions(
      Documents documents, TokenRepository tokens, SecurityStateSync view, InstantSource clock) {
    this.sessions = documents.collection("sessions", Session.class, NEWEST_FIRST, by(EXPIRES));
    this.tokens = tokens;
    this.view = view;
    this.clock = clock;
  }

  record SessionList(
      boolean success, List<ListedSession> sessions, PageOrder.Pagination pagination) {}

  /**
   * @param current whether the request uses this session's token
   */
  record ListedSession(
      String id,
      String address,
      String userAgent,
      Instant createdAt,
      Instant expiresAt,
      boolean current) {}

  /** Records a sign-in. A store that cannot record it must not prevent the owner's sign-in. */
  void begun(Call call, TokenClaims token) {
    String program = call.text("User-Agent");
    String shown =
        program == null ? "" : program.substring(0, Math.min(program.length(), MAX_PROGRAM));
    try {
      sessions.insert(
          new Session(token.id(), call.caller().address(), shown, clock.instant(), token.expiry()));
    } catch (RuntimeException away) {
      LOG.warn("session not recorded: problem={}", away.toString());
    }
  }

  Answer list(Call call) {
    var valid = sessions.select(where(EXPIRES).after(clock.instant()).json(), NEWEST_FIRST.json());
    String current = call.caller().tokenId();
    var page = ListPage.of(call, valid, session -> shown(session, current));
    return Answer.ok(new SessionList(true, page.entries(), page.pagination()));
  }

  private static ListedSession shown(Session session, String current) {
    return new ListedSession(
        session.id(),
        session.address(),
        session.program(),
        session.createdAt(),
        session.expiresAt(),
        session.id().equals(current));
  }

  /** Revokes a token of the list. Repeating this is safe until the token has been revoked. */
  Answer revoke(Call call) {
    Session session =
        sessions
            .find(call.text("id"))
            .orElseThrow(() -> ApiException.of(ErrorCode.SESSION_NOT_FOUND, "session not found"));
    end(session.id(), session.expiresAt());
    return Done.answer("the session is revoked");
  }

  Answer logout(Call call) {
    if (call.caller().tokenId().isEmpty()) {
      throw ApiException.of(
          ErrorCode.TOKEN_REQUIRED,
          "only a token can be logged out; a key is revoked by the owner");
    }
    end(call.caller().tokenId(), Instant.ofEpochSecond(call.caller().tokenExpiry()));
    return Answer.ok(new Done(true, "the token is revoked"));
  }

  /** Revokes a token on all nodes, then removes it from the list. */
  private void end(String token, Instant expiry) {
    view.ending(
        Kind.TOKEN,
        token,
        () -> tokens.revoke(token, expiry),
        gate -> gate.revocations().revoke(token, expiry));
    sessions.delete(Query.id(token));
  }

  void deleteExpired(Age over) {
    sessions.delete(where(EXPIRES).olderThan(over).json());
  }
}
