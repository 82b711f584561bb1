package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.http.documents.DocumentPages;
import dev.gatehouse.http.downloads.ClaimCache;
import dev.gatehouse.http.exchange.AccessLog;
import dev.gatehouse.http.exchange.ConnectionCharges;
import dev.gatehouse.http.exchange.Faults;
import dev.gatehouse.http.exchange.InFlight;
import dev.gatehouse.http.stages.Credentials;
import dev.gatehouse.http.stages.EdgeCache;
import dev.gatehouse.security.AddressResolver;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.HoneypotPaths;
import dev.gatehouse.security.RateLimit;
import dev.gatehouse.security.RejectionCounter;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.IdempotencyKeys;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.WorkerExecutor;

/**
 * Dependencies that all HTTP verticles of a node share. Every member is safe for use by several
 * event loops at the same time.
 *
 * @param certificate of the port; empty without TLS
 * @param contract source of the routes and stages
 * @param pages documentation and console pages
 * @param clock measures the calls' deadlines
 * @param random seeds the generators of request ids
 * @param answers cached replies of areas on other nodes
 * @param workers threads that read and write the bytes of blobs
 */
public record HttpDependencies(
    Settings settings,
    Optional<ServedCertificate> certificate,
    Contract contract,
    DocumentPages pages,
    Dispatcher dispatcher,
    TrustedClock clock,
    RandomGenerator random,
    EdgeCache answers,
    AddressResolver addresses,
    Bans bans,
    HoneypotPaths honeypotPaths,
    Credentials.Verification verification,
    RateLimit limits,
    RejectionCounter refusals,
    Blobs blobs,
    List<UploadCheck> uploadChecks,
    List<Rendition> renditions,
    ClaimCache claims,
    IdempotencyKeys idempotencyKeys,
    WorkerExecutor workers,
    InFlight inFlight,
    ConnectionCharges charges,
    AccessLog accessLog,
    Faults faults,
    OwnPortProbe probe) {}
