package dev.gatehouse.cli;

import dev.gatehouse.messages.AccessMessages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lifts the ban of an address, including that of an owner who is locked out. */
@Command(
    name = "unban",
    description = "Unblocks an address and clears its count of failed attempts.")
final class UnbanCommand implements Runnable {
  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Parameters(paramLabel = "ADDRESS", description = "An IPv4 or IPv6 address.")
  private String address;

  @Override
  public void run() {
    var done = gatehouse.call(AccessMessages.UNBAN, new AccessMessages.Address(address));
    output.print(done, done.message());
  }
}
