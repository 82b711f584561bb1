package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.JobMessages;
import dev.gatehouse.messages.JobMessages.JobName;
import dev.gatehouse.messages.JobMessages.JobOutcome;
import dev.gatehouse.messages.JobMessages.JobRunStatus;
import dev.gatehouse.messages.JobMessages.JobStatus;
import dev.gatehouse.messages.Nothing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists the background jobs, and runs one. */
@Command(
    name = "jobs",
    description = {
      "Lists the background jobs: name, schedule, start of the last run, its outcome or progress,",
      "and the time of the next run."
    })
final class JobsCommand implements Runnable {
  @Mixin private ListOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  private static String outcome(JobRunStatus run) {
    if (run.error() != null) {
      return "failed: " + run.error();
    }
    String progress = run.progress();
    String words = PlainText.prefixed(": ", Objects.requireNonNullElse(progress, ""));
    if (run.endedAt() == null) {
      return "unfinished" + words;
    }
    return "done" + words;
  }

  @Override
  public void run() {
    output.print(
        gatehouse.read(JobMessages.LIST, Nothing.NONE).jobs(),
        List.of("JOB", "SCHEDULE", "LAST RUN", "OUTCOME", "NEXT RUN"),
        JobsCommand::cells);
  }

  @Command(
      name = "run",
      description = {
        "Runs a job now, although it is not due, and waits for its end. Exits with 1 if it fails,"
            + " if a",
        "node is already running it, or if no job has the name."
      })
  int run(
      @Parameters(paramLabel = "NAME", description = "Name of the job, as listed.") String name,
      @Mixin ResultOutput result) {
    JobOutcome done = gatehouse.call(JobMessages.RUN, new JobName(name));
    result.print(done, text(done));
    return GatehouseCommand.exitCode(done.success());
  }

  private static String text(JobOutcome done) {
    return switch (done.outcome()) {
      case "running" -> done.name() + " is already running";
      case "unknown" -> "no job is named " + done.name();
      default -> {
        String detail = PlainText.prefixed(": ", done.detail());
        yield done.name() + ' ' + done.outcome() + detail;
      }
    };
  }

  private static List<String> cells(JobStatus job) {
    String started = "not yet";
    String outcome = "";
    if (job.last() != null) {
      started = job.last().startedAt().toString();
      outcome = outcome(job.last());
      if (job.failures() > 1) {
        outcome += " (" + job.failures() + " times)";
      }
    }
    String due = job.due() == null || job.runsHere() ? "" : job.due().toString();
    return List.of(job.name(), job.schedule(), started, outcome, due);
  }
}
