package dev.gatehouse.tracing;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Span of a trace: one step of the work for a request. A span that is not recorded ignores
 * everything. Only one thread at a time may use a span.
 */
public final class Span {
  /** Span of the work of this thread. */
  public static final ScopedValue<Span> CURRENT = ScopedValue.newInstance();

  /** Span of work that is not traced. */
  public static final Span NONE = new Span(Optional.empty(), null, "", "", Kind.INTERNAL);

  /** Relation of a span to others. The order is that of the protocol, from 1. */
  public enum Kind {
    INTERNAL,
    SERVER,
    CLIENT,
    PRODUCER,
    CONSUMER
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Optional<SpanRecorder> recorder;
  private final TraceContext context;
  private final String parent;
  private final String name;
  private final Kind kind;
  private final JsonArray attributes;
  private final Instant begin;
  private final long started = System.nanoTime();
  private String error = "";
  private boolean ended;

  /**
   * @param recorder receives the span at its end; empty if it is not recorded
   * @param parent id of the span that contains this one; empty for the first of a trace
   */
  Span(
      Optional<SpanRecorder> recorder,
      TraceContext context,
      String parent,
      String name,
      Kind kind) {
    this.recorder = recorder;
    this.context = context;
    this.parent = parent;
    this.name = name;
    this.kind = kind;
    this.begin = recorder.map(SpanRecorder::now).orElse(Instant.EPOCH);
    // Most requests are not recorded.
    this.attributes = recorder.isPresent() ? new JsonArray() : null;
  }

  /** Returns the span of the work of this thread; {@link #NONE} without one. */
  public static Span current() {
    return CURRENT.orElse(NONE);
  }

  /** Begins a span within this one. */
  public Span child(String step, Kind kindOfStep) {
    return recorder
        .map(
            own -> new Span(recorder, context.next(own.random()), context.span(), step, kindOfStep))
        .orElse(NONE);
  }

  public boolean isRecorded() {
    return recorder.isPresent();
  }

  /** Returns the id of the trace; empty without one. */
  public String traceId() {
    return context == null ? "" : context.trace();
  }

  /** Returns the header by which other work continues this span; empty if it is not recorded. */
  public String traceparent() {
    return recorder.isPresent() ? context.header() : "";
  }

  /** Adds an attribute, with a name of OpenTelemetry's conventions. */
  public Span with(String key, String value) {
    return with(key, "stringValue", value);
  }

  /** Adds a number. */
  public Span with(String key, long value) {
    return with(key, "intValue", Long.toString(value));
  }

  private Span with(String key, String type, String value) {
    if (recorder.isPresent()) {
      attributes.add(
          new JsonObject().put("key", key).put("value", new JsonObject().put(type, value)));
    }
    return this;
  }

  /** Marks the step as failed. */
  public Span failed(String why) {
    error = why.isEmpty() ? "failed" : why;
    return this;
  }

  public void end() {
    end(name);
  }

  /** Ends the span under a name that was not known before. */
  public void end(String finalName) {
    if (recorder.isPresent() && !ended) {
      ended = true;
      recorder.get().record(json(finalName));
    }
  }

  /** Returns the span in the JSON form of OTLP. */
  private JsonObject json(String finalName) {
    long nanos = System.nanoTime() - started;
    var json =
        new JsonObject()
            .put("traceId", context.trace())
            .put("spanId", context.span())
            .put("name", finalName)
            .put("kind", kind.ordinal() + 1)
            .put("startTimeUnixNano", unixNanos(begin))
            .put("endTimeUnixNano", unixNanos(begin.plusNanos(nanos)))
            .put("attributes", attributes);
    if (!parent.isEmpty()) {
      json.put("parentSpanId", parent);
    }
    if (error.isEmpty()) {
      return json;
    }
    return json.put("status", new JsonObject().put("code", 2).put("message", error));
  }

  private static String unixNanos(Instant time) {
    return Long.toString(time.getEpochSecond() * NANOS_PER_SECOND + time.getNano());
  }

  /** Receives the spans that have ended. */
  interface SpanRecorder {
    Instant now();

    /** Returns the source of ids, for any thread. */
    RandomGenerator random();

    /** Takes a span in the JSON form of OTLP. Does not block. */
    void record(JsonObject span);
  }

  /**
   * Position in a trace, as W3C Trace Context transfers it in {@code traceparent}.
   *
   * @param trace 32 hex digits
   * @param span 16 hex digits
   * @param sampled whether the caller records the trace
   */
  record TraceContext(String trace, String span, boolean sampled) {
    private static final Pattern FORM =
        Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final int MAX_LENGTH = 200;
    private static final int RADIX = 16;

    /** Parses a header. Empty if it is absent or invalid, so that a new trace begins. */
    static Optional<TraceContext> parse(String header) {
      if (header == null || header.length() > MAX_LENGTH) {
        return Optional.empty();
      }
      Matcher parts = FORM.matcher(header);
      if (!parts.matches()
          || parts.group(1).equals("ff")
          || (parts.group(1).equals("00") && parts.group(5) != null)
          || isZero(parts.group(2))
          || isZero(parts.group(3))) {
        return Optional.empty();
      }
      boolean sampled = (Integer.parseInt(parts.group(4), RADIX) & 1) != 0;
      return Optional.of(new TraceContext(parts.group(2), parts.group(3), sampled));
    }

    private static boolean isZero(String digits) {
      return digits.chars().allMatch(digit -> digit == '0');
    }

    /** Begins a trace. Without a sample nothing refers to its span, which then has no id. */
    static TraceContext first(RandomGenerator random, boolean sampled) {
      String trace = id(random) + id(random);
      return new TraceContext(trace, sampled ? id(random) : "", sampled);
    }

    /** Returns another position in the same trace. */
    TraceContext next(RandomGenerator random) {
      return new TraceContext(trace, id(random), sampled);
    }

    private static String id(RandomGenerator random) {
      long id = random.nextLong();
      return HexFormat.of().toHexDigits(id == 0 ? 1 : id);
    }

    String header() {
      return "00-" + trace + '-' + span + (sampled ? "-01" : "-00");
    }
  }
}
