package dev.gatehouse.tracing;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Receives the spans that have ended. */
interface SpanRecorder {
  Instant now();

  /** Returns the source of ids, for any thread. */
  RandomGenerator random();

  /** Takes a span in the JSON form of OTLP. Does not block. */
  void record(JsonObject span);
}
