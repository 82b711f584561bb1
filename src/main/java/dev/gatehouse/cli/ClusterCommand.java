package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.cli.ClusterCommand.ClusterPrepareCommand;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.agreement.AgreementRepository.StoredSetting;
import dev.gatehouse.node.agreement.AgreementRepository.StoredSetting.Version;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Durations;
import dev.gatehouse.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Manages shared settings of a cluster's nodes. */
@Command(
    name = "cluster",
    description = "Manages shared settings of a cluster's nodes.",
    subcommands = ClusterPrepareCommand.class)
final class ClusterCommand {
  private static final Duration LONGEST = Duration.ofDays(30);

  @ParentCommand private GatehouseCommand gatehouse;

  Settings settings() {
    return gatehouse.settings();
  }

  @Command(
      name = "settings",
      description = {
        "Lists the settings that are equal on all nodes: key, node that stored the value, and time.",
        "Values are not shown; only their keyed digests are stored."
      })
  void settings(@Mixin ListOutput output) throws IOException {
    withAgreement(repository -> {
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

  /** Lets two values of a setting be valid while the nodes restart one after the other. */
  @Command(
      name = "rotate",
      description = {
        "Lets nodes start with a second value of a setting that must be equal on all nodes.",
        "Nodes with the old value remain valid until the rotation ends."
      })
  void rotate(
      @Parameters(paramLabel = "KEY", description = "Setting, for example access.jwtSecret.")
          String key,
      @Option(
              names = "--for",
              defaultValue = "24h",
              description = "Duration of the rotation, at most 30d.")
          String duration,
      @Option(
              names = "--end",
              description = "Ends the rotation now. Only the second value is valid.")
          boolean end,
      @Mixin ResultOutput output)
      throws IOException {
    Duration length = Durations.parse(duration);
    Check.that(length.compareTo(LONGEST) <= 0, "--for must be at most 30d");
    withAgreement(repository -> {
      Instant now = repository.now();
      StoredSetting setting =
          repository
              .rotate(key, end ? now : now.plus(length), now)
              .orElseThrow(() ->
                  new IllegalStateException(
                      "no node has stored %s; %s cluster settings lists the keys"
                          .formatted(key, CommandName.get())));
      String message = message(setting, end);
      output.print(Map.of("key", key, "message", message), message);
    });
  }

  private static String message(StoredSetting setting, boolean end) {
    if (!end) {
      return ("a second value of %s is valid until %s: change it on one node after the other,"
              + " and restart each")
          .formatted(setting.id(), setting.rotationEnd());
    }
    if (setting.second().exists()) {
      return "the rotation has ended: only the value of node "
          + setting.second().by()
          + " is valid";
    }
    return "the rotation has ended without a second value: nothing has changed";
  }

  /** Runs work on the documents that all nodes share, whether or not nodes run. */
  private void withAgreement(Consumer<AgreementRepository> work) throws IOException {
    Settings settings = gatehouse.settings();
    if (settings.mongo().url().isEmpty()) {
      throw new IllegalStateException(
          "GATEHOUSE_MONGO_URL is not set: only the nodes of a cluster agree on settings");
    }
    ManagementClient.withDocuments(
        settings,
        documents -> {
          work.accept(ManagementClient.agreement(documents));
          return null;
        });
  }

  /** Prints the settings of this node for an environment file of all nodes of a cluster. */
  @Command(
      name = "prepare",
      description = {
        "Prints the settings of a node that runs alone as an environment file for all nodes of a",
        "cluster, with the secrets that the node has generated. Keep the output secret: umask 077.",
        "Changes nothing. The node may run."
      })
  static final class ClusterPrepareCommand implements Runnable {
    /** Settings that differ on each node, or that the cluster replaces. */
    private static final Set<String> OF_ONE_NODE =
        Set.of(
            "GATEHOUSE_DATA_DIR",
            "GATEHOUSE_HTTP_HOST",
            "GATEHOUSE_HTTP_PORT",
            "GATEHOUSE_MANAGEMENT_HOST",
            "GATEHOUSE_MANAGEMENT_PORT",
            "GATEHOUSE_VERTICLES");

    /** Generated secrets by the variables that replace them. */
    private static final Map<String, String> GENERATED =
        Map.of(
            "GATEHOUSE_ACCESS_JWT_SECRET", "jwt-secret",
            "GATEHOUSE_MEDIA_DNA_KEY", "dna-key",
            "GATEHOUSE_ACCESS_PERMANENT_CODE", "initial-permanent-code",
            "GATEHOUSE_ACCESS_API_KEY", "initial-api-key");

    /** Settings that the owner must add, with an example or the remedy. */
    private static final Map<String, String> REQUIRED = new LinkedHashMap<>();

    static {
      REQUIRED.put("GATEHOUSE_CLUSTER_ENABLED", "true");
      REQUIRED.put("GATEHOUSE_MONGO_URL", "mongodb://HOST:27017/gatehouse, after: store copy --to");
      REQUIRED.put("GATEHOUSE_PUBLIC_URL", "https://HOST, the address of the load balancer");
      REQUIRED.put("GATEHOUSE_ACCESS_PERMANENT_CODE", "the code with which you sign in");
      REQUIRED.put("GATEHOUSE_ACCESS_API_KEY", "the key that your programs use, or a new one");
      REQUIRED.put("GATEHOUSE_ACCESS_JWT_SECRET", "make one: openssl rand -hex 32");
      REQUIRED.put("GATEHOUSE_MEDIA_DNA_KEY", "make one: openssl rand -hex 32");
      REQUIRED.put("GATEHOUSE_CLUSTER_MEMBERS", "10.0.0.11:5701,10.0.0.12:5701");
      REQUIRED.put("GATEHOUSE_CLUSTER_TLS_AUTHORITY", "PATH/authority.pem");
    }

    @Mixin private ResultOutput output;
    @ParentCommand private ClusterCommand cluster;

    @Override
    public void run() {
      Settings settings = cluster.settings();
      Map<String, String> values = new LinkedHashMap<>(settings.changed());
      values.keySet().removeAll(OF_ONE_NODE);
      values
          .keySet()
          .removeIf(name -> name.matches("GATEHOUSE_CLUSTER_(HOST|TLS_(KEY|CERTIFICATE))"));
      values.put("GATEHOUSE_CLUSTER_ENABLED", "true");
      generated(settings.data().dir()).forEach(values::putIfAbsent);
      output.print(values, String.join(System.lineSeparator(), lines(settings, values)));
    }

    /** Returns the secrets that this node has generated, by variable. */
    private static Map<String, String> generated(Path data) {
      Map<String, String> found = new LinkedHashMap<>();
      GENERATED.forEach((variable, name) -> {
        Path file = data.resolve("secrets").resolve(name);
        if (Files.exists(file)) {
          try {
            found.put(variable, Files.readString(file).strip());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      });
      return found;
    }

    private static List<String> lines(Settings settings, Map<String, String> values) {
      List<String> lines = new ArrayList<>();
      lines.add("# The same on all nodes. Contains secrets: chmod 600.");
      values.forEach((name, value) -> lines.add(line(name, value)));
      if (!settings.section("blobs").flag("shared")
          && settings.section("blobs").url("s3Url").isEmpty()) {
        lines.add(
            "# Files: mount the folder "
                + settings.blobsDir()
                + " on all nodes at one path, with:");
        lines.add("# GATEHOUSE_BLOBS_DIR=PATH");
        lines.add("# GATEHOUSE_BLOBS_SHARED=true");
      }
      REQUIRED.forEach((name, example) -> {
        if (!values.containsKey(name)) {
          lines.add("# " + name + "=" + example);
        }
      });
      lines.add("# Different on each node:");
      for (String name :
          List.of(
              "GATEHOUSE_DATA_DIR",
              "GATEHOUSE_HTTP_HOST",
              "GATEHOUSE_CLUSTER_HOST",
              "GATEHOUSE_CLUSTER_TLS_CERTIFICATE",
              "GATEHOUSE_CLUSTER_TLS_KEY")) {
        lines.add("# " + name + "=");
      }
      return lines;
    }

    /** Returns a line that systemd and docker read alike, as far as they agree. */
    private static String line(String name, String value) {
      if (value.lines().count() > 1) {
        return "# "
            + name
            + " has several lines: copy it to a file, and set "
            + name
            + "_FILE to it";
      }
      return name + "=" + value;
    }
  }
}
