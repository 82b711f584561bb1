package dev.gatehouse.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import picocli.CommandLine;

/** A data folder in the making, and the owner's commands on one. */
final class OwnersData {
  private OwnersData() {}

  static void secret(Path data) throws IOException {
    Files.createDirectories(data.resolve("secrets"));
    Path secret = Files.writeString(data.resolve("secrets/key"), "secret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  /** Runs a command for the node of a data folder. */
  static int run(Path data, String... words) {
    return run(data, new StringWriter(), words);
  }

  /** Runs a command and keeps what it says. */
  static int run(Path data, StringWriter output, String... words) {
    var command = new GatehouseCommand(Path.of("."), Map.of("GATEHOUSE_DATA_DIR", data.toString()));
    return new CommandLine(command)
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(output, true))
        .setExecutionExceptionHandler((problem, line, parsed) -> {
          line.getErr().println(problem.getMessage());
          return 1;
        })
        .execute(words);
  }
}
