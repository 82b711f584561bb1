package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program of the guide "Your own consumer" loses no entry, and repeats at most one after a
 * kill.
 */
class OwnConsumerGuideTest {
  private static final Path GUIDE = Path.of("src/docs/guides/own-consumer.md");
  private static final Pattern PROGRAM = Pattern.compile("(?s)```python\n(.*?)```");

  private static final long PAUSE_NANOS = 300_000_000;

  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir Path folder;

  @Test
  void losesNoEntryWhenKilledAndRestarted() throws Exception {
    assumeTrue(FirstRequestTest.installed("python3"));
    Matcher program = PROGRAM.matcher(Files.readString(GUIDE));
    assertTrue(program.find());
    Files.writeString(folder.resolve("consumer.py"), program.group(1));
    Path output = folder.resolve("output");
    Process first = started(output);
    try {
      // The stream sends only entries that are logged after its begin.
      var due = new AtomicLong(System.nanoTime());
      Waiting.until(() -> {
        if (System.nanoTime() - due.get() >= 0) {
          log("first");
          due.addAndGet(PAUSE_NANOS);
        }
        return Files.readString(output).contains("first");
      });
      Waiting.until(() -> Files.exists(folder.resolve("last-event-id")));
    } finally {
      end(first);
    }
    long before = lines(output).size();
    log("while it was stopped");
    Process second = started(output);
    try {
      Waiting.until(() -> Files.readString(output).contains("while it was stopped"));
      log("last");
      Waiting.until(() -> Files.readString(output).contains("\"last\""));
    } finally {
      end(second);
    }
    List<String> lines = lines(output);
    // It can be killed between its work and the storage of the ID, and then repeats that entry.
    long repeated = lines.size() - lines.stream().distinct().count();
    assertTrue(repeated <= 1, lines::toString);
    assertEquals(1, lines.stream().filter(line -> line.contains("while it was stopped")).count());
    assertTrue(lines.size() >= before + 2, lines::toString);
  }

  private Process started(Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("python3", "consumer.py")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().put("BASE", NODE.address());
    return builder.start();
  }

  private static void end(Process process) throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private static List<String> lines(Path output) throws IOException {
    return Files.readAllLines(output).stream().filter(line -> line.startsWith("{")).toList();
  }

  private static void log(String message) {
    JsonObject entry = Samples.message(NODE.clock.instant().toString(), message);
    NODE.owner("POST", "/api/proxy/bots/trading/logs")
        .json(JsonObject.of("LogMessage", entry))
        .expect(201);
  }
}
