package dev.gatehouse.cli;

import dev.gatehouse.messages.JobMessages;
import dev.gatehouse.messages.JobMessages.JobRunStatus;
import dev.gatehouse.messages.JobMessages.JobStatus;
import dev.gatehouse.messages.Nothing;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Lists the background jobs. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the background jobs: name, schedule, start of the last run, its outcome or progress,",
      "and the time of the next run."
    })
final class JobsCommand implements Runnable {
  @ParentCommand private GatehouseCommand gatehouse;
  @Spec private CommandSpec spec;

  private static String outcome(JobRunStatus run) {
    if (run.error() != null) {
      return "failed: " + run.error();
    }
    String progress = run.progress();
    String words = progress == null || progress.isEmpty() ? "" : ": " + progress;
    return (run.endedAt() == null ? "unfinished" : "done") + words;
  }

  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      PrintWriter out = spec.commandLine().getOut();
      door.read(JobMessages.LIST, Nothing.NONE).jobs().forEach(job -> print(out, job));
    }
  }

  private static void print(PrintWriter out, JobStatus job) {
    out.println(
        job.name()
            + '\t'
            + job.schedule()
            + '\t'
            + (job.last() == null ? "not yet" : job.last().startedAt() + " " + outcome(job.last()))
            + (job.failures() > 1 ? " (" + job.failures() + " times)" : "")
            + (job.due() == null || job.runsHere() ? "" : "\tdue " + job.due()));
  }
}
