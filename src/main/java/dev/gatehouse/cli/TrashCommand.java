package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.messages.TrashMessages;
import dev.gatehouse.messages.TrashMessages.CollectOrphans;
import dev.gatehouse.messages.TrashMessages.OrphansFound;
import dev.gatehouse.messages.TrashMessages.RestoreTrashRequest;
import dev.gatehouse.messages.TrashMessages.TrashItem;
import dev.gatehouse.messages.TrashMessages.TrashPage;
import dev.gatehouse.messages.TrashMessages.TrashQuery;
import dev.gatehouse.messages.TrashMessages.TrashTotals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Manages files that no document references any more. */
@Command(
    name = "trash",
    description = {
      "Files that no document names any more: every hour they are moved to blobs/trash, and"
          + " deleted",
      "after blobs.trashRetention (7 days). If more than a tenth of all files are unreferenced,"
          + " none is moved."
    })
final class TrashCommand {
  private static final int BATCH = 500;

  @ParentCommand private GatehouseCommand gatehouse;
  @Spec private CommandSpec spec;

  @Command(
      name = "list",
      description = "Lists the files in the trash: ID, bytes and time of the move.")
  void list(@Mixin ListOutput output) {
    try (ManagementClient door = gatehouse.managementClient()) {
      TrashPage page = page(door, "");
      List<TrashItem> items = new ArrayList<>(page.items());
      while (page.hasMore()) {
        page = page(door, page.items().getLast().id());
        items.addAll(page.items());
      }
      output.print(
          items,
          List.of("ID", "BYTES", "SINCE"),
          item -> List.of(item.id(), Long.toString(item.size()), item.since().toString()));
    }
  }

  private static TrashPage page(ManagementClient door, String after) {
    return door.read(TrashMessages.LIST, new TrashQuery(after));
  }

  @Command(
      name = "restore",
      description = {
        "Restores files from the trash. They are kept for a day. A file that no document names by",
        "then moves to the trash again."
      })
  void restore(
      @Parameters(
              paramLabel = "ID",
              arity = "0..*",
              description = "IDs of files, as shown by list.")
          List<String> ids,
      @Option(names = "--all", description = "Restores all files in the trash.") boolean all,
      @Mixin ResultOutput output) {
    boolean some = ids != null && !ids.isEmpty();
    if (some == all) {
      throw new ParameterException(spec.commandLine(), "name the IDs of the files, or --all");
    }
    try (ManagementClient door = gatehouse.managementClient()) {
      long restored = all ? restoreAll(door) : restore(door, Set.copyOf(ids));
      output.print(Map.of("files", restored), restored + " files restored");
    }
  }

  private static long restoreAll(ManagementClient door) {
    long restored = 0;
    for (TrashPage page = page(door, ""); !page.items().isEmpty(); page = page(door, "")) {
      List<String> ids = page.items().stream().map(TrashItem::id).toList();
      restored += restore(door, Set.copyOf(ids.subList(0, Math.min(BATCH, ids.size()))));
    }
    return restored;
  }

  private static long restore(ManagementClient door, Set<String> ids) {
    return door.call(TrashMessages.RESTORE, new RestoreTrashRequest(List.copyOf(ids))).files();
  }

  @Command(
      name = "empty",
      description = "Deletes all files in the trash that no document references, permanently.")
  int empty(
      @Option(names = "--yes", description = "Confirms the deletion.") boolean yes,
      @Mixin ResultOutput output) {
    if (!yes) {
      spec.commandLine()
          .getErr()
          .println(
              "this permanently deletes all files that %s trash list shows: add --yes"
                  .formatted(CommandName.get()));
      return 1;
    }
    TrashTotals done = gatehouse.call(TrashMessages.EMPTY, Nothing.NONE);
    output.print(done, done.files() + " files with " + done.bytes() + " bytes deleted");
    return 0;
  }

  @Command(
      name = "collect",
      description = {
        "Moves all files older than a day that no document names to the trash now, regardless of",
        "their number. Without --yes it only counts them."
      })
  void collect(
      @Option(names = "--yes", description = "Moves the files.") boolean yes,
      @Mixin ResultOutput output) {
    OrphansFound found = gatehouse.call(TrashMessages.COLLECT, new CollectOrphans(yes));
    output.print(
        found,
        "%s of %s files are named by no document%s"
            .formatted(
                found.files(),
                found.all(),
                yes ? ": moved to the trash" : "; --yes moves them to the trash"));
  }
}
