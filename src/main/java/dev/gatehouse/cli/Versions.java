package dev.gatehouse.cli;

import dev.gatehouse.node.health.Release;
import java.util.List;
import picocli.CommandLine.IVersionProvider;

/** The versions that a report of a defect needs. */
final class Versions implements IVersionProvider {
  /** Versions of the program and of the software below it. */
  record Software(String gatehouse, String commit, String java, String vendor, String system) {
    List<String> lines() {
      return List.of(
          "Gatehouse %s (commit %s)".formatted(gatehouse, commit),
          "Java %s (%s)".formatted(java, vendor),
          system);
    }
  }

  static Software current() {
    String system =
        "%s %s (%s)"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"));
    return new Software(
        Release.version(),
        Release.commit(),
        Runtime.version().toString(),
        System.getProperty("java.vendor"),
        system);
  }

  @Override
  public String[] getVersion() {
    return current().lines().toArray(String[]::new);
  }
}
