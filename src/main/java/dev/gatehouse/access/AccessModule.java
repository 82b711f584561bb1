package dev.gatehouse.access;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.BanLadder;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.Revocations;
import dev.gatehouse.gate.Tokens;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import java.security.SecureRandom;
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
  private final AccessArea area;
  private final InstantSource clock;

  /**
   * @param scopes that some operation names
   * @param pepper the secret that the daily codes follow from, the same on every node
   */
  public AccessModule(
      Settings.Security settings,
      Documents documents,
      Dispatcher dispatcher,
      Gate gate,
      PermanentCode permanentCode,
      String pepper,
      Set<String> scopes,
      InstantSource clock,
      SecureRandom random) {
    this.clock = clock;
    attempts = new Attempts(documents, settings.maxAttempts(), settings.attemptWindow());
    bans =
        new BanRepository(documents, BanLadder.parse(settings.banLadder()), settings.banMemory());
    tokens = new TokenRepository(documents, random);
    keys = new KeyRepository(documents);
    view =
        new GateView(
            bans, tokens, keys, gate.bans(), gate.revocations(), gate.keys(), dispatcher, clock);
    var codes = new CodeRepository(documents, new DailyCodes(pepper));
    var door = new LoginService(attempts, bans, codes, permanentCode, gate.tokens(), view, clock);
    area =
        new AccessArea(
            door, codes, new Keys(keys, scopes, view, clock, random), tokens, view, clock);
  }

  /** What the gate of this node holds in memory. */
  public record Gate(Bans bans, Revocations revocations, ApiKeys keys, Tokens tokens) {}

  /** Makes the indexes; blocks. */
  public void prepare() {
    attempts.prepare();
    bans.prepare();
    tokens.prepare();
    keys.prepare();
  }

  public AccessArea area() {
    return area;
  }

  public GateView view() {
    return view;
  }

  /** Deletes what is over; blocks. */
  public void deleteExpired() {
    Instant now = clock.instant();
    attempts.deleteExpired(now);
    tokens.deleteExpired(now);
    bans.forgetOld(now);
  }
}
