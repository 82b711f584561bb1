package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Json;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.provider.CallException.FailureKind;
import dev.gatehouse.provider.SingleFlight.Terms;
import dev.gatehouse.time.Extremes;
import dev.gatehouse.tracing.Span;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
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
          if (ProviderReply.wantsPause(reply)) {
            ProviderReply.pauseOf(reply, providers.clock().instant())
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
    if (ProviderReply.wantsPause(reply) || options.refusal().test(reply)) {
      Optional<Duration> pause =
          ProviderReply.pauseOf(reply, now).or(() -> options.refusal().pause());
      if (!ProviderReply.isOfOneQuota(reply)) {
        origins.pauseAll(request, pause.orElse(UNSAID_PAUSE));
      }
      throw CallException.of(FailureKind.LIMITED, pause, "too many requests: " + reply.described());
    }
    // The last reply of a quota is valid, but the next call would be rejected.
    ProviderReply.untilNewQuota(reply, now).ifPresent(pause -> origins.pause(request, pause));
    if (reply.serverError()) {
      throw CallException.of(FailureKind.STATUS, reply.described());
    }
    return reply;
  }

  /**
   * Caches a provider's latest replies for conditional requests ({@code ETag}, {@code
   * Last-Modified}), keyed by request, so that unchanged replies are not sent again. Bodies are
   * stored compressed, with only the headers that describe the body. Bounded in bytes.
   */
  static final class ConditionalRequestCache {
    private static final long MAX_BYTES = 8L << 20;

    /** Memory of a reply besides its body: its request key, its headers and its map entry. */
    private static final int OVERHEAD_BYTES = 1_024;

    private static final String TAG = "ETag";
    private static final String TIME = "Last-Modified";

    /** Headers that a 304 may omit because they are unchanged (RFC 9110, section 15.4.5). */
    private static final List<String> KEPT_HEADERS = List.of(TAG, TIME, "Link", "Content-Type");

    private final MemoryCache<Question, Known> cache = MemoryCache.ofWeight(MAX_BYTES, Known::size);

    /** Request key with everything that its reply may depend on, including its credential. */
    private record Question(String uri, Map<String, String> headers) {}

    /**
     * A reply with status 200.
     *
     * @param body compressed body
     */
    private record Known(Map<String, List<String>> headers, byte[] body) {
      long size() {
        return (long) OVERHEAD_BYTES + body.length;
      }

      Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
      }
    }

    /** Returns the request with conditional headers, if a stored reply exists. */
    ProviderRequest conditions(ProviderRequest request) {
      Optional<Known> known = known(request);
      Optional<String> tag = known.flatMap(reply -> reply.header(TAG));
      Optional<String> time = known.flatMap(reply -> reply.header(TIME));
      ProviderRequest conditional =
          tag.map(it -> request.with("If-None-Match", it)).orElse(request);
      return time.map(it -> conditional.with("If-Modified-Since", it)).orElse(conditional);
    }

    /**
     * Returns the effective reply: a 304 is replaced by the stored reply. Stores a reply that
     * allows conditional requests.
     *
     * @param request without the conditions
     */
    ProviderReply resolve(ProviderRequest request, ProviderReply reply) {
      if (reply.status() == 304) {
        return known(request)
            .map(known -> unchanged(known, reply.headers()))
            .orElseThrow(() ->
                CallException.of(
                    FailureKind.UNREADABLE, "not modified, but no earlier reply is stored"));
      }
      boolean keeps =
          reply.status() == 200
              && (reply.header(TAG).isPresent() || reply.header(TIME).isPresent());
      if (keeps) {
        cache.put(question(request), known(reply));
      }
      return reply;
    }

    /**
     * Combines the stored body with the current headers, because quotas and the provider's clock
     * change.
     */
    private static ProviderReply unchanged(Known known, MultiMap now) {
      MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(now);
      known
          .headers()
          .forEach((name, values) -> {
            if (!headers.contains(name)) {
              headers.add(name, values);
            }
          });
      return new ProviderReply(200, headers, unpacked(known.body()));
    }

    private static Known known(ProviderReply reply) {
      Map<String, List<String>> headers = new LinkedHashMap<>();
      for (String name : KEPT_HEADERS) {
        if (reply.headers().contains(name)) {
          headers.put(name, List.copyOf(reply.headers().getAll(name)));
        }
      }
      return new Known(headers, packed(reply.body()));
    }

    private Optional<Known> known(ProviderRequest request) {
      return Optional.ofNullable(cache.find(question(request)));
    }

    private static byte[] packed(byte[] body) {
      var deflater = new Deflater(Deflater.BEST_SPEED);
      var bytes = new ByteArrayOutputStream();
      try (var out = new DeflaterOutputStream(bytes, deflater)) {
        out.write(body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        deflater.end();
      }
      return bytes.toByteArray();
    }

    private static byte[] unpacked(byte[] packed) {
      try (var in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Question question(ProviderRequest request) {
      return new Question(request.uri(), request.headers());
    }
  }

  /**
   * Reads the pages of a list by following {@code Link: <…>; rel="next"} within the same origin.
   */
  record Paging(ProviderClient client) {
    /**
     * Each page is a separate call, within the time of the fetch or request that needs the pages.
     */
    <T> ProviderClient.Pages<T> follow(
        ProviderRequest first, int maxPages, Function<ProviderReply, List<T>> read) {
      List<T> items = new ArrayList<>();
      Optional<ProviderRequest> next = Optional.of(first);
      for (int page = 0; page < maxPages && next.isPresent(); page++) {
        ProviderRequest request = next.get();
        ProviderReply reply = client.call(request);
        items.addAll(read.apply(reply));
        next = next(request, reply);
      }
      return new ProviderClient.Pages<>(List.copyOf(items), next.isEmpty());
    }

    private Optional<ProviderRequest> next(ProviderRequest request, ProviderReply reply) {
      try {
        Optional<URI> next = LinkHeader.next(request.uri(), reply);
        if (next.isPresent() && !ProviderRequest.origin(next.get()).equals(request.origin())) {
          // Another origin would receive our credential.
          throw client.failed("the next page is on another origin");
        }
        return next.map(uri -> request.to(uri.toString()));
      } catch (IllegalArgumentException e) {
        throw client.failed("the next page has an invalid URL");
      }
    }

    /** Links between pages, in the header format of RFC 8288. */
    static final class LinkHeader {
      private static final Pattern LINK =
          Pattern.compile(
              "<([^<>]*+)>((?:\\s*+;\\s*+[^\\s=;,\"]++(?:\\s*+=\\s*+(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s;,\"]*+))?+)*+)");
      private static final Pattern RELATION =
          Pattern.compile(
              ";\\s*+rel\\s*+=\\s*+(?:\"([^\"]*+)\"|([^\\s;,\"]*+))", Pattern.CASE_INSENSITIVE);

      private LinkHeader() {}

      /**
       * Returns the address of the next page, if the reply has one.
       *
       * @throws IllegalArgumentException if the link is not a valid address
       */
      static Optional<URI> next(String page, ProviderReply reply) {
        List<String> headers = reply.headers().getAll("Link");
        Matcher links = LINK.matcher(String.join(", ", headers));
        while (links.find()) {
          Matcher relation = RELATION.matcher(links.group(2));
          if (relation.find() && isNext(relation)) {
            return Optional.of(URI.create(page).resolve(links.group(1).strip()));
          }
        }
        return Optional.empty();
      }

      private static boolean isNext(Matcher relation) {
        String types = Objects.requireNonNullElse(relation.group(1), relation.group(2));
        return Arrays.stream(types.strip().split("\\s+")).anyMatch("next"::equalsIgnoreCase);
      }
    }
  }

  /**
   * Retries repeatable calls. Makes at most two retries, each after a pause, until the deadline.
   */
  record Retries(Vertx vertx, RandomGenerator random) {
    private static final int MAX = 2;
    private static final long FIRST_PAUSE_MILLIS = 300;

    /** Maximum pause to wait for. If a provider requests a longer one, the call fails. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    /**
     * Returns the first successful attempt's result.
     *
     * @throws CallException the last attempt's failure
     */
    <T> T run(ProviderRequest request, Deadline deadline, Supplier<T> attempt) {
      for (int tried = 0; ; tried++) {
        try {
          return attempt.get();
        } catch (CallException e) {
          Duration pause = Extremes.max(backoff(tried), e.pause().orElse(Duration.ZERO));
          boolean waits =
              pause.compareTo(MAX_PAUSE) <= 0 && pause.compareTo(deadline.remaining()) < 0;
          if (tried == MAX || !waits || !mayRepeat(request, e)) {
            throw e;
          }
          rest(pause);
        }
      }
    }

    private static boolean mayRepeat(ProviderRequest request, CallException failure) {
      return switch (failure.kind()) {
        // The provider has rejected the request or was not reached, so nothing was done.
        case LIMITED, CONNECT -> true;
        case BROKEN, STATUS -> request.repeatable();
        default -> false;
      };
    }

    /** Exponential with full jitter. */
    private Duration backoff(int tried) {
      return Duration.ofMillis(random.nextLong(1, (FIRST_PAUSE_MILLIS << tried) + 1));
    }

    private void rest(Duration pause) {
      vertx.timer(pause.toMillis() + 1, TimeUnit.MILLISECONDS).await();
    }
  }
}
