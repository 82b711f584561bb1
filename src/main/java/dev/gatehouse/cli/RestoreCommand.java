package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.node.backup.DataPlaces;
import dev.gatehouse.node.backup.RestoredBackup;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Restores a backup into the node's empty data folder. */
@Command(
    name = "restore",
    description = {
      "Compares every file of a backup with its manifest and puts it into the node's data folder,"
          + " which must be empty or absent, and its",
      "blobs into the object store in the settings, if there is one; it must be empty.",
      "Stop the node first. A node does not start on an incomplete restore. An interrupted restore"
          + " resumes when it is run",
      "again."
    })
final class RestoreCommand implements Runnable {
  @Parameters(paramLabel = "FOLDER", description = "Folder of a backup.")
  private Path folder;

  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public void run() {
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    Settings settings = gatehouse.settings();
    try (StoredBlobs blobs = StoredBlobs.of(settings)) {
      DataPlaces places = GatehouseCommand.places(settings, blobs);
      new RestoredBackup(folder, progress, places.owners()).restore(places);
      Path settingsCopy = folder.resolve("settings");
      String note =
          Files.isDirectory(settingsCopy)
              ? " (the backed-up node's settings, without secrets, are in " + settingsCopy + ")"
              : "";
      output.print(
          Map.of("restored", folder.toString()), "restored " + folder + ": start the node" + note);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the restore failed: " + e + "; it resumes when it is run again", e);
    }
  }
}
