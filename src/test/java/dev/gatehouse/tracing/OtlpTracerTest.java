package dev.gatehouse.tracing;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestClock;
import dev.gatehouse.UnendingReplies;
import dev.gatehouse.Waiting;
import dev.gatehouse.tracing.Span.TraceContext;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The header of a trace, and the limits of traces with a collector that never replies. */
class OtlpTracerTest {
  private static final String IDS = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";
  private static final String SAMPLED = "00-" + IDS + "-01";

  private final TestClock clock = TestClock.stoppedAt(Instant.parse("2026-03-10T10:00:00Z"));
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  @AutoClose private ServerSocket silent;

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  private OtlpTracer tracer(int sampleOneIn) {
    return tracer("http://127.0.0.1:" + silent.getLocalPort(), sampleOneIn);
  }

  private OtlpTracer tracer(String url, int sampleOneIn) {
    return OtlpTracer.start(
        new TracingSettings(url, Map.of(), sampleOneIn),
        Map.of("service.name", "test"),
        clock,
        new Random(1),
        meters);
  }

  private double spans(String result) {
    return meters.get("gatehouse.tracing.spans").tag("result", result).functionCounter().count();
  }

  @Test
  void limitsTheTracesThatClientsCause() throws IOException {
    try (OtlpTracer tracer = tracer(1_000_000_000)) {
      int recorded = 0;
      for (int i = 0; i < 200; i++) {
        Span span = tracer.request(SAMPLED);
        assertFalse(span.traceId().isEmpty());
        recorded += span.isRecorded() ? 1 : 0;
      }
      assertEquals(50, recorded);
      clock.advance(Duration.ofSeconds(1));
      assertTrue(tracer.request(SAMPLED).isRecorded());
      silent.close();
    }
  }

  @Test
  void dropsSpansThatTheCollectorDoesNotTake() throws Exception {
    OtlpTracer tracer = tracer(1);
    for (int i = 0; i < 6_000; i++) {
      tracer.request(null).end();
    }
    assertTrue(spans("dropped") >= 1_000, spans("dropped") + " were dropped");
    silent.close();
    tracer.close();
    Waiting.until(() -> spans("dropped") == 6_000);
    assertEquals(0, spans("exported"));
  }

  /** Otherwise the node could not stop. */
  @Test
  void closesDuringAReplyThatNeverEnds() throws Exception {
    try (var collector = new UnendingReplies()) {
      OtlpTracer tracer = tracer(collector.url(), 1);
      for (int i = 0; i < 600; i++) {
        tracer.request(null).end();
      }
      assertTimeoutPreemptively(Duration.ofMinutes(1), tracer::close);
      Waiting.until(() -> spans("dropped") == 600);
      assertEquals(0, spans("exported"));
    }
  }

  @Test
  void samplesSomeRequests() throws IOException {
    try (OtlpTracer tracer = tracer(10)) {
      int recorded = 0;
      for (int i = 0; i < 1_000; i++) {
        recorded += tracer.request(null).isRecorded() ? 1 : 0;
      }
      assertTrue(recorded > 50 && recorded < 200, recorded + " of 1,000");
      silent.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00-" + IDS + "-01, true, true",
    "00-" + IDS + "-00, true, false",
    "00-" + IDS + "-03, true, true",
    "cc-" + IDS + "-01-what, true, true",
    "00-" + IDS + "-01-what, false, false",
    "ff-" + IDS + "-01, false, false",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01, false, false",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01, false, false",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01, false, false",
    "00-" + IDS + ", false, false",
    "'', false, false",
  })
  void parsesHeadersOfTheStandard(String header, boolean valid, boolean sampled) {
    var context = TraceContext.parse(header);
    assertEquals(valid, context.isPresent());
    assertEquals(sampled, context.map(TraceContext::sampled).orElse(false));
  }

  @Test
  void ignoresEndlessHeader() {
    assertEquals(true, TraceContext.parse("cc-" + IDS + "-01-" + "x".repeat(9_999)).isEmpty());
  }

  @Test
  void parsesItsOwnHeader() {
    TraceContext first = TraceContext.first(new Random(1), true);
    assertEquals(first, TraceContext.parse(first.header()).orElseThrow());
    assertEquals(first.trace(), first.next(new Random(2)).trace());
  }
}
