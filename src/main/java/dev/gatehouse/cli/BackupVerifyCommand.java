package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.node.Modules;
import dev.gatehouse.node.backup.RestoredBackup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Verifies a backup without restoring it. */
@Command(
    name = "verify",
    description = {
      "Compares every file of a backup with the SHA-256 in its manifest, and verifies its documents.",
      "Exits with status 0 if there are no faults, else with status 1 and a line for each fault."
    })
final class BackupVerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "Folder of a backup.")
  private Path folder;

  @Mixin private ResultOutput output;

  @Override
  public Integer call() throws IOException {
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    RestoredBackup.Verified verified =
        new RestoredBackup(folder, progress, Modules::blobs).verify();
    boolean intact = verified.faults().isEmpty();
    output.print(verified, text(verified));
    return GatehouseCommand.exitCode(intact);
  }

  private String text(RestoredBackup.Verified verified) {
    List<String> lines = new ArrayList<>(verified.faults());
    if (verified.ignored() > 0) {
      lines.add(
          "a later backup into this folder was interrupted: a restore ignores its "
              + verified.ignored()
              + " files. Run the backup again to complete it");
    }
    lines.add(
        "%s files of %s in %s%s"
            .formatted(
                verified.files(),
                verified.created(),
                folder,
                verified.faults().isEmpty() ? ": no faults" : ": faults found"));
    return String.join(System.lineSeparator(), lines);
  }
}
