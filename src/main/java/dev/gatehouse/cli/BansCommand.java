package dev.gatehouse.cli;

import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.BanPage;
import dev.gatehouse.messages.AccessMessages.ListedBan;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Lists the banned addresses. */
@Command(
    name = "bans",
    mixinStandardHelpOptions = true,
    description = "Lists the blocked addresses.")
final class BansCommand implements Runnable {
  private static final int PAGE = 500;

  @ParentCommand private GatehouseCommand gatehouse;

  /**
   * Reads page after page. A ban that is added meanwhile may move an entry to the next page again.
   */
  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      boolean more = true;
      for (int skip = 0; more; skip += PAGE) {
        BanPage page = door.read(AccessMessages.BANS, new PageOrder(PAGE, skip));
        page.bans().forEach(BansCommand::print);
        more = page.pagination().hasMore();
      }
    }
  }

  private static void print(ListedBan ban) {
    String until = ban.until() == null ? "for good" : "until " + ban.until();
    System.out.println(
        ban.address() + "\t" + ban.reason() + "\tsince " + ban.since() + "\t" + until);
  }
}
