package dev.gatehouse.command;

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
  @ParentCommand private GatehouseCommand gatehouse;

  private record Ban(String address, String reason, int attempts, Instant since, Instant until) {}

  private record Bans(List<Ban> bans) {}

  @Override
  public void run() {
    try (ManagementClient door = gatehouse.door()) {
      for (Ban ban : door.call("access.bans", Map.of(), Bans.class).bans()) {
        String until = ban.until() == null ? "for good" : "until " + ban.until();
        System.out.println(
            ban.address() + "\t" + ban.reason() + "\tsince " + ban.since() + "\t" + until);
      }
    }
  }
}
