package dev.gatehouse.areas.payments.paypal;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.caching.BoundedMap;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.webhooks.RequestBudget;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/**
 * Certificates of the provider's webhooks. Certificates that have verified a message are kept apart
 * from those that have not, so that invented names cannot evict them. Fetches are bounded by time,
 * and by number for each client and for the node.
 */
final class SigningCertificates {
  private static final int MAX_PROVEN = 16;
  private static final int MAX_UNPROVEN = 16;

  /** A proven certificate is fetched again after this time, in case the provider renewed it. */
  private static final Duration FRESH = Duration.ofHours(12);

  /** Slightly longer than the provider client's timeout. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(6);

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int FETCHES_BY_CLIENT = 5;
  private static final int FETCHES_BY_NODE = 60;
  private static final String NODE = "";
  private static final String RETRY_SECONDS = "60";

  private final ProviderClient provider;
  private final InstantSource clock;
  private final RequestBudget clientBudget;
  private final RequestBudget nodeBudget;
  private final MemoryCache<String, Proven> cache = MemoryCache.ofSize(MAX_PROVEN);
  private final Map<String, CompletableFuture<X509Certificate>> unproven =
      BoundedMap.of(MAX_UNPROVEN);

  private record Proven(X509Certificate certificate, Instant since) {}

  SigningCertificates(ProviderClient provider, InstantSource clock) {
    this.provider = provider;
    this.clock = clock;
    this.clientBudget = new RequestBudget(FETCHES_BY_CLIENT, MINUTE, clock);
    this.nodeBudget = new RequestBudget(FETCHES_BY_NODE, MINUTE, clock);
  }

  /** Returns a certificate that has verified a message. */
  Optional<X509Certificate> proven(String url) {
    return Optional.ofNullable(cache.find(url)).map(Proven::certificate);
  }

  /** Returns whether a certificate has not verified a message recently, and may be outdated. */
  boolean mayBeOutdated(String url) {
    Proven known = cache.find(url);
    Instant now = clock.instant();
    return known == null || known.since().isAfter(now) || known.since().plus(FRESH).isBefore(now);
  }

  /** Keeps a certificate that has verified a message. */
  void prove(String url, X509Certificate certificate) {
    cache.put(url, new Proven(certificate, clock.instant()));
    unproven.remove(url);
  }

  /**
   * Returns a certificate, which need not be genuine. Blocks while it is fetched. Concurrent
   * requests share one fetch.
   *
   * @param client address key that named the certificate
   * @throws ApiException 403 if the certificate does not exist; 429 if too many were fetched; 502,
   *     503 or 504 if it cannot be fetched
   */
  X509Certificate unproven(String url, String client) {
    CompletableFuture<X509Certificate> shared;
    var mine = new CompletableFuture<X509Certificate>();
    synchronized (unproven) {
      shared = unproven.get(url);
      if (shared == null) {
        mayFetch(client);
        unproven.put(url, mine);
      }
    }
    if (shared != null) {
      return awaited(shared);
    }
    try {
      mine.complete(fetch(url));
      return mine.join();
    } catch (RuntimeException failed) {
      unproven.remove(url, mine);
      mine.completeExceptionally(failed);
      throw failed;
    }
  }

  private void mayFetch(String client) {
    if (!clientBudget.spend(client) || !nodeBudget.spend(NODE)) {
      throw ApiError.of(ErrorCode.RATE_LIMITED, "too many signing certificates were requested")
          .with(Map.of("Retry-After", RETRY_SECONDS))
          .exception();
    }
  }

  private X509Certificate awaited(CompletableFuture<X509Certificate> shared) {
    try {
      return shared.get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | CompletionException failed) {
      if (failed.getCause() instanceof ApiException known) {
        throw known.failure().exception(known);
      }
      throw provider.failed("the certificate could not be fetched");
    } catch (TimeoutException late) {
      throw provider.failed("the certificate was not fetched in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw provider.failed("interrupted");
    }
  }

  /** Fetches the signer's certificate, which is the first in the file. The others are its chain. */
  private X509Certificate fetch(String address) {
    ProviderReply reply = provider.call(ProviderRequest.get(address).with("Accept", "*/*"));
    if (!reply.ok()) {
      throw ApiException.of(ErrorCode.CERTIFICATE_UNKNOWN, "unknown signing certificate");
    }
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(reply.body()));
    } catch (CertificateException e) {
      throw provider.failed("no certificate");
    }
  }
}
