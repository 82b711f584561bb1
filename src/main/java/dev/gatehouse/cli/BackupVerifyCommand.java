package dev.gatehouse.cli;

import dev.gatehouse.node.backup.RestoredBackup;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies a backup without restoring it. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Compares every file of a backup with its manifest, and verifies its documents.",
      "Exits with status 0 if there are no faults, else with status 1 and a line for each fault."
    })
final class BackupVerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "Folder of a backup.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    RestoredBackup.Verified verified = new RestoredBackup(folder, progress).verify();
    PrintWriter out = spec.commandLine().getOut();
    verified.faults().forEach(out::println);
    if (verified.ignored() > 0) {
      out.println(
          "a later backup into this folder was interrupted: a restore ignores its "
              + verified.ignored()
              + " files. Run the backup again to complete it");
    }
    boolean intact = verified.faults().isEmpty();
    out.println(
        verified.files()
            + " files of "
            + verified.created()
            + " in "
            + folder
            + (intact ? ": no faults" : ": faults found"));
    return intact ? 0 : 1;
  }
}
