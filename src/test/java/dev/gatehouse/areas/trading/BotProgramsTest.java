package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FirstRequestTest;
import dev.gatehouse.FreePort;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the bots of the guide against a node that refuses many of their requests, and that restarts.
 * Needs Python and Node.js.
 */
@Tag("slow")
class BotProgramsTest {
  private static final Path GUIDE = Path.of("src/docs/guides/bot.md");
  private static final String BARS = "/api/proxy/historical-data";
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final Duration END = Duration.ofSeconds(120);

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("LIMITS_OPERATOR_PER_MINUTE", "40").with("HTTP_PORT", freePort());

  @TempDir Path folder;

  /** A port that the node keeps when it restarts. */
  private static String freePort() {
    return Unchecked.get(() -> String.valueOf(FreePort.next()));
  }

  @Timeout(300)
  @ParameterizedTest
  @CsvSource({"python,python3,bot.py", "js,node,bot.mjs"})
  void survivesLimitsRestartsAndItsOwnEnd(String language, String program, String file)
      throws Exception {
    assumeTrue(FirstRequestTest.installed(program));
    Matcher block =
        Pattern.compile("(?s)BotProgramsTest -->\n```" + language + "\n(.*?)```")
            .matcher(Files.readString(GUIDE));
    assertTrue(block.find());
    Files.writeString(folder.resolve(file), block.group(1));
    Path output = folder.resolve("output");

    exhaustLimit();
    Process first = started(program, file, output);
    try {
      Waiting.until(END, () -> logged() >= 3);
      NODE.restart();
      int before = logged();
      Waiting.until(END, () -> logged() >= before + 3);
      assertTrue(first.isAlive(), Files.readString(output));
    } finally {
      end(first);
    }
    Thread.sleep(3_000);
    Process second = started(program, file, output);
    try {
      int before = logged();
      Waiting.until(END, () -> logged() >= before + 2);
      assertTrue(second.isAlive(), Files.readString(output));
    } finally {
      end(second);
    }
    for (String symbol : List.of("SPY", "BRK.B", "BTC%2FUSD")) {
      assertWithoutGap(BARS + "/" + symbol);
      NODE.owner("DELETE", BARS + "/" + symbol).send();
    }
    List<String> messages = messages();
    assertEquals(messages.size(), new HashSet<>(messages).size(), messages::toString);
  }

  /** Makes the node refuse all requests with the key for a minute. */
  private static void exhaustLimit() {
    Client.Request request = NODE.owner("GET", BARS);
    Client.Reply reply = request.send();
    while (reply.status() == 200) {
      reply = request.send();
    }
    reply.expect(429);
  }

  /** Each of the bot's steps has a bar, from an hour of steps before its start. */
  private static void assertWithoutGap(String path) {
    JsonArray bars = NODE.get(path + "?format=json&sortOrder=asc").json().getJsonArray("data");
    assertTrue(bars.size() > 60, () -> path + " has " + bars.size());
    Instant last = null;
    for (int i = 0; i < bars.size(); i++) {
      Instant time = Instant.parse(bars.getJsonObject(i).getString("timeUtc"));
      if (last != null) {
        assertEquals(last.plusSeconds(1), time, path);
      }
      last = time;
    }
  }

  private static List<String> messages() {
    return NODE.get(LOGS + "?limit=200").list("data").stream()
        .map(entry -> entry.getJsonObject("LogMessage"))
        .map(message -> message.getString("timeStamp") + message.getString("message"))
        .toList();
  }

  private static int logged() {
    return messages().size();
  }

  private Process started(String program, String file, Path output) throws IOException {
    ProcessBuilder bot = new ProcessBuilder(program, file).directory(folder.toFile());
    bot.environment()
        .putAll(Map.of("BOT_URL", NODE.address(), "BOT_KEY", TestNode.KEY, "BOT_SECONDS", "1"));
    var end = ProcessBuilder.Redirect.appendTo(output.toFile());
    return bot.redirectErrorStream(true).redirectOutput(end).start();
  }

  private static void end(Process process) throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
  }
}
