package dev.gatehouse.cli;

import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Restores a backup into the node's empty data folder. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Verifies a backup and restores it to the node's data folder, which must be empty or absent.",
      "If the settings name an object store, the blobs are restored to it. It must hold no blobs.",
      "No node may be running, and no node starts on a partial restore. Run an interrupted restore",
      "again to resume it."
    })
final class RestoreCommand implements Runnable {
  @Parameters(paramLabel = "FOLDER", description = "a backup")
  private Path folder;

  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public void run() {
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    Settings settings = gatehouse.settings();
    try (StoredBlobs blobs = StoredBlobs.of(settings)) {
      new BackupFolder(folder, progress).restore(GatehouseCommand.places(settings, blobs));
      spec.commandLine().getOut().println("restored " + folder + ": start the node");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the restore failed: " + e + "; run the command again to resume", e);
    }
  }
}
