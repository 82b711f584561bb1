package dev.gatehouse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Leaves what all tests of a run have seen of the API in a file, a line {@code operationId status}
 * each, for the test that comes after them: what no test has seen, nobody has tried.
 */
public final class StatusesSeen implements TestExecutionListener {
  private static final Path FILE = Path.of("target", "statuses-seen.txt");

  /** What the run before this one has seen; empty if there was none. */
  public static Set<String> before() {
    try {
      return Files.exists(FILE) ? new TreeSet<>(Files.readAllLines(FILE)) : Set.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    try {
      Files.write(FILE, new TreeSet<>(ContractCheck.INSTANCE.seen()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
