package dev.gatehouse.provider;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.bus.Json;
import dev.gatehouse.provider.SingleFlight.Terms;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One provider, asked over HTTP from virtual threads: bounded in time, size and number, tried again
 * where that is safe, left alone while it fails or wants a pause. Its methods block.
 */
public final class ProviderClient {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderClient.class);
  private static final int UNAUTHORIZED = 401;
  private static final int NOT_MODIFIED = 304;

  /** Of a provider that wants a pause and does not say which. */
  private static final Duration UNSAID_PAUSE = Duration.ofSeconds(10);

  private final Providers node;
  private final ProviderOptions options;
  private final HttpExchange exchanges;
  private final Redirects redirects;
  private final Origins origins;
  private final ProviderBulkhead bulkhead;
  private final Retries retries;
  private final ConditionalRequestCache known = new ConditionalRequestCache();
  private final ProviderMetrics metrics;
  private final ReplyReader reader;

  /** Something done with a call that has been let through. */
  @FunctionalInterface
  private interface Conversation {
    ProviderReply hold();
  }

  /** The items of a list that comes in pages. */
  public record Pages<T>(List<T> items, boolean complete) {}

  ProviderClient(Providers node, ProviderOptions options) {
    this(node, options, new HostNames(InetAddress::getAllByName, 2));
  }

  ProviderClient(Providers node, ProviderOptions options, HostNames names) {
    this.node = node;
    this.options = options;
    this.exchanges = new HttpExchange(node.vertx(), options);
    this.redirects = new Redirects(names);
    this.origins = new Origins(node.vertx(), options.breaker(), node.clock());
    this.bulkhead = new ProviderBulkhead(options.bulkhead());
    this.retries = new Retries(node.vertx(), node.random());
    this.metrics = new ProviderMetrics(node.meters(), options.name());
    this.reader = new ReplyReader(options.name(), metrics);
    ProviderMetrics.show(node.meters(), options.name(), bulkhead::running, origins::open);
  }

  /**
   * Calls the provider, again where that does no harm.
   *
   * @return its answer, below 500 and not "too often"; what it means is the caller's to say
   * @throws ApiException 502 when it fails, 504 when it is too slow, 503 while it is not asked; 504
   *     of unknown outcome when it fails over what may not be repeated
   */
  public ProviderReply call(ProviderRequest request) {
    return call(request, Deadlines.within(options.timeout()));
  }

  /** The same with a token; a refused one is renewed, once. */
  public ProviderReply call(ProviderRequest request, TokenCache tokens) {
    Deadline deadline = Deadlines.within(options.timeout());
    String token = tokens.get();
    ProviderReply reply = call(request.with("Authorization", "Bearer " + token), deadline);
    if (reply.status() != UNAUTHORIZED) {
      return reply;
    }
    tokens.drop(token);
    return call(request.with("Authorization", "Bearer " + tokens.get()), deadline);
  }

  private ProviderReply call(ProviderRequest request, Deadline deadline) {
    return told(
        request,
        deadline,
        () -> retries.run(request, deadline, () -> accepted(request, once(request, deadline))));
  }

  /**
   * Calls the provider once, for those who judge every answer themselves.
   *
   * @param deadline of the caller; the provider's time-out holds, too
   * @return the answer without its body, whatever its status
   * @throws ApiException when there is none, as {@link #call}
   */
  public ProviderReply attempt(ProviderRequest request, Deadline deadline) {
    Deadline bounded = Deadlines.sooner(deadline, Deadlines.within(options.timeout()));
    return told(
        request,
        bounded,
        () -> {
          ProviderReply reply = exchanges.head(request, bounded);
          if (RetryAfterGate.wanted(reply)) {
            RetryAfterGate.of(reply, node.clock().instant())
                .ifPresent(pause -> origins.pause(request, pause));
          }
          return reply;
        });
  }

  /**
   * The items of all pages: follows {@code Link: <…>; rel="next"} within the same origin, each page
   * a call of its own.
   *
   * @param maxPages pages; if there are more, the list is not complete
   * @param read a page's items
   */
  public <T> Pages<T> pages(
      ProviderRequest first, int maxPages, Function<ProviderReply, List<T>> read) {
    return new Paging(this).follow(first, maxPages, read);
  }

  /** A success as a record; anything else is our fault or the provider's, never the client's. */
  public <T> T read(ProviderReply reply, Class<T> type) {
    return read(reply, type, Function.identity());
  }

  /**
   * A success as a record, and what is made of it.
   *
   * @throws ApiException 502 for another status, for what is no such JSON, and for whatever its
   *     reader throws over it
   */
  public <T, R> R read(ProviderReply reply, Class<T> type, Function<T, R> make) {
    return reader.read(reply, type, make);
  }

  /**
   * The elements of a success's array as records; those that are not understood are left out,
   * counted and logged.
   *
   * @param field of the object that holds the array; empty where the reply is the array itself
   * @param max elements of a reply
   * @throws ApiException 502 for another status, for what is no such array or a longer one, and
   *     where nothing of it is understood
   */
  public <T> Json.Elements<T> elements(ProviderReply reply, String field, Class<T> type, int max) {
    return reader.elements(reply, field, type, max);
  }

  /** The failure, counted, for an answer that the caller does not understand or cannot accept. */
  public ApiException failed(String why) {
    return reader.failed(why);
  }

  /**
   * A cache of what this provider answers.
   *
   * @param maxKeys keys
   */
  public <V> ProviderCache<V> cache(ProviderCache.Ages ages, int maxKeys) {
    return new ProviderCache<>(this, terms(options.timeout()), ages, maxKeys);
  }

  /**
   * A cache of what takes many calls to find out.
   *
   * @param fetch bounds all the calls of a fetch together; each has the time-out of a call
   */
  public <V> ProviderCache<V> cache(ProviderCache.Ages ages, int maxKeys, Duration fetch) {
    return new ProviderCache<>(this, terms(fetch), ages, maxKeys);
  }

  /**
   * The access token of this provider.
   *
   * @param fetch asks for one, by this client
   */
  public TokenCache tokens(Supplier<TokenCache.Token> fetch) {
    return new TokenCache(this, terms(options.timeout()), fetch);
  }

  private Terms terms(Duration fetch) {
    return new Terms(options.name(), fetch, node.clock());
  }

  /**
   * Waits for what somebody else fetches, in a place of the bulkhead, as long as there is time.
   *
   * @param max the time that a fetch may take
   */
  <T> T awaiting(Duration max, Function<Duration, T> wait) {
    try (ProviderBulkhead.Place _ = bulkhead.await()) {
      return wait.apply(Deadlines.within(max).remaining());
    } catch (CallException e) {
      metrics.failed(e.kind());
      throw e.failure(options.name(), true);
    }
  }

  ProviderMetrics metrics() {
    return metrics;
  }

  /** Holds a conversation where one may be held, and tells everyone how it went. */
  private ProviderReply told(
      ProviderRequest request, Deadline deadline, Conversation conversation) {
    try {
      origins.mustNotPause(request);
      origins.circuit(request).mustNotBeOpen();
      try (ProviderBulkhead.Place _ = bulkhead.run(deadline)) {
        return measured(request, conversation);
      }
    } catch (CallException e) {
      metrics.failed(e.kind());
      if (e.kind() == FailureKind.LIMITED && e.sent()) {
        Duration pause = e.pause().orElse(UNSAID_PAUSE);
        origins.pause(request, pause);
        LOG.warn("{} wants no calls for {} s", options.name(), pause.toSeconds());
      }
      throw e.failure(options.name(), request.handling().repeatable());
    }
  }

  private ProviderReply measured(ProviderRequest request, Conversation conversation) {
    Circuit.Admission admission = origins.circuit(request).admit();
    long started = System.nanoTime();
    boolean well = true;
    try {
      ProviderReply reply = conversation.hold();
      well = !reply.serverError();
      return reply;
    } catch (CallException e) {
      well = !e.kind().fault();
      throw e;
    } finally {
      admission.settle(well);
      Duration took = Duration.ofNanos(System.nanoTime() - started);
      metrics.called(took);
      LOG.debug("{} {} ms={}", options.name(), request.method(), took.toMillis());
    }
  }

  /** One attempt, with the redirects that it is led over. */
  private ProviderReply once(ProviderRequest request, Deadline deadline) {
    boolean conditional = request.handling().conditional();
    ProviderRequest asked = conditional ? known.conditions(request) : request;
    ProviderReply reply = exchanges.reply(asked, deadline);
    for (int hop = 0; Redirects.wanted(request, reply); hop++) {
      if (hop == request.handling().redirection().max()) {
        throw CallException.of(FailureKind.REDIRECT, "more redirects than are followed");
      }
      asked = redirects.next(request, asked, reply, deadline);
      reply = exchanges.reply(asked, deadline);
    }
    if (conditional && reply.status() == NOT_MODIFIED) {
      metrics.unchanged();
    }
    return conditional ? known.resolve(request, reply) : reply;
  }

  /** An answer, unless it is a failure of the provider or asks for a pause. */
  private ProviderReply accepted(ProviderRequest request, ProviderReply reply) {
    Instant now = node.clock().instant();
    if (RetryAfterGate.wanted(reply) || options.refusal().test(reply)) {
      Optional<Duration> pause = RetryAfterGate.of(reply, now).or(() -> options.refusal().pause());
      if (!RetryAfterGate.ofOneQuota(reply)) {
        origins.pauseAll(request, pause.orElse(UNSAID_PAUSE));
      }
      throw CallException.of(FailureKind.LIMITED, pause, "asked too often: " + reply.described());
    }
    // The last answer of a quota: it counts, and the next would be a refusal.
    RetryAfterGate.untilNewQuota(reply, now).ifPresent(pause -> origins.pause(request, pause));
    if (reply.serverError()) {
      throw CallException.of(FailureKind.STATUS, reply.described());
    }
    return reply;
  }
}
