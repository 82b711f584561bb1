package dev.gatehouse.areas.access;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.bus.Role;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.security.TokenClaims;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.settings.AccessSettings;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's valid tokens: records sign-ins, lists and revokes them. */
final class Sessions {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
  private static final String EXPIRES = "expiresAt";
  private static final Query.Order NEWEST_FIRST = by("createdAt").down().then("_id");
  private static final int MAX_PROGRAM = 500;

  private final DocumentCollection<Session> sessions;
  private final Tokens tokenIssuer;
  private final TokenRepository tokens;
  private final SecurityStateSync securityState;
  private final AccessSettings.SessionTimes settings;
  private final InstantSource clock;

  /**
   * A sign-in.
   *
   * @param id the token's id, which is no secret
   * @param program the client's description of itself
   * @param passkey ID of the passkey that was used; null for the code
   * @param remembered whether it lasts longer than {@link Tokens#LIFETIME}; null for false
   */
  record Session(
      String id,
      String address,
      String program,
      String passkey,
      Boolean remembered,
      Instant createdAt,
      Instant expiresAt) {}

  Sessions(
      Documents documents,
      Tokens tokenIssuer,
      TokenRepository tokens,
      SecurityStateSync securityState,
      AccessSettings.SessionTimes settings,
      InstantSource clock) {
    this.sessions = documents.collection("sessions", Session.class, NEWEST_FIRST, by(EXPIRES));
    this.tokenIssuer = tokenIssuer;
    this.tokens = tokens;
    this.settings = settings;
    this.securityState = securityState;
    this.clock = clock;
  }

  record SessionList(
      boolean success, List<ListedSession> sessions, PageOrder.Pagination pagination) {}

  /**
   * @param method {@code code} or {@code passkey}
   * @param current whether the request uses this session's token
   */
  record ListedSession(
      String id,
      String address,
      String userAgent,
      String method,
      boolean remembered,
      Instant createdAt,
      Instant expiresAt,
      boolean current) {}

  /**
   * Issues the owner's token and records the sign-in. A store that cannot record it must not
   * prevent a sign-in with the code.
   *
   * @param passkey ID of the passkey that was used; empty for the code
   * @param remember whether the session lasts longer
   */
  String begin(Call call, String passkey, boolean remember) {
    Duration lifetime = remember ? settings.rememberFor() : Tokens.LIFETIME;
    String token = tokenIssuer.issue("owner", Role.OPERATOR, lifetime, settings.stepUpAfter());
    return recorded(call, token, passkey, remember);
  }

  /** Issues a token for a program, which needs no further sign-in, and records the sign-in. */
  String begin(Call call) {
    return recorded(call, tokenIssuer.issue("owner", Role.OPERATOR), "", false);
  }

  private String recorded(Call call, String token, String passkey, boolean remember) {
    if (tokenIssuer.verify(token) instanceof Tokens.Verification.Valid issued) {
      try {
        record(call, issued.claims(), PlainText.emptyToNull(passkey), remember);
      } catch (RuntimeException away) {
        // A deleted passkey and a new code end these sessions, and must find them.
        if (remember || !passkey.isEmpty()) {
          throw away;
        }
        LOG.warn("session not recorded: problem={}", away.toString());
      }
    }
    return token;
  }

  private void record(Call call, TokenClaims token, String passkey, boolean remember) {
    String program = Objects.requireNonNullElse(call.text("User-Agent"), "");
    sessions.insert(
        new Session(
            token.id(),
            call.caller().address(),
            program.substring(0, Math.min(program.length(), MAX_PROGRAM)),
            passkey,
            remember,
            clock.instant(),
            token.expiry()));
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
        session.passkey() == null ? "code" : "passkey",
        Boolean.TRUE.equals(session.remembered()),
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

  /** Revokes a token that this node has issued. */
  void end(String token) {
    if (tokenIssuer.verify(token) instanceof Tokens.Verification.Valid issued) {
      end(issued.claims().id(), issued.claims().expiry());
    }
  }

  /** Revokes a token on all nodes, then removes it from the list. */
  private void end(String token, Instant expiry) {
    securityState.ending(
        Kind.TOKEN,
        token,
        () -> tokens.revoke(token, expiry),
        gate -> gate.revocations().revoke(token, expiry));
    sessions.delete(Query.id(token));
  }

  /**
   * Revokes the sessions that a passkey has started, and returns their number.
   *
   * @param except token ID of a session that continues
   */
  int endAll(String passkey, String except) {
    return endAll(where("passkey").is(passkey).json(), except);
  }

  /** Revokes all remembered sessions. */
  void endRemembered() {
    endAll(where("remembered").is(true).json(), "");
  }

  private int endAll(JsonObject query, String except) {
    List<Session> ended =
        sessions.find(query, Query.all(), 0, 0).stream()
            .filter(session -> !session.id().equals(except))
            .toList();
    ended.forEach(session -> end(session.id(), session.expiresAt()));
    return ended.size();
  }

  void deleteExpired(Age over) {
    sessions.delete(where(EXPIRES).olderThan(over).json());
  }
}
