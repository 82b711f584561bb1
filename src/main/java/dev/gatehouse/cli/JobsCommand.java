package dev.gatehouse.cli;

import dev.gatehouse.messages.JobMessages;
import dev.gatehouse.messages.JobMessages.JobRunStatus;
import dev.gatehouse.messages.JobMessages.JobStatus;
import dev.gatehouse.messages.Nothing;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  @Mixin private ListOutput output;
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
      output.print(
          spec.commandLine().getOut(),
          door.read(JobMessages.LIST, Nothing.NONE).jobs(),
          List.of("JOB", "SCHEDULE", "LAST RUN", "OUTCOME", "NEXT RUN"),
          JobsCommand::cells);
    }
  }

  private static List<String> cells(JobStatus job) {
    JobRunStatus last = job.last();
    String times = job.failures() > 1 ? " (" + job.failures() + " times)" : "";
    return List.of(
        job.name(),
        job.schedule(),
        last == null ? "not yet" : last.startedAt().toString(),
        last == null ? "" : outcome(last) + times,
        job.due() == null || job.runsHere() ? "" : job.due().toString());
  }
}
