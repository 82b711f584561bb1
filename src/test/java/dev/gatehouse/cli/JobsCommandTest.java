package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** The jobs of a node that runs, by the owner's command line. */
class JobsCommandTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void listsEachJobOnOneLine() throws Exception {
    Waiting.until(
        () -> line("calendar.repair").matches("calendar.repair\tevery 5m\t.*Z done\tdue .*Z"));
    assertTrue(
        line("notifications.report").contains("daily at 09:00 America/New_York"),
        () -> line("notifications.report"));
    assertTrue(
        line("store.sweep").endsWith("every 1h on each node\tnot yet"), () -> line("store.sweep"));
  }

  private static String line(String job) {
    return list().lines().filter(line -> line.startsWith(job + "\t")).findFirst().orElse("");
  }

  private static String list() {
    var output = new StringWriter();
    int port = URI.create(NODE.managementAddress()).getPort();
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR", NODE.data().toString(),
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(port));
    int status =
        new CommandLine(new GatehouseCommand(Path.of("."), environment))
            .setOut(new PrintWriter(output, true))
            .execute("jobs");
    assertEquals(0, status, output::toString);
    return output.toString();
  }
}
