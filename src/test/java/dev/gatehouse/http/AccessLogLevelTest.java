package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** A client's fault must not look like a fault of the node in the log. */
class AccessLogLevelTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private final Logger logger = (Logger) LoggerFactory.getLogger("gatehouse.access");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private Level before;

  @BeforeEach
  void listen() {
    before = logger.getLevel();
    logger.setLevel(Level.WARN);
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void detach() {
    logger.detachAppender(lines);
    logger.setLevel(before);
  }

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
