package dev.gatehouse.access;

import dev.gatehouse.gate.BanLadder;
import dev.gatehouse.gate.Gate;
import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.settings.Security;
import dev.gatehouse.store.Documents;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/** Puts the access area together over its collections. */
public final class AccessModule {
  private final Attempts attempts;
  private final BanRepository bans;
  private final TokenRepository tokens;
  private final KeyRepository keys;
  private final GateView view;
  private final CodeChecker checker;
  private final AccessArea area;
  private final InstantSource clock;

  /**
   * @param permanentCode the owner's
   * @param scopes that some operation names
   */
  public AccessModule(NodeServices node, Gate gate, PermanentCode permanentCode, Set<String> scopes)
      throws IOException {
    Security settings = node.settings().security();
    Documents documents = node.documents();
    clock = node.clock();
    attempts =
        new Attempts(documents, settings.maxAttempts(), settings.attemptWindow(), node.random());
    bans =
        new BanRepository(documents, BanLadder.parse(settings.banLadder()), settings.banMemory());
    tokens = new TokenRepository(documents, node.random());
    keys = new KeyRepository(documents);
    view =
        new GateView(
            bans,
            tokens,
            keys,
            gate.bans(),
            gate.revocations(),
            gate.keys(),
            node.dispatcher(),
            clock);
    var codes = new CodeRepository(documents, new DailyCodes(pepper(node)));
    var lockout = new Lockout(attempts, bans, view, clock);
    checker = new CodeChecker(permanentCode::matches);
    area =
        new AccessArea(
            new LoginService(lockout, codes, checker, gate.tokens(), clock),
            new CodeOperations(codes, clock),
            new TokenOperations(tokens, view, clock),
            new KeyOperations(keys, scopes, view, clock, node.random()),
            new BanOperations(lockout, bans, clock));
  }

  /**
   * The secret that the daily codes follow from; in the documents, since all nodes need the same.
   */
  private static String pepper(NodeServices node) throws IOException {
    return node.documents().secret("daily-code-pepper", node.secrets().random("daily-code-pepper"));
  }

  /** The area, and the reading of what the gate must know before anybody is let in. */
  public AreaModule module() {
    return AreaModule.of(area)
        .prepares(this::prepare)
        .prepares(view::refresh)
        .reacts(GateView.CHANGED, view::isNews, view::refresh)
        .everySecond(view::refresh)
        .hourly(this::deleteExpired)
        .reports("access.figures")
        .closes(checker::close);
  }

  /** Makes the indexes; blocks. */
  private void prepare() {
    attempts.prepare();
    bans.prepare();
    tokens.prepare();
    keys.prepare();
  }

  public GateView view() {
    return view;
  }

  /** Deletes what is over; blocks. */
  private void deleteExpired() {
    Instant now = clock.instant();
    attempts.deleteExpired(now);
    tokens.deleteExpired(now);
    bans.forgetOld(now);
  }
}
