package dev.gatehouse.tracing;

import module java.base;

import dev.gatehouse.tracing.Span.SpanRecorder;
import dev.gatehouse.tracing.Span.TraceContext;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to an OpenTelemetry collector: OTLP over HTTP, in JSON. Spans wait in a bounded queue
 * for one thread. When the queue is full, or the collector does not accept a request, spans are
 * dropped and counted. No request waits for the collector.
 */
public final class OtlpTracer implements Tracer, SpanRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(OtlpTracer.class);
  private static final int MAX_WAITING = 4_096;
  private static final int MAX_BATCH = 512;

  /** Requests that are recorded in a second because their clients ask for it. */
  private static final int MAX_REQUESTED = 50;

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LAST_BATCH = Duration.ofSeconds(2);

  private final TracingSettings settings;
  private final JsonObject resource;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final BlockingQueue<JsonObject> queue = new ArrayBlockingQueue<>(MAX_WAITING);
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();
  private final LongAdder exported = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final AtomicReference<Requested> requested = new AtomicReference<>(new Requested(0, 0));
  private final Thread sender;
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile boolean failing;

  /** Recorded requests of a second that clients have asked for. */
  private record Requested(long second, int count) {
    Requested oneMore(long now) {
      if (now == second) {
        return new Requested(now, count + 1);
      }
      return new Requested(now, 1);
    }
  }

  private OtlpTracer(
      TracingSettings settings,
      Map<String, String> resource,
      InstantSource clock,
      RandomGenerator random) {
    this.settings = settings;
    this.clock = clock;
    this.random = random;
    var attributes = new JsonArray();
    resource.forEach((key, value) ->
        attributes.add(
            new JsonObject()
                .put("key", key)
                .put("value", new JsonObject().put("stringValue", value))));
    this.resource = new JsonObject().put("attributes", attributes);
    this.sender = Thread.ofVirtual().name("traces").unstarted(this::run);
  }

  /**
   * Starts the thread that sends spans.
   *
   * @param resource attributes of this node
   * @param random source of ids, for any thread
   */
  public static OtlpTracer start(
      TracingSettings settings,
      Map<String, String> resource,
      InstantSource clock,
      RandomGenerator random,
      MeterRegistry registry) {
    var tracer = new OtlpTracer(settings, resource, clock, random);
    tracer.count(registry, "exported", tracer.exported);
    tracer.count(registry, "dropped", tracer.dropped);
    tracer.sender.start();
    return tracer;
  }

  private void count(MeterRegistry registry, String result, LongAdder counter) {
    FunctionCounter.builder("gatehouse.tracing.spans", counter, LongAdder::sum)
        .description("Recorded spans, by result: exported, or dropped because the collector failed")
        .tag("result", result)
        .register(registry);
  }

  @Override
  public Span request(String traceparent) {
    Optional<TraceContext> caller = TraceContext.parse(traceparent);
    TraceContext own = caller.map(context -> context.next(random)).orElseGet(this::first);
    boolean recorded = own.sampled() && (caller.isEmpty() || isAllowed(clock.instant()));
    return new Span(
        recorded ? Optional.of(this) : Optional.empty(),
        own,
        caller.map(TraceContext::span).orElse(""),
        "request",
        Span.Kind.SERVER);
  }

  /** Anyone can send the header, so the number of traces that clients cause is limited. */
  private boolean isAllowed(Instant now) {
    long second = now.getEpochSecond();
    return requested.updateAndGet(used -> used.oneMore(second)).count() <= MAX_REQUESTED;
  }

  private TraceContext first() {
    boolean sampled = (random.nextLong() >>> 1) % settings.sampleOneIn() == 0;
    return TraceContext.first(random, sampled);
  }

  @Override
  public Span resume(String traceparent, String name, Span.Kind kind) {
    return TraceContext.parse(traceparent)
        .filter(TraceContext::sampled)
        .map(cause -> new Span(Optional.of(this), cause.next(random), cause.span(), name, kind))
        .orElse(Span.NONE);
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void record(JsonObject span) {
    if (isClosed() || !queue.offer(span)) {
      dropped.increment();
    }
  }

  private void run() {
    try {
      while (!isClosed()) {
        JsonObject first = queue.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          gather();
          send(first, TIMEOUT);
        }
      }
    } catch (InterruptedException ended) {
      // The node stops.
    }
  }

  private boolean isClosed() {
    return ending.getCount() == 0;
  }

  /** Waits for more spans, because a request for each would cost more than the spans. */
  private void gather() throws InterruptedException {
    if (queue.size() < MAX_BATCH) {
      ending.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Sends a span, and those that wait behind it. */
  private void send(JsonObject first, Duration limit) throws InterruptedException {
    List<JsonObject> batch = new ArrayList<>();
    batch.add(first);
    queue.drainTo(batch, MAX_BATCH - 1);
    String problem = "interrupted";
    try {
      problem = problem(batch, limit);
    } finally {
      if (problem.isEmpty()) {
        exported.add(batch.size());
      } else {
        dropped.add(batch.size());
      }
    }
    if (failing == problem.isEmpty()) {
      failing = !failing;
      if (failing) {
        LOG.warn("the collector {} fails, spans are dropped: {}", settings.url(), problem);
      } else {
        LOG.info("the collector {} accepts spans again", settings.url());
      }
    }
  }

  /** Sends a batch, and returns the failure; empty if the collector has accepted it. */
  private String problem(List<JsonObject> batch, Duration limit) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(settings.url() + "/v1/traces"))
            .timeout(limit)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body(batch).encode()));
    settings.headers().forEach(request::setHeader);
    var reply = client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
    try {
      // The client's own timeout does not include the body of the reply.
      int status = reply.get(limit.toMillis(), TimeUnit.MILLISECONDS).statusCode();
      return status < 300 ? "" : "status " + status;
    } catch (ExecutionException e) {
      return e.getCause().toString();
    } catch (TimeoutException e) {
      return "no complete reply within " + limit.toSeconds() + " s";
    } finally {
      reply.cancel(true);
    }
  }

  private JsonObject body(List<JsonObject> batch) {
    var scope =
        new JsonObject()
            .put("scope", new JsonObject().put("name", "dev.gatehouse"))
            .put("spans", new JsonArray(batch));
    var one =
        new JsonObject().put("resource", resource).put("scopeSpans", new JsonArray().add(scope));
    return new JsonObject().put("resourceSpans", new JsonArray().add(one));
  }

  /** Sends what waits, for about two seconds, unless the collector fails or does not reply. */
  @Override
  public void close() {
    ending.countDown();
    try {
      sender.join(LAST_BATCH);
      Instant end = clock.instant().plus(LAST_BATCH);
      while (!sender.isAlive() && !failing && !queue.isEmpty() && clock.instant().isBefore(end)) {
        send(queue.remove(), LAST_BATCH);
      }
      dropped.add(queue.size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sender.interrupt();
      client.shutdownNow();
    }
  }
}
