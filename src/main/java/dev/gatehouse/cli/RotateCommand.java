package dev.gatehouse.cli;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.agreement.StoredSetting;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lets two values of a setting be valid while the nodes restart one after the other. */
@Command(
    name = "rotate",
    description = {
      "Lets nodes start with a second value of a setting that must be equal on all nodes.",
      "Nodes with the old value remain valid until the rotation ends."
    })
final class RotateCommand implements Runnable {
  private static final Duration LONGEST = Duration.ofDays(30);

  @Parameters(paramLabel = "KEY", description = "Setting, for example access.jwtSecret.")
  private String key;

  @Option(
      names = "--for",
      defaultValue = "24h",
      description = "Duration of the rotation, at most 30d.")
  private String duration;

  @Option(names = "--end", description = "Ends the rotation now. Only the second value is valid.")
  private boolean end;

  @Mixin private ResultOutput output;
  @ParentCommand private ClusterCommand cluster;

  @Override
  public void run() {
    Duration length = Durations.parse(duration);
    Check.that(length.compareTo(LONGEST) <= 0, "--for must be at most 30d");
    cluster.withAgreement(repository -> rotate(repository, length));
  }

  private void rotate(AgreementRepository repository, Duration length) {
    Instant now = repository.now();
    Optional<StoredSetting> found = repository.rotate(key, end ? now : now.plus(length), now);
    StoredSetting setting =
        found.orElseThrow(() ->
            new IllegalStateException(
                "no node has stored %s; %s cluster settings lists the keys"
                    .formatted(key, CommandName.get())));
    String message = message(setting);
    output.print(Map.of("key", key, "message", message), message);
  }

  private String message(StoredSetting setting) {
    if (!end) {
      return ("a second value of %s is valid until %s: change it on one node after the other,"
              + " and restart each")
          .formatted(key, setting.rotationEnd());
    }
    if (setting.second().exists()) {
      return "the rotation has ended: only the value of node "
          + setting.second().by()
          + " is valid";
    }
    return "the rotation has ended without a second value: nothing has changed";
  }
}
