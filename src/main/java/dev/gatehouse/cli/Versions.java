package dev.gatehouse.cli;

import dev.gatehouse.node.health.Release;
import picocli.CommandLine.IVersionProvider;

/** The versions that a report of a defect needs. */
final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "Gatehouse %s (commit %s)".formatted(Release.version(), Release.commit()),
      "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")),
      "%s %s (%s)"
          .formatted(
              System.getProperty("os.name"),
              System.getProperty("os.version"),
              System.getProperty("os.arch"))
    };
  }
}
