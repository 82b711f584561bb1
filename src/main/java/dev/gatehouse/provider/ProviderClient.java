package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.SingleFlight.Terms;
import dev.gatehouse.tracing.Span;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP client of one provider, for virtual threads. Calls are limited in time, size and number, and
 * retried if that is safe. No calls are made while the provider fails or requests a pause. All
 * methods block.
 */
public final class ProviderClient {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderClient.class);

  /** Pause for a provider that requests one without a length. */
  private static final Duration UNSAID_PAUSE = Duration.ofSeconds(10);

  private final Providers providers;
  private final ProviderOptions options;
  private final HttpExchange exchanges;
  private final Origins origins;
  private final ProviderBulkhead bulkhead;
  private final Retries retries;
  private final ConditionalRequestCache conditionalCache = new ConditionalRequestCache();
  private final ProviderMetrics metrics;
  private final ProviderReply.Reader reader;

  /** An exchange over an admitted call. */
  @FunctionalInterface
  private interface Conversation {
    ProviderReply hold();
  }

  public record Pages<T>(List<T> items, boolean complete) {}

  ProviderClient(Providers providers, ProviderOptions options) {
    this.providers = providers;
    this.options = options;
    this.exchanges = new HttpExchange(providers.vertx(), options);
    this.origins = new Origins(providers.vertx(), options.breaker(), providers.clock());
    this.bulkhead = new ProviderBulkhead(options.bulkhead());
    this.retries = new Retries(providers.vertx(), providers.random());
    this.metrics = new ProviderMetrics(providers.meters(), providers.health(), options.name());
    this.reader = new ProviderReply.Reader(options.name(), metrics);
    ProviderMetrics.show(providers.meters(), options.name(), bulkhead::running, origins::open);
  }

  /**
   * Calls the provider, and retries if that does no harm.
   *
   * @return its reply, with a status below 500 and not a rate limit rejection; the caller
   *     interprets it
   * @throws ApiException 502 if the provider fails, 504 if it is too slow, 503 if it is not called;
   *     504 with an unknown outcome if a call that is not repeatable fails
   */
  public ProviderReply call(ProviderRequest request) {
    return call(request, HttpExchange.within(options.timeout()));
  }

  /** Calls the provider with an access token. A rejected token is renewed once. */
  public ProviderReply call(ProviderRequest request, TokenCache tokens) {
    Deadline deadline = HttpExchange.within(options.timeout());
    String token = tokens.get();
    ProviderReply reply = call(request.with("Authorization", "Bearer " + token), deadline);
    if (reply.status() != 401) {
      return reply;
    }
    tokens.drop(token);
    return call(request.with("Authorization", "Bearer " + tokens.get()), deadline);
  }

  private ProviderReply call(ProviderRequest request, Deadline deadline) {
    return monitored(
        request,
        deadline,
        () -> retries.run(request, deadline, () -> accepted(request, once(request, deadline))));
  }

  /**
   * Calls the provider once, for callers that evaluate every reply themselves.
   *
   * @param deadline of the caller; the provider's timeout applies as well
   * @return the reply without its body, with any status
   * @throws ApiException if there is no reply, as {@link #call}
   */
  public ProviderReply attempt(ProviderRequest request, Deadline deadline) {
    Deadline bounded = HttpExchange.sooner(deadline, HttpExchange.within(options.timeout()));
    return monitored(
        request,
        bounded,
        () -> {
          ProviderReply reply = exchanges.head(request, bounded);
          if (RetryAfterGate.wanted(reply)) {
            RetryAfterGate.of(reply, providers.clock().instant())
                .ifPresent(pause -> origins.pause(request, pause));
          }
          return reply;
        });
  }

  /**
   * Returns the items of all pages. Follows {@code Link: <…>; rel="next"} within the same origin;
   * each page is a separate call.
   *
   * @param maxPages maximum number of pages; if there are more, the list is not complete
   * @param read parses a page's items
   */
  public <T> Pages<T> pages(
      ProviderRequest first, int maxPages, Function<ProviderReply, List<T>> read) {
    return new Paging(this).follow(first, maxPages, read);
  }

  /**
   * Reads a successful reply as a record. Any other status is this service's or the provider's
   * fault, never the client's.
   */
  public <T> T read(ProviderReply reply, Class<T> type) {
    return read(reply, type, Function.identity());
  }

  /**
   * Reads a success reply as a record, and converts it.
   *
   * @throws ApiException 502 for another status, for invalid JSON, and for any exception of the
   *     conversion
   */
  public <T, R> R read(ProviderReply reply, Class<T> type, Function<T, R> make) {
    return reader.read(reply, type, make);
  }

  /**
   * Reads the elements of a success reply's array as records. Invalid elements are skipped, counted
   * and logged.
   *
   * @param field name of the object's field with the array; empty if the reply is the array
   * @param max maximum number of elements in a reply
   * @throws ApiException 502 for another status, for a missing or longer array, and if no element
   *     is valid
   */
  public <T> Json.Elements<T> elements(ProviderReply reply, String field, Class<T> type, int max) {
    return reader.elements(reply, field, type, max);
  }

  /** As {@link #elements}, but any invalid element is a failure that names the element. */
  public <T> List<T> wholeList(ProviderReply reply, String field, Class<T> type, int max) {
    return reader.wholeList(reply, field, type, max);
  }

  /** As {@link #failed}, with a reason that the client may see. */
  public ApiException invalid(String what) {
    return reader.invalid(what);
  }

  /** Counts and returns the failure for a reply that the caller cannot parse or accept. */
  public ApiException failed(String why) {
    return reader.failed(why);
  }

  /**
   * Creates a cache of this provider's replies.
   *
   * @param maxKeys maximum number of keys
   */
  public <V> ProviderCache<V> cache(ProviderCache.Ages ages, int maxKeys) {
    return cache(ages, maxKeys, options.timeout());
  }

  /**
   * Creates a cache of values that each take many calls.
   *
   * @param fetch time limit of all calls of a fetch together; each call also has its own timeout
   */
  public <V> ProviderCache<V> cache(ProviderCache.Ages ages, int maxKeys, Duration fetch) {
    return new ProviderCache<>(this, terms(fetch), value -> ages, maxKeys);
  }

  /**
   * Creates the access token cache of this provider.
   *
   * @param fetch requests a token with this client
   */
  public TokenCache tokens(Supplier<TokenCache.Token> fetch) {
    return new TokenCache(this, terms(options.timeout()), fetch);
  }

  private Terms terms(Duration fetch) {
    return new Terms(options.name(), fetch, providers.clock());
  }

  /** Waits for another caller's fetch, at most for a time, while holding a waiting permit. */
  <T> T awaiting(Duration max, Function<Duration, T> wait) {
    try (ProviderBulkhead.Place _ = bulkhead.await()) {
      return wait.apply(HttpExchange.within(max).remaining());
    } catch (CallException e) {
      metrics.failed(e.kind(), e.getMessage());
      throw e.failure(options.name(), true);
    }
  }

  ProviderMetrics metrics() {
    return metrics;
  }

  /**
   * Runs an exchange if it is admitted, and reports its outcome to the circuit breaker and metrics.
   */
  private ProviderReply monitored(
      ProviderRequest request, Deadline deadline, Conversation conversation) {
    try {
      origins.mustNotPause(request);
      origins.circuit(request).mustNotBeOpen();
      try (ProviderBulkhead.Place _ = bulkhead.run(deadline)) {
        return measured(request, conversation);
      }
    } catch (CallException e) {
      metrics.failed(e.kind(), e.getMessage());
      if (e.kind() == FailureKind.LIMITED && e.sent()) {
        Duration pause = e.pause().orElse(UNSAID_PAUSE);
        origins.pause(request, pause);
        LOG.warn("{} requests a pause of {} s", options.name(), pause.toSeconds());
      }
      throw e.failure(options.name(), request.repeatable());
    }
  }

  private ProviderReply measured(ProviderRequest request, Conversation conversation) {
    Origins.Circuit.Admission admission = origins.circuit(request).admit();
    long started = System.nanoTime();
    boolean well = true;
    Span span = Span.current().child("call " + options.name(), Span.Kind.CLIENT);
    try {
      ProviderReply reply = conversation.hold();
      span.with("http.response.status_code", reply.status());
      well = !reply.serverError();
      if (reply.accepted()) {
        metrics.succeeded();
      }
      return reply;
    } catch (CallException e) {
      well = !e.kind().fault();
      span.failed(e.kind().name());
      throw e;
    } finally {
      span.with("http.request.method", request.method().name()).end();
      admission.settle(well);
      Duration took = Duration.ofNanos(System.nanoTime() - started);
      metrics.called(took);
      LOG.debug("{} {} ms={}", options.name(), request.method(), took.toMillis());
    }
  }

  /** Makes one attempt and follows its redirects. */
  private ProviderReply once(ProviderRequest request, Deadline deadline) {
    boolean conditional = request.revalidated();
    ProviderRequest asked = conditional ? conditionalCache.conditions(request) : request;
    ProviderReply reply = exchanges.reply(asked, deadline);
    for (int hop = 0; request.follows(reply); hop++) {
      if (hop == request.redirects()) {
        throw CallException.of(FailureKind.REDIRECT, "too many redirects");
      }
      asked = asked.redirected(reply);
      reply = exchanges.reply(asked, deadline);
    }
    if (conditional && reply.status() == 304) {
      metrics.unchanged();
    }
    return conditional ? conditionalCache.resolve(request, reply) : reply;
  }

  /** Returns the reply unless it is a provider failure or requests a pause. */
  private ProviderReply accepted(ProviderRequest request, ProviderReply reply) {
    Instant now = providers.clock().instant();
    if (RetryAfterGate.wanted(reply) || options.refusal().test(reply)) {
      Optional<Duration> pause = RetryAfterGate.of(reply, now).or(() -> options.refusal().pause());
      if (!RetryAfterGate.ofOneQuota(reply)) {
        origins.pauseAll(request, pause.orElse(UNSAID_PAUSE));
      }
      throw CallException.of(FailureKind.LIMITED, pause, "too many requests: " + reply.described());
    }
    // The last reply of a quota is valid, but the next call would be rejected.
    RetryAfterGate.untilNewQuota(reply, now).ifPresent(pause -> origins.pause(request, pause));
    if (reply.serverError()) {
      throw CallException.of(FailureKind.STATUS, reply.described());
    }
    return reply;
  }
}
