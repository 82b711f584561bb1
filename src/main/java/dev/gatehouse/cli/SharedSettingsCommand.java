package dev.gatehouse.cli;

import dev.gatehouse.node.agreement.StoredSetting;
import dev.gatehouse.node.agreement.StoredSetting.Version;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Lists the settings on which the nodes agree. */
@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the settings that are equal on all nodes: key, node that stored the value, and time.",
      "Values are not shown; only their keyed digests are stored."
    })
final class SharedSettingsCommand implements Runnable {
  @Spec private CommandSpec spec;
  @ParentCommand private ClusterCommand cluster;

  @Override
  public void run() {
    cluster.withAgreement(repository -> {
      Instant now = repository.now();
      repository
          .all()
          .forEach(setting -> spec.commandLine().getOut().println(line(setting.at(now), now)));
    });
  }

  private static String line(StoredSetting setting, Instant now) {
    String line = setting.id() + '\t' + origin(setting.agreed());
    if (!setting.isRotating(now)) {
      return line;
    }
    String second =
        setting.second().exists() ? origin(setting.second()) : "not chosen by a node yet";
    return line + "\trotation until " + setting.rotationEnd() + ", second value: " + second;
  }

  private static String origin(Version version) {
    return (version.given() ? "set" : "stored without a value")
        + " by "
        + version.by()
        + " at "
        + version.at();
  }
}
