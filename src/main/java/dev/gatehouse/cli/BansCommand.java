package dev.gatehouse.cli;

import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.BanPage;
import dev.gatehouse.messages.AccessMessages.ListedBan;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Lists the banned addresses. */
@Command(name = "bans", description = "Lists the blocked addresses.")
final class BansCommand implements Runnable {
  @Mixin private ListOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      output.print(
          door.readAll(
              AccessMessages.BANS,
              skip -> new PageOrder(ManagementClient.PAGE, skip),
              BanPage::bans,
              BanPage::pagination),
          List.of("ADDRESS", "REASON", "SINCE", "UNTIL"),
          BansCommand::cells);
    }
  }

  private static List<String> cells(ListedBan ban) {
    String until = Objects.toString(ban.until(), "permanent");
    return List.of(ban.address(), ban.reason(), ban.since().toString(), until);
  }
}
