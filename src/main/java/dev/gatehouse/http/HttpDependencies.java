package dev.gatehouse.http;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.gate.AddressResolver;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.BaitPaths;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.RateLimit;
import dev.gatehouse.gate.Refusals;
import dev.gatehouse.gate.Revocations;
import dev.gatehouse.gate.Tokens;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.FairPermits;
import dev.gatehouse.http.exchange.Permits;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Blobs;
import dev.gatehouse.store.IdempotencyKeys;
import dev.gatehouse.store.Intake;
import dev.gatehouse.store.Rendition;
import io.vertx.core.WorkerExecutor;
import java.time.InstantSource;
import java.util.List;

/**
 * What all http verticles of a node share. Everything in it may be used by several event loops at
 * once.
 */
public record HttpDependencies(
    Settings settings,
    Contract contract,
    Dispatcher dispatcher,
    AddressResolver addresses,
    Bans bans,
    BaitPaths baits,
    Tokens tokens,
    ApiKeys keys,
    Revocations revocations,
    RateLimit limits,
    Refusals refusals,
    Blobs blobs,
    List<Intake> intakes,
    List<Rendition> renditions,
    ClaimCache claims,
    IdempotencyKeys idempotencyKeys,
    WorkerExecutor workers,
    AccessLog journal,
    Bounds bounds,
    InstantSource clock) {

  /** How much may be in flight on the node. */
  public static final class Bounds {
    final Permits bodyBytes;
    final FairPermits uploads;
    final Permits streams;
    final Permits connections;
    public final FairPermits listeners;

    public Bounds(Settings.Http settings) {
      bodyBytes = new Permits(settings.maxBodyBytes().bytes());
      uploads = new FairPermits(settings.maxUploads());
      streams = new Permits(settings.maxStreams());
      connections = new Permits(settings.maxConnections());
      listeners = new FairPermits(settings.maxListeners());
    }
  }
}
