package dev.gatehouse.tracing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.tracing.Span.TraceContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceContextTest {
  private static final String IDS = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";

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
  void parsesTheStandardsForms(String header, boolean valid, boolean sampled) {
    var context = TraceContext.parse(header);
    assertEquals(valid, context.isPresent());
    assertEquals(sampled, context.map(TraceContext::sampled).orElse(false));
  }

  @Test
  void ignoresAnEndlessHeader() {
    assertEquals(true, TraceContext.parse("cc-" + IDS + "-01-" + "x".repeat(9_999)).isEmpty());
  }

  @Test
  void writesWhatItParses() {
    TraceContext first = TraceContext.first(new Random(1), true);
    assertEquals(first, TraceContext.parse(first.header()).orElseThrow());
    assertEquals(first.trace(), first.next(new Random(2)).trace());
  }
}
