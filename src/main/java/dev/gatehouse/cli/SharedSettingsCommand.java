package dev.gatehouse.cli;

import dev.gatehouse.node.agreement.StoredSetting;
import dev.gatehouse.node.agreement.StoredSetting.Version;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Lists the settings on which the nodes agree. */
@Command(
    name = "settings",
    description = {
      "Lists the settings that are equal on all nodes: key, node that stored the value, and time.",
      "Values are not shown; only their keyed digests are stored."
    })
final class SharedSettingsCommand implements Runnable {
  @Mixin private ListOutput output;
  @ParentCommand private ClusterCommand cluster;

  @Override
  public void run() {
    cluster.withAgreement(repository -> {
      Instant now = repository.now();
      List<Shared> all =
          repository.all().stream().map(setting -> shared(setting.at(now), now)).toList();
      output.print(
          all,
          List.of("KEY", "VALUE", "ROTATION"),
          each -> List.of(each.key(), each.value(), each.rotation()));
    });
  }

  /**
   * A setting on which the nodes agree.
   *
   * @param rotation the end of a rotation and the origin of the second value; else empty
   */
  private record Shared(String key, String value, String rotation) {}

  private static Shared shared(StoredSetting setting, Instant now) {
    String value = origin(setting.agreed());
    if (!setting.isRotating(now)) {
      return new Shared(setting.id(), value, "");
    }
    String second =
        setting.second().exists() ? origin(setting.second()) : "not chosen by a node yet";
    return new Shared(
        setting.id(), value, "until " + setting.rotationEnd() + ", second value: " + second);
  }

  private static String origin(Version version) {
    return "%s by %s at %s"
        .formatted(version.given() ? "set" : "stored without a value", version.by(), version.at());
  }
}
