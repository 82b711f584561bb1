package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.*;

import ch.qos.logback.classic.Level;
import dev.gatehouse.LogLines;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

/** Exceptions that clients can cause must not flood the log or the metrics. */
class FaultsTest {
  @Test
  void countsAllFaultsAndLogsFew() {
    try (var lines = new LogLines(Faults.class, Level.WARN)) {
      var metrics = new SimpleMeterRegistry();
      var faults = new Faults(metrics);
      faults.note(new SocketException("Connection reset"));
      faults.note(new IOException("Broken pipe"));
      faults.note(new ClosedChannelException());
      assertEquals(0, lines.list.size(), "clients have left");
      for (int i = 0; i < 500; i++) {
        faults.note(new IOException("a\nline\r\nof the client's"));
        faults.note(new IllegalStateException());
      }
      assertEquals(
          1_003,
          metrics.find("gatehouse.http.faults").counters().stream()
              .mapToDouble(Counter::count)
              .sum());
      assertEquals(5, metrics.find("gatehouse.http.faults").counters().size());
      assertEquals(1, lines.list.size());
      String line = lines.list.getFirst().getFormattedMessage();
      assertFalse(line.contains("\n") || line.contains("\r"), line);
      assertTrue(line.contains("FaultsTest"), line);
    }
  }
}
