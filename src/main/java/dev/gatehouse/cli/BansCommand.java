package dev.gatehouse.cli;

import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.BanPage;
import dev.gatehouse.messages.AccessMessages.ListedBan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Lists the banned addresses. */
@Command(
    name = "bans",
    mixinStandardHelpOptions = true,
    description = "Lists the blocked addresses.")
final class BansCommand implements Runnable {
  private static final int PAGE = 500;

  @Mixin private ListOutput output;
  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  /**
   * Reads page after page. A ban that is added meanwhile may move an entry to the next page again.
   */
  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      Set<ListedBan> bans = new LinkedHashSet<>();
      boolean more = true;
      for (int skip = 0; more; skip += PAGE) {
        BanPage page = door.read(AccessMessages.BANS, new PageOrder(PAGE, skip));
        bans.addAll(page.bans());
        more = page.pagination().hasMore();
      }
      output.print(
          spec.commandLine().getOut(),
          List.copyOf(bans),
          List.of("ADDRESS", "REASON", "SINCE", "UNTIL"),
          BansCommand::cells);
    }
  }

  private static List<String> cells(ListedBan ban) {
    String until = ban.until() == null ? "permanent" : ban.until().toString();
    return List.of(ban.address(), ban.reason(), ban.since().toString(), until);
  }
}
