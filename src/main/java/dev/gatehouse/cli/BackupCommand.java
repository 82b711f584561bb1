package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.cli.BackupCommand.BackupVerifyCommand;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.Modules;
import dev.gatehouse.node.backup.BackupFolder;
import dev.gatehouse.node.backup.DataPlaces;
import dev.gatehouse.node.backup.RestoredBackup;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.files.LowPriority;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Creates a backup of documents, blobs and secrets. */
@Command(
    name = "backup",
    subcommands = BackupVerifyCommand.class,
    description = {
      "Copies documents (as of one moment), blobs and secrets into a folder; a node may be"
          + " running.",
      "Into the folder of an earlier backup it copies only blobs that are new or damaged there.",
      "Interrupted, it keeps the earlier backup, and resumes when it is run again. It reads"
          + " everything",
      "that it wrote, and writes a manifest with the SHA-256 of each file. Ends with 1 if a blob",
      "differs from the digest in its document."
    })
final class BackupCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FOLDER",
      arity = "0..1",
      description = "An empty folder, or an earlier backup.")
  private Path folder;

  @Mixin private ResultOutput output;
  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public Integer call() {
    if (folder == null) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FOLDER'");
    }
    LowPriority.ofThisThread();
    Progress progress = Progress.ofBytes(System.err, Progress.isWatched());
    Settings settings = gatehouse.settings();
    try (StoredBlobs blobs = StoredBlobs.of(settings)) {
      DataPlaces places = GatehouseCommand.places(settings, blobs);
      BackupFolder.Taken taken = new BackupFolder(folder, progress, Clock.systemUTC()).take(places);
      output.print(taken, text(taken));
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

  private String text(BackupFolder.Taken taken) {
    Stream<String> damaged =
        taken.damaged().stream()
            .map(id ->
                "the file %s is damaged and not in the backup: see %s"
                    .formatted(id, CommandName.with("store verify")));
    return Stream.concat(
            Stream.of("backed up into " + folder + ", " + taken.blobs() + " new blobs"), damaged)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** Verifies a backup without restoring it. */
  @Command(
      name = "verify",
      description = {
        "Compares every file of a backup with the SHA-256 in its manifest, and verifies its documents.",
        "Exits with status 0 if there are no faults, else with status 1 and a line for each fault."
      })
  static final class BackupVerifyCommand implements Callable<Integer> {
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
  static final class RestoreCommand implements Runnable {
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
            Map.of("restored", folder.toString()),
            "restored " + folder + ": start the node" + note);
      } catch (IOException e) {
        throw new UncheckedIOException(
            "the restore failed: " + e + "; it resumes when it is run again", e);
      }
    }
  }
}
