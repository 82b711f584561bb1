package dev.gatehouse.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Files that no document names any more. */
@Command(
    name = "trash",
    mixinStandardHelpOptions = true,
    description = {
      "Files that no document names any more: every hour they are moved to blobs/trash, and deleted",
      "after blobs.trashRetention (7 days). While more than a tenth of all would go, none is moved."
    })
final class TrashCommand {
  private static final int BATCH = 500;

  @ParentCommand private GatehouseCommand gatehouse;
  @Spec private CommandSpec spec;

  private record Item(String id, long size, Instant since) {}

  private record Page(List<Item> items, boolean hasMore) {}

  private record Done(long files, long bytes) {}

  private record Collected(long files, long all) {}

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists what is in the trash: id, bytes and since when.")
  void list() {
    try (ManagementClient door = gatehouse.managementClient()) {
      Page page = page(door, "");
      page.items().forEach(this::print);
      while (page.hasMore()) {
        page = page(door, page.items().getLast().id());
        page.items().forEach(this::print);
      }
    }
  }

  private void print(Item item) {
    out().println(item.id() + "\t" + item.size() + " bytes\tsince " + item.since());
  }

  private static Page page(ManagementClient door, String after) {
    return door.call("trash.list", Map.of("after", after), Page.class);
  }

  @Command(
      name = "restore",
      mixinStandardHelpOptions = true,
      description = {
        "Puts files back to where they were. They are spared for a day; what no document names by",
        "then is moved to the trash again."
      })
  void restore(
      @Parameters(paramLabel = "ID", arity = "0..*", description = "of files, as list shows them")
          List<String> ids,
      @Option(names = "--all", description = "all that are in the trash") boolean all) {
    boolean some = ids != null && !ids.isEmpty();
    if (some == all) {
      throw new ParameterException(spec.commandLine(), "which files: their ids, or --all?");
    }
    try (ManagementClient door = gatehouse.managementClient()) {
      long restored = all ? restoreAll(door) : restore(door, Set.copyOf(ids));
      out().println(restored + " files restored");
    }
  }

  private static long restoreAll(ManagementClient door) {
    long restored = 0;
    for (Page page = page(door, ""); !page.items().isEmpty(); page = page(door, "")) {
      List<String> ids = page.items().stream().map(Item::id).toList();
      restored += restore(door, Set.copyOf(ids.subList(0, Math.min(BATCH, ids.size()))));
    }
    return restored;
  }

  private static long restore(ManagementClient door, Set<String> ids) {
    return door.call("trash.restore", Map.of("ids", ids), Done.class).files();
  }

  @Command(
      name = "empty",
      mixinStandardHelpOptions = true,
      description = "Deletes all that is in the trash and that no document names, for good.")
  int empty(@Option(names = "--yes", description = "really") boolean yes) {
    if (!yes) {
      out().println("this deletes for good what scripts/gatehouse trash list shows: add --yes");
      return 1;
    }
    try (ManagementClient door = gatehouse.managementClient()) {
      Done done = door.call("trash.empty", Map.of(), Done.class);
      out().println(done.files() + " files with " + done.bytes() + " bytes deleted");
    }
    return 0;
  }

  @Command(
      name = "collect",
      mixinStandardHelpOptions = true,
      description = {
        "Moves all files of more than a day that no document names to the trash now, however many",
        "they are; without --yes it only counts them."
      })
  void collect(@Option(names = "--yes", description = "moves them") boolean yes) {
    try (ManagementClient door = gatehouse.managementClient()) {
      Collected found = door.call("trash.collect", Map.of("move", yes), Collected.class);
      out()
          .println(
              found.files()
                  + " of "
                  + found.all()
                  + " files are named by no document"
                  + (yes ? ": moved to the trash" : "; --yes moves them to the trash"));
    }
  }
}
