package dev.gatehouse.cli;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The addresses that are blocked. */
@Command(
    name = "bans",
    mixinStandardHelpOptions = true,
    description = "Lists the blocked addresses.")
final class BansCommand implements Runnable {
  private static final int PAGE = 500;

  @ParentCommand private GatehouseCommand gatehouse;

  private record Ban(String address, String reason, int attempts, Instant since, Instant until) {}

  private record Place(boolean hasMore) {}

  private record Bans(List<Ban> bans, Place pagination) {}

  /** Page after page; who is banned meanwhile may push one onto the next page again. */
  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      boolean more = true;
      for (int skip = 0; more; skip += PAGE) {
        Bans page = door.call("access.bans", Map.of("limit", PAGE, "skip", skip), Bans.class);
        page.bans().forEach(BansCommand::print);
        more = page.pagination().hasMore();
      }
    }
  }

  private static void print(Ban ban) {
    String until = ban.until() == null ? "for good" : "until " + ban.until();
    System.out.println(
        ban.address() + "\t" + ban.reason() + "\tsince " + ban.since() + "\t" + until);
  }
}
