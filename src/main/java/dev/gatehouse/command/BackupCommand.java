package dev.gatehouse.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Takes a backup of documents, blobs and secrets. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Copies documents (as of one moment), blobs and secrets into a folder; a node may be running.",
      "Into the folder of an earlier backup it copies only the blobs that are new. Interrupted, it",
      "leaves the earlier backup as it was, and goes on when it is run again."
    })
final class BackupCommand implements Runnable {
  @Parameters(paramLabel = "FOLDER", description = "an empty folder, or an earlier backup")
  private Path folder;

  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public void run() {
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    try {
      int copied = new BackupFolder(folder, progress).take(gatehouse.places());
      spec.commandLine()
          .getOut()
          .println("backed up into " + folder + ", " + copied + " new blobs");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the backup failed: "
              + e
              + "; the last one is as it was, and this one goes on when it is run again",
          e);
    }
  }
}
