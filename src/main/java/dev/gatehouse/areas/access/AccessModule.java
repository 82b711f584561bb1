package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Area;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.security.BanLadder;
import dev.gatehouse.security.CodeChecker;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.KeyUses;
import dev.gatehouse.security.OwnerCode;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.settings.Security;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Composes the access area over its collections. */
public final class AccessModule {
  private static final Duration USES = Duration.ofSeconds(10);
  private static final Duration REFRESH = Duration.ofSeconds(1);

  /** Several times within the maximum age, so that requests rarely wait for a read. */
  private static final Duration SHARED_REFRESH = Duration.ofMillis(400);

  /** A new passkey may be an intruder's, so the owner should not wait long for its email. */
  private static final Duration MAILS = Duration.ofMinutes(10);

  private static final Duration CONFIRMATION_TIMEOUT = Duration.ofSeconds(2);

  private final Attempts attempts;
  private final SecurityStateSync.Stores stores;
  private final SecurityStateSync securityState;
  private final KeyUseRepository keyUses;
  private final KeyUses countedUses;
  private final CodeChecker checker;
  private final Area area;
  private final Sessions sessions;
  private final PasskeyChallenges challenges;
  private final PasskeyMails passkeyMails;
  private final TrustedClock clock;

  /**
   * @param permanentCode the owner's permanent code
   * @param scopes scopes that at least one operation names
   */
  public AccessModule(NodeServices node, Gate gate, OwnerCode permanentCode, Set<String> scopes)
      throws IOException {
    Security settings = node.settings().security();
    Documents documents = node.documents();
    clock = node.clock();
    attempts =
        new Attempts(documents, settings.maxAttempts(), settings.attemptWindow(), node.random());
    stores =
        new SecurityStateSync.Stores(
            new BanRepository(
                documents, BanLadder.parse(settings.banLadder()), settings.banMemory()),
            new TokenRepository(documents, node.random()),
            new KeyRepository(documents),
            new ChangeLog(documents),
            new StateReaders(documents));
    keyUses = new KeyUseRepository(documents);
    countedUses = gate.keys().uses();
    securityState = new SecurityStateSync(stores, gate, node.dispatcher(), clock, node.random());
    gate.confirmation().readBy(() -> confirm(node.vertx()));
    var codes =
        new CodeRepository(documents, new DailyCodes(pepper(node), node.settings().ownerZone()));
    var lockout = new Lockout(attempts, stores.bans(), securityState, clock.guarded());
    checker = new CodeChecker(permanentCode);
    sessions =
        new Sessions(
            documents,
            gate.tokens(),
            stores.tokens(),
            securityState,
            node.settings().access().sessions(),
            clock.guarded());
    var passkeys = new PasskeyRepository(documents);
    passkeyMails = new PasskeyMails(passkeys, node.outbox(), node.pages(), clock.guarded());
    challenges = new PasskeyChallenges(documents, node.links(), node.random(), clock.guarded());
    area =
        AccessArea.of(
            new AccessArea.SignIn(
                new LoginService(
                    lockout,
                    sessions,
                    new LoginService.Known(codes, stores.keys(), checker, gate.proven()),
                    gate.tokens(),
                    clock.guarded()),
                passkeys(node, passkeys, lockout)),
            new CodeOperations(codes, permanentCode, sessions, clock.guarded()),
            new TokenOperations(stores.tokens(), clock.guarded()),
            sessions,
            new KeyOperations(stores.keys(), keyUses, scopes, securityState, clock, node.random()),
            new BanOperations(lockout, stores, clock.guarded()));
  }

  private List<Map<String, Area.Handler>> passkeys(
      NodeServices node, PasskeyRepository passkeys, Lockout lockout) {
    String url = node.settings().publicAddress().url();
    return List.of(
        new PasskeyLogin(passkeys, challenges, lockout, sessions, url, clock.guarded())
            .operations(),
        new PasskeyOperations(passkeys, challenges, sessions, url, passkeyMails, clock.guarded())
            .operations());
  }

  /** Returns emails with sample data by their kind, for previews. */
  public static Map<String, Email> mailSamples(Pages pages) {
    return Map.of("passkey-added", PasskeyMails.added(pages, "Laptop", "203.0.113.7"));
  }

  /**
   * Returns the secret that the daily codes are derived from. It is in the documents, because all
   * nodes need the same secret.
   */
  private static String pepper(NodeServices node) throws IOException {
    return node.documents().secret("daily-code-pepper", node.secrets().random("daily-code-pepper"));
  }

  /**
   * Returns the area's module. Its preparation loads what the gate must know before the first
   * request.
   */
  public AreaModule module() {
    return AreaModule.of(area)
        .addPreparation(() -> stores.bans().list(clock.guarded().instant()))
        .addPreparation(securityState::refresh)
        .onEventRun(AccessMessages.CHANGED, securityState::isNews, securityState::refresh)
        .everywhere(
            stores.readers().areShared() ? SHARED_REFRESH : REFRESH,
            "access.refresh",
            securityState::refresh)
        .everySecond("access.listBans", () -> stores.bans().list(clock.guarded().instant()))
        .every(Duration.ofHours(1), "access.deleteExpired", this::deleteExpired)
        .every(MAILS, "access.resendPasskeyMails", passkeyMails::resendMissing)
        .everywhere(USES, "access.storeKeyUses", () -> keyUses.store(countedUses))
        .onShutdown(() -> keyUses.store(countedUses))
        .addFigures(AccessMessages.FIGURES)
        .onClose(checker::close);
  }

  /** Reads new changes on another thread. */
  private Future<Void> confirm(Vertx vertx) {
    Promise<Void> read = Promise.promise();
    long timer =
        vertx.setTimer(
            CONFIRMATION_TIMEOUT.toMillis(),
            late -> read.tryFail("the store did not answer in time"));
    Thread.ofVirtual()
        .name("confirm")
        .start(() -> {
          try {
            securityState.confirm();
            read.tryComplete();
          } catch (RuntimeException away) {
            read.tryFail(away);
          } finally {
            vertx.cancelTimer(timer);
          }
        });
    return read.future();
  }

  /** Deletes expired entries. Blocks. */
  private void deleteExpired() {
    // A token may have been issued by a node whose clock was ahead.
    clock.olderThan(Tokens.LIFETIME).ifPresent(stores.tokens()::deleteExpired);
    clock.olderThan(Tokens.LIFETIME).ifPresent(sessions::deleteExpired);
    clock.olderThan(Duration.ZERO).ifPresent(attempts::deleteExpired);
    clock.olderThan(Duration.ofHours(1)).ifPresent(challenges::deleteExpired);
    stores.bans().deleteOld(clock);
    clock.olderThan(Duration.ofHours(1)).ifPresent(stores.readers()::deleteOld);
    stores.log().trim();
  }
}
