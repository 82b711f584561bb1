package dev.gatehouse.cli;

import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Creates a backup of documents, blobs and secrets. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description = {
      "Copies documents (as of one moment), blobs and secrets into a folder; a node may be running.",
      "Into the folder of an earlier backup it copies only the blobs that are new. Interrupted, it",
      "keeps the earlier backup, and resumes when it is run again. Blobs of an object",
      "store are read one after the other and held against their digests; ends with 1 if one differs."
    })
final class BackupCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "an empty folder, or an earlier backup")
  private Path folder;

  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public Integer call() {
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    Settings settings = gatehouse.settings();
    try (StoredBlobs blobs = StoredBlobs.of(settings)) {
      BackupFolder.Places places = GatehouseCommand.places(settings, blobs);
      BackupFolder.Taken taken = new BackupFolder(folder, progress).take(places);
      PrintWriter out = spec.commandLine().getOut();
      out.println("backed up into " + folder + ", " + taken.blobs() + " new blobs");
      taken
          .damaged()
          .forEach(id ->
              out.println(
                  "the object "
                      + id
                      + " is damaged and not in the backup: see scripts/gatehouse"
                      + " store verify"));
      if (!taken.damaged().isEmpty()) {
        return 1;
      }
      LastBackup.note(places.data(), folder);
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the backup failed: "
              + e
              + "; the previous backup is unchanged: run the command again to resume",
          e);
    }
  }
}
