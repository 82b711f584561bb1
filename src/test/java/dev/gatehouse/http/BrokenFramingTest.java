package dev.gatehouse.http;

import static dev.gatehouse.http.HostileRequestsTest.isInTheOneShape;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Request lines, hosts and bodies with invalid HTTP syntax. */
class BrokenFramingTest {
  private static final int ROUNDS = 10;
  private static final int MAX_LINE = 300;
  private static final String ALIVE = "GET /api/proxy/still-alive/status";
  private static final String OWNER = "X-API-Key: " + TestNode.KEY;

  @RegisterExtension static final TestNode NODE = new TestNode();

  static Stream<Arguments> wholeHeads() {
    String line = ALIVE + " HTTP/";
    String host = "\r\nHost: a\r\n\r\n";
    return Stream.of(
        Arguments.of(line + "9.9" + host, 505),
        Arguments.of(line + "2.0" + host, 505),
        Arguments.of(line + "1.10" + host, 505),
        Arguments.of(line + "0.9" + host, 505),
        Arguments.of(ALIVE + " FTP/1.1" + host, 505),
        Arguments.of(ALIVE + " http/1.1" + host, 505),
        Arguments.of(ALIVE + " Http/1.1" + host, 505),
        Arguments.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Arguments.of("G(ET " + line + "1.1" + host, 400),
        Arguments.of("\0" + line + "1.1" + host, 400),
        Arguments.of(line + "1.1\n\n", 400),
        Arguments.of(line + "1.1\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost:\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a b/c@d\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\"<b>\r\n\r\n", 400),
        Arguments.of(line + "1.1\r\nHost: a\r\nX: b\rc: d\r\n\r\n", 400),
        Arguments.of("GET /" + "a".repeat(10_000) + " HTTP/1.1" + host, 414));
  }

  @ParameterizedTest
  @MethodSource("wholeHeads")
  void rejectsMalformedRequestHeads(String head, int status) throws IOException {
    isInTheOneShape(NODE.exchange(head).expect(status));
  }

  /**
   * Each request causes one short access log line and no other line, so a client cannot fill the
   * disk.
   */
  @Test
  void logsOneShortLinePerBrokenRequest() throws Exception {
    var access = (Logger) LoggerFactory.getLogger("gatehouse.access");
    var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    root.setLevel(Level.WARN);
    access.setLevel(Level.WARN);
    access.setAdditive(false);
    access.addAppender(lines);
    root.addAppender(lines);
    int sent = 0;
    try {
      for (int round = 0; round < ROUNDS; round++) {
        for (Arguments each : wholeHeads().toList()) {
          NODE.exchange((String) each.get()[0]);
          sent++;
        }
        for (Arguments each : brokenChunks().toList()) {
          String[] parts = ((String) each.get()[0]).split("\\|", 3);
          try (RawClient client = NODE.raw()) {
            String type = "Content-Type: " + parts[1];
            String head = RawClient.head(parts[0], OWNER, type, "Transfer-Encoding: chunked");
            assertTrue(client.send(head + parts[2]).closedByServer());
          }
          sent++;
        }
      }
      int all = sent;
      Waiting.until(() -> lines.list.size() >= all);
    } finally {
      root.detachAppender(lines);
      access.detachAppender(lines);
      access.setAdditive(true);
      access.setLevel(Level.OFF);
      root.setLevel(Level.ERROR);
    }
    List<String> said = lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    // Besides the access log, one line per ten seconds. PRI's second line counts as a request too.
    assertTrue(said.size() <= sent + 2 * ROUNDS, sent + " requests: " + said);
    assertTrue(said.stream().allMatch(line -> line.length() < MAX_LINE), said::toString);
    assertTrue(said.stream().noneMatch(line -> line.contains(" status=2")), said::toString);
  }

  static Stream<Arguments> brokenChunks() {
    String json = "POST /api/proxy/daily-code/validate|application/json|";
    String stream = "PUT /api/proxy/resume|application/pdf|5\r\n%PDF-\r\n";
    return Stream.of(
        Arguments.of(json + "ZZ\r\nab\r\n"),
        Arguments.of(json + "-1\r\nab\r\n"),
        Arguments.of(json + "FFFFFFFFFFFFFFFFF\r\nab\r\n"),
        Arguments.of(json + "2;x=" + "a".repeat(10_000) + "\r\nab\r\n"),
        Arguments.of(json + "0\r\nX: " + "a".repeat(10_000) + "\r\n\r\n"),
        Arguments.of(stream + "ZZ\r\nab\r\n"),
        Arguments.of(stream + "-5\r\nab\r\n"));
  }

  /**
   * The response may be an error or missing, but the connection must end. The start of the next
   * request is unknown.
   */
  @ParameterizedTest
  @MethodSource("brokenChunks")
  void closesConnectionAfterMalformedChunks(String request) throws Exception {
    String[] parts = request.split("\\|", 3);
    int before = NODE.blobs().size();
    try (RawClient client = NODE.raw()) {
      client.send(
          RawClient.head(parts[0], OWNER, "Content-Type: " + parts[1], "Transfer-Encoding: chunked")
              + parts[2]
              + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
      try {
        isInTheOneShape(client.read().expect(400));
      } catch (EOFException | SocketException closedWithoutAWord) {
        // an end without a response is also correct
      }
      assertTrue(client.closedByServer());
    }
    Waiting.until(() -> NODE.blobs().size() <= before);
  }
}
