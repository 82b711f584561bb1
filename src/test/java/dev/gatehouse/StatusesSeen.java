package dev.gatehouse;

import module java.base;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes the API statuses that a test run has seen to files, one per JVM, with lines {@code
 * operationId status}. A later test reports statuses that no test has covered.
 */
public final class StatusesSeen implements TestExecutionListener {
  /** Separate folder for each Maven run, because results of an earlier run prove nothing. */
  private static final Path FOLDER =
      Path.of("target", "statuses-seen", System.getProperty("test.run", "none"));

  /** Returns what earlier tests of this run have seen; empty if this is the only one. */
  public static Set<String> before() {
    if (!Files.exists(FOLDER)) {
      return Set.of();
    }
    Set<String> seen = new TreeSet<>();
    for (Path file : FileTree.of(FOLDER)) {
      seen.addAll(Unchecked.get(() -> Files.readAllLines(file)));
    }
    return seen;
  }

  /** Adds a status that was not seen by a {@link Client}. */
  public static void add(String operation, int status) {
    ContractCheck.INSTANCE.seen().add(operation + ' ' + status);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    Path file = FOLDER.resolve(System.getProperty("test.jvm", "1"));
    Unchecked.run(() -> Files.createDirectories(FOLDER));
    Unchecked.run(() -> Files.write(file, new TreeSet<>(ContractCheck.INSTANCE.seen())));
  }
}
