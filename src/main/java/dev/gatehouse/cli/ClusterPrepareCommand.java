package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints the settings of this node for an environment file of all nodes of a cluster. */
@Command(
    name = "prepare",
    description = {
      "Prints the settings of a node that runs alone as an environment file for all nodes of a",
      "cluster, with the secrets that the node has generated. Keep the output secret: umask 077.",
      "Changes nothing. The node may run."
    })
final class ClusterPrepareCommand implements Runnable {
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
          "# Files: mount the folder " + settings.blobsDir() + " on all nodes at one path, with:");
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
      return "# " + name + " has several lines: copy it to a file, and set " + name + "_FILE to it";
    }
    return name + "=" + value;
  }
}
