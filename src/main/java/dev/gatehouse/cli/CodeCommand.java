package dev.gatehouse.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The daily code. */
@Command(name = "code", mixinStandardHelpOptions = true, description = "Shows the code of today.")
final class CodeCommand implements Runnable {
  @ParentCommand private GatehouseCommand gatehouse;

  @Option(
      names = "--reissue",
      description = "replaces it by another one first: it was used, or got into wrong hands")
  private boolean reissue;

  private record Code(String code, String date) {}

  @Override
  public void run() {
    try (ManagementClient door = gatehouse.managementClient()) {
      String operation = reissue ? "access.reissueCode" : "access.currentCode";
      Code code = door.call(operation, Map.of(), Code.class);
      System.out.println(code.code() + "\tof " + code.date());
    }
  }
}
