package dev.gatehouse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Leaves what all tests of a run have seen of the API in files, one for each JVM that runs tests, a
 * line {@code operationId status} each, for the test that comes after them: what no test has seen,
 * nobody has tried.
 */
public final class StatusesSeen implements TestExecutionListener {
  /** Of this run of Maven alone: what an earlier one left behind proves nothing about the code. */
  private static final Path FOLDER =
      Path.of("target", "statuses-seen", System.getProperty("test.run", "none"));

  /** What the tests before this one have seen in this run; empty where it is the only one. */
  public static Set<String> before() {
    if (!Files.exists(FOLDER)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      Set<String> seen = new TreeSet<>();
      for (Path file : files.toList()) {
        seen.addAll(Files.readAllLines(file));
      }
      return seen;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    try {
      Files.createDirectories(FOLDER);
      Path file = FOLDER.resolve(System.getProperty("test.jvm", "1"));
      Files.write(file, new TreeSet<>(ContractCheck.INSTANCE.seen()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
