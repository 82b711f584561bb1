package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.mongodb.MongoTimeoutException;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.Substitute;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node's responses to changes after which the store was unavailable. */
class SecurityStateSyncFaultsTest {
  private static final Instant LATER = GateSide.NOW.plus(GateSide.HOUR);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean away = new AtomicBoolean();
  private DocumentServer mongo;
  private MongoClient client;
  private GateSide here;
  private GateSide there;

  @BeforeEach
  void open() {
    mongo = DocumentServer.start();
    client = TestDocuments.client(vertx, mongo.url());
    here = new GateSide(TestDocuments.over(leaving(client)));
    there = new GateSide(TestDocuments.over(client));
    here.view.refresh();
    there.view.refresh();
  }

  @AfterEach
  void close() {
    client.close().await();
    mongo.close();
    Future.all(vertx.close(), here.vertx.close(), there.vertx.close()).await();
  }

  /** Returns the client with a server that can be made unavailable. */
  private MongoClient leaving(MongoClient real) {
    return Substitute.of(
        MongoClient.class,
        (self, method, arguments) ->
            away.get()
                ? Future.failedFuture(new MongoTimeoutException("there is no server"))
                : method.invoke(real, arguments));
  }

  private Supplier<Boolean> thenAway(Supplier<Boolean> change) {
    return () -> {
      boolean done = change.get();
      away.set(true);
      return done;
    };
  }

  private boolean looksWell() {
    try {
      here.view.refresh();
      return true;
    } catch (StoreAwayException e) {
      return false;
    }
  }

  /** Another node could accept the token, so the client must not rely on the log-out yet. */
  @Test
  void reportsUnannouncedLogoutAsUnknown() throws Exception {
    assertThrows(
        UnknownOutcomeException.class,
        () ->
            here.view.ending(
                Kind.TOKEN,
                "token",
                thenAway(() -> here.stores.tokens().revoke("token", LATER)),
                gate -> gate.revocations().revoke("token", LATER)));
    assertTrue(here.gate.revocations().revoked("token"));
    there.view.refresh();
    assertFalse(there.gate.revocations().revoked("token"), "not announced yet");
    away.set(false);
    Waiting.until(this::looksWell);
    there.view.refresh();
    assertTrue(there.gate.revocations().revoked("token"));
  }

  @Test
  void rejectsRevokedKeyWhileStoreIsDown() throws Exception {
    String key = "a-key-of-the-bot-0123";
    here.stores.keys().add(new ApiKey("id", "bot", ApiKey.hash(key), Set.of(), GateSide.NOW));
    here.view.changing(Kind.KEY, "id", () -> true);
    assertTrue(here.knows(key));
    assertThrows(
        UnknownOutcomeException.class,
        () ->
            here.view.ending(
                Kind.KEY,
                "id",
                thenAway(() -> here.stores.keys().revoke("id")),
                gate -> gate.keys().update(List.of("id"), List.of())));
    assertFalse(here.knows(key));
    away.set(false);
    Waiting.until(this::looksWell);
    assertFalse(here.knows(key));
  }

  /** A node that reads nothing new may not admit credentials from memory any more. */
  @Test
  void acknowledgesRevocationOnceSilentNodeIsFenced() {
    revokeToken();
    assertFalse(there.gate.confirmation().isFresh());
    assertFalse(there.gate.revocations().revoked("token"));
    there.view.confirm();
    assertTrue(there.gate.revocations().revoked("token"));
  }

  @Test
  void acknowledgesRevocationWhenOthersConfirm() throws Exception {
    here.view.refresh();
    there.view.confirm();
    Thread revoking = Thread.ofPlatform().start(this::revokeToken);
    Waiting.until(() -> {
      there.view.confirm();
      return !revoking.isAlive();
    });
    // A node that was paused meanwhile is fenced instead.
    assertTrue(there.gate.revocations().revoked("token") || !there.gate.confirmation().isFresh());
  }

  private void revokeToken() {
    here.view.ending(
        Kind.TOKEN,
        "token",
        () -> here.stores.tokens().revoke("token", LATER),
        gate -> gate.revocations().revoke("token", LATER));
  }

  /** An unavailable store afterwards does not reveal whether the change was stored. */
  @Test
  void reportsUnknownOutcomeAsUnknown() {
    Supplier<Boolean> lost =
        () -> {
          throw new UnknownOutcomeException("the reply is lost");
        };
    assertThrows(
        UnknownOutcomeException.class,
        () ->
            here.view.changing(
                Kind.TOKEN,
                "token",
                () -> {
                  away.set(true);
                  return lost.get();
                }));
  }
}
