package dev.gatehouse.cli;

import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.CodeOfDate;
import dev.gatehouse.messages.Nothing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Manages the daily code. */
@Command(name = "code", description = "Shows today's code.")
final class CodeCommand implements Runnable {
  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Option(
      names = "--reissue",
      description = "Replaces the code first, because it was used or disclosed.")
  private boolean reissue;

  @Override
  public void run() {
    CodeOfDate code =
        gatehouse.call(
            reissue ? AccessMessages.REISSUE_CODE : AccessMessages.CURRENT_CODE, Nothing.NONE);
    output.print(code, code.code() + "\tof " + code.date());
  }
}
