package dev.gatehouse.cli;

import dev.gatehouse.node.doctor.Finding;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Checks the settings and the environment of a node. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Checks settings, ports, TLS certificate, public address, proxy headers, clock, folders, disk,",
      "stores, backups, and the login to email, document server, Redis, object store, other nodes and",
      "each configured provider. Prints a remedy for each problem.",
      "Exits with 1 if there are problems. Warnings do not count. The node may run."
    })
final class DoctorCommand implements Callable<Integer> {
  @Mixin private ListOutput output;
  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public Integer call() {
    List<Finding> findings = ManagementClient.examine(gatehouse.home(), gatehouse.environment());
    output.printLines(findings, Finding::text);
    return GatehouseCommand.exitCode(findings.stream().noneMatch(Finding::isProblem));
  }
}
