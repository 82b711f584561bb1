package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.security.ApiKeys;
import dev.gatehouse.security.BanLadder;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.KnownGoodCredentials;
import dev.gatehouse.security.Revocations;
import dev.gatehouse.security.StateConfirmation;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;

/** One node's security state over a store. */
final class GateSide {
  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  static final Duration HOUR = Duration.ofHours(1);

  final Vertx vertx = Vertx.vertx();
  final Dispatcher dispatcher = new Dispatcher(vertx, new SecureRandom());
  final SecurityStateSync.Stores stores;
  final Gate gate;
  final SecurityStateSync view;

  GateSide(Documents documents) {
    this(documents, 100_000);
  }

  /**
   * @param max maximum number of bans, revocations and keys in memory
   */
  GateSide(Documents documents, int max) {
    gate =
        new Gate(
            new Bans(max),
            new Revocations(max),
            new ApiKeys(List.of(), max, () -> {}),
            null,
            new KnownGoodCredentials(1),
            new StateConfirmation(true, System::nanoTime));
    var random = new SecureRandom();
    stores =
        new SecurityStateSync.Stores(
            new BanRepository(documents, BanLadder.parse(List.of("1h")), Duration.ofDays(1)),
            new TokenRepository(documents, random),
            new KeyRepository(documents),
            new ChangeLog(documents),
            new StateReaders(documents));
    view =
        new SecurityStateSync(stores, gate, dispatcher, TestClock.stoppedAt(NOW).trusted(), random);
    documents.createIndexes();
  }

  void ban(String address) {
    stores.bans().ban(address, "a test", 0, HOUR, NOW);
    view.changing(ChangeLog.Kind.BAN, address, () -> true);
  }

  boolean banned(String address) {
    return gate.bans().banned(address, NOW);
  }

  boolean knows(String key) {
    return gate.keys().find(key).isPresent();
  }
}
