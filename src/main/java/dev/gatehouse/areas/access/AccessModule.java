package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.access.CodeOperations.CodeRequest;
import dev.gatehouse.areas.access.CodeOperations.UseCodeRequest;
import dev.gatehouse.areas.access.KeyOperations.KeyUseRepository;
import dev.gatehouse.areas.access.KeyOperations.MakeKeyRequest;
import dev.gatehouse.areas.access.LoginService.SignInRequest;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.AttemptOutcome;
import dev.gatehouse.messages.AccessMessages.TicketText;
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
  private static final int CREATED = 201;
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
        area(
            new LoginService(
                lockout, sessions, codes, stores.keys(), checker, gate.tokens(), clock.guarded()),
            passkeys(node, passkeys, lockout),
            new CodeOperations(codes, permanentCode, sessions, clock.guarded()),
            new TokenOperations(stores.tokens(), clock.guarded()),
            new KeyOperations(stores.keys(), keyUses, scopes, securityState, clock, node.random()),
            new BanOperations(lockout, stores, clock.guarded()));
  }

  private Area area(
      LoginService login,
      List<Map<String, Area.Handler>> passkeys,
      CodeOperations codes,
      TokenOperations tokens,
      KeyOperations keys,
      BanOperations bans) {
    Map<String, Area.Handler> operations =
        Map.ofEntries(
            Map.entry(
                "access.validateAccess",
                Area.preceding(
                    login::isRight,
                    Area.returning(
                        LoginService.Admission.class, CodeRequest.class, login::validate))),
            Map.entry(
                "access.signIn",
                Area.preceding(
                    login::isRight,
                    Area.returning(
                        LoginService.Admission.class, SignInRequest.class, login::signIn))),
            Map.entry("access.logout", Area.returning(Done.class, sessions::logout)),
            Map.entry(
                "access.sessions", Area.returning(Sessions.SessionList.class, sessions::list)),
            Map.entry("access.revokeSession", Area.returning(Done.class, sessions::revoke)),
            Map.entry(
                "access.ticket", Area.returning(TokenOperations.Ticket.class, tokens::ticket)),
            Map.entry(
                "access.currentCode",
                Area.returning(CodeOperations.CodeOfDay.class, codes::current)),
            Map.entry(
                "access.reissueCode",
                Area.returning(CodeOperations.CodeOfDay.class, codes::reissue)),
            Map.entry(
                "access.useCode", Area.returning(Done.class, UseCodeRequest.class, codes::use)),
            Map.entry(
                "access.validateCode",
                Area.returning(Done.class, CodeRequest.class, codes::validate)),
            Map.entry("access.keys", Area.returning(KeyOperations.KeyList.class, keys::page)),
            Map.entry(
                "access.makeKey",
                Area.returning(KeyOperations.MadeKey.class, MakeKeyRequest.class, keys::make)),
            Map.entry("access.endKey", Area.returning(Done.class, keys::end)),
            Map.entry("access.bans", Area.returning(BanOperations.BanList.class, bans::list)),
            Map.entry("access.unban", Area.returning(Done.class, bans::unban)));
    var messages =
        Message.Handlers.of()
            .on(AccessMessages.FAILED_ATTEMPT, login::failedAttempt, AttemptOutcome::status)
            .on(AccessMessages.VERIFY_CODE, login::verifyDaily)
            .on(AccessMessages.MAY_TRY, bans::mayTry)
            .on(AccessMessages.BAN, bans::ban)
            .on(AccessMessages.FIND_BAN, bans::find)
            .on(AccessMessages.FIGURES, bans::figures)
            .on(AccessMessages.REDEEM_TICKET, tokens::redeemTicket)
            .on(AccessMessages.ADD_KEY, keys::add, key -> CREATED)
            .on(AccessMessages.RENEW_KEY, keys::renew, key -> CREATED)
            .on(AccessMessages.LIST_KEYS, keys::list)
            .on(AccessMessages.REVOKE_KEY, keys::revoke)
            .on(AccessMessages.RESET_PERMANENT_CODE, codes::resetPermanent);
    var groups = Stream.concat(Stream.of(operations), passkeys.stream()).toList();
    return Area.of("access", groups, messages);
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

  /** Operations for tickets, which replace a token on event streams. */
  record TokenOperations(TokenRepository tokens, InstantSource clock) {
    record Ticket(String ticket) {}

    Answer ticket(Call call) {
      return Answer.created(new Ticket(tokens.ticket(call.caller(), clock.instant())));
    }

    /** Redeems a ticket once and returns its caller. */
    Caller redeemTicket(Call call, TicketText shown) {
      return tokens
          .redeem(shown.ticket(), clock.instant())
          .orElseThrow(() ->
              ApiException.of(ErrorCode.TICKET_INVALID, "the ticket is wrong, expired or used"));
    }
  }
}
