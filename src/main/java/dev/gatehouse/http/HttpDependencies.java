package dev.gatehouse.http;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.documents.DocumentPages;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.Faults;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.http.stages.EdgeCache;
import dev.gatehouse.security.AddressResolver;
import dev.gatehouse.security.ApiKeys;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.HoneypotPaths;
import dev.gatehouse.security.KnownGoodCredentials;
import dev.gatehouse.security.RateLimit;
import dev.gatehouse.security.RejectionCounter;
import dev.gatehouse.security.Revocations;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.IdempotencyKeys;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import io.vertx.core.WorkerExecutor;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * All that the http verticles of a node share. Everything in it may be used by several event loops
 * at once.
 */
public record HttpDependencies(
    Settings settings,
    Description description,
    Calls calls,
    Gate gate,
    Stored stored,
    Accounting accounting) {

  /**
   * The service as its contract describes it.
   *
   * @param contract for routes and stages
   * @param pages for those who read
   */
  public record Description(Contract contract, DocumentPages pages) {}

  /**
   * The way to the areas.
   *
   * @param clock by which their time runs out
   * @param random seeds the ids of requests
   * @param answers those of other nodes' areas that are kept here
   */
  public record Calls(
      Dispatcher dispatcher, InstantSource clock, RandomGenerator random, EdgeCache answers) {}

  /** All that decides who is let in, and how often. */
  public record Gate(
      AddressResolver addresses,
      Bans bans,
      HoneypotPaths baits,
      Verification verification,
      RateLimit limits,
      RejectionCounter refusals) {}

  /** All that tells a right credential from a wrong one. */
  public record Verification(
      Tokens tokens, ApiKeys keys, Revocations revocations, KnownGoodCredentials proven) {}

  /**
   * Bodies on their way into the blob store and out of it, and requests that came before.
   *
   * @param workers where their bytes are read and written
   */
  public record Stored(
      Blobs blobs,
      List<UploadCheck> intakes,
      List<Rendition> renditions,
      ClaimCache claims,
      IdempotencyKeys idempotencyKeys,
      WorkerExecutor workers) {}

  /** The books that are kept on requests. */
  public record Accounting(InFlight inFlight, AccessLog accessLog, Faults faults) {}
}
