package dev.gatehouse.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The background jobs. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the background jobs: name, schedule, when the last run began and how it ended or how",
      "far it has come, and when the next one is due."
    })
final class JobsCommand implements Runnable {
  @ParentCommand private GatehouseCommand gatehouse;
  @Spec private CommandSpec spec;

  private record Run(Instant startedAt, Instant endedAt, String error, String progress) {
    String outcome() {
      if (error != null) {
        return "failed: " + error;
      }
      String words = progress == null || progress.isEmpty() ? "" : ": " + progress;
      return (endedAt == null ? "unfinished" : "done") + words;
    }
  }

  private record Job(
      String name, String schedule, boolean runsHere, Instant due, int failures, Run last) {}

  private record Jobs(List<Job> jobs) {}

  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      PrintWriter out = spec.commandLine().getOut();
      door.call("jobs.list", Map.of(), Jobs.class).jobs().forEach(job -> print(out, job));
    }
  }

  private static void print(PrintWriter out, Job job) {
    out.println(
        job.name()
            + '\t'
            + job.schedule()
            + '\t'
            + (job.last() == null ? "not yet" : job.last().startedAt() + " " + job.last().outcome())
            + (job.failures() > 1 ? " (" + job.failures() + " times)" : "")
            + (job.due() == null || job.runsHere() ? "" : "\tdue " + job.due()));
  }
}
