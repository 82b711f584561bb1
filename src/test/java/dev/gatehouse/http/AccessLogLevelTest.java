package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.gatehouse.LogLines;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client's fault must not look like a fault of the node in the log. */
class AccessLogLevelTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @AutoClose private final LogLines lines = new LogLines("gatehouse.access", Level.WARN);

  @ParameterizedTest
  @CsvSource({
    "GET /audio http/1.1, 505",
    "GET /audio HTTP/9.9, 505",
    "GET /no-such-path HTTP/1.1, 404",
  })
  void warnsOfFaultsOfClients(String requestLine, int status) throws Exception {
    try (var client = new RawClient(NODE.address())) {
      client.send(requestLine + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      client.read(false).expect(status);
    }
    Waiting.until(() -> !levels(status).isEmpty());
    assertEquals(List.of(Level.WARN), levels(status));
  }

  /** A provider without settings is no fault of the service. */
  @Test
  void warnsOfMissingSettings() throws Exception {
    NODE.get("/api/proxy/codehost-stats").expect(503);
    Waiting.until(() -> !levels(503).isEmpty());
    assertEquals(List.of(Level.WARN), levels(503));
  }

  private List<Level> levels(int status) {
    return List.copyOf(lines.list).stream()
        .filter(line -> line.getFormattedMessage().contains(" status=" + status + " "))
        .map(ILoggingEvent::getLevel)
        .toList();
  }
}
