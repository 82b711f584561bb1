package dev.gatehouse.http.stages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Reply;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.http.exchange.Exchange;
import dev.gatehouse.messages.HttpMessages;
import dev.gatehouse.messages.HttpMessages.AreaChanged;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.http.HttpMethod;

/**
 * Cache for replies of areas on other nodes, to public reads that {@code x-cache} marks as publicly
 * cacheable. An entry expires after at most a minute.
 *
 * <p>A change on any node clears the area's entries on every node, as does a lost change event. A
 * reply that was requested before the change is not cached.
 */
public final class EdgeCache {
  private static final String JSON = "application/json";
  private static final Pattern MAX_AGE = Pattern.compile("max-age=(\\d{1,9})");
  private static final long MAX_SECONDS = 60;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long MAX_BYTES = 16 << 20;

  /** Maximum size in bytes; larger replies are not cached. */
  private static final int MAX_LENGTH = 65_536;

  /** Approximate size in bytes of an entry without its JSON and its key. */
  private static final int ENTRY = 512;

  private final Dispatcher dispatcher;
  private final LongSupplier nanoTime;
  private final Counter answered;
  private final Map<String, AtomicLong> generations = new ConcurrentHashMap<>();
  private final Map<String, Long> seconds = new ConcurrentHashMap<>();
  private final MemoryCache<String, Kept> cache = MemoryCache.ofWeight(MAX_BYTES, Kept::bytes);

  private record Kept(long generation, Answer answer, long since, long seconds, int bytes) {}

  /**
   * Read that may be answered from the cache.
   *
   * @param key cache key of its reply
   * @param generation generation of its area when the read began
   */
  record Asked(String key, Operation operation, long generation) {}

  /**
   * @param nanoTime a monotonic clock, such as {@link System#nanoTime}
   */
  public EdgeCache(Dispatcher dispatcher, MeterRegistry registry, LongSupplier nanoTime) {
    this.dispatcher = dispatcher;
    this.nanoTime = nanoTime;
    this.answered =
        Counter.builder("gatehouse.cache.hits")
            .description("Reads of other nodes' areas that were answered from memory")
            .register(registry);
    if (!dispatcher.isAlone()) {
      dispatcher.listen(HttpMessages.AREA_CHANGED, event -> clear(String.valueOf(event.area())));
    }
  }

  /**
   * Returns a request as a cacheable read; null if it is not cacheable.
   *
   * @param base base of the links in the reply
   */
  Asked asked(Exchange exchange, String base) {
    Operation operation = exchange.operation;
    if (seconds(operation) == 0
        || !exchange.request.method().equals(HttpMethod.GET)
        || !exchange.caller.subject().isEmpty()
        || dispatcher.hosts(operation.id())) {
      return null;
    }
    String key = operation.id() + ' ' + base + ' ' + exchange.parameters;
    return new Asked(key, operation, generation(operation.area()).get());
  }

  /** Returns the seconds for which a reply may be cached; 0 if it may not. */
  private long seconds(Operation operation) {
    return seconds.computeIfAbsent(operation.id(), first -> lifetime(operation));
  }

  private static long lifetime(Operation operation) {
    boolean open =
        operation.isPublic()
            && operation.method().equals(HttpMethod.GET)
            && operation.stream().isEmpty()
            && operation.produces().contains(JSON)
            && operation.cacheControl().startsWith("public");
    Matcher age = MAX_AGE.matcher(operation.cacheControl());
    long maxAge = age.find() ? Long.parseLong(age.group(1)) : MAX_SECONDS;
    return open ? Math.min(maxAge, MAX_SECONDS) : 0;
  }

  /** Returns the cached reply; null if absent or expired. */
  Answer find(Asked asked) {
    Kept kept = cache.find(asked.key());
    if (kept == null
        || kept.generation() != asked.generation()
        || nanoTime.getAsLong() - kept.since() >= kept.seconds() * SECOND_NANOS) {
      return null;
    }
    answered.increment();
    return kept.answer();
  }

  /**
   * Caches a reply, which is served until its area changes.
   *
   * @return the reply itself
   */
  Reply keep(Asked asked, Reply reply) {
    if (reply instanceof Answer answer
        && answer.status() == 200
        && answer.json() != null
        && answer.json().length() <= MAX_LENGTH) {
      int size = answer.json().length() + 2 * asked.key().length() + ENTRY;
      long lifetime = seconds(asked.operation());
      cache.put(
          asked.key(), new Kept(asked.generation(), answer, nanoTime.getAsLong(), lifetime, size));
    }
    return reply;
  }

  /**
   * Publishes a change that a request has made, or may have made, to every node. This node is
   * updated immediately.
   *
   * @return the reply itself
   */
  Reply changed(Operation operation, Reply reply) {
    boolean nothing = reply instanceof ApiError failure && failure.status() < 500;
    if (!nothing) {
      dispatcher.publish(HttpMessages.AREA_CHANGED, new AreaChanged(operation.area()));
    }
    return reply;
  }

  /** Clears an area's entries whenever the given event arrives. */
  public void follow(String event, String area) {
    if (!dispatcher.isAlone()) {
      dispatcher.listen(event, happened -> clear(area));
    }
  }

  private void clear(String area) {
    generation(area).incrementAndGet();
  }

  private AtomicLong generation(String area) {
    return generations.computeIfAbsent(area, first -> new AtomicLong());
  }
}
