package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Ran;

/** Authority of a cluster and its certificates, made by the commands of the documentation. */
public final class ClusterAuthority {
  private static final Pattern COMMANDS = Pattern.compile("(?s)```sh\n(mkdir certificates.*?)```");

  private final Path folder;

  /**
   * @param folder an empty folder
   * @param nodes names of the nodes
   */
  public ClusterAuthority(Path folder, String... nodes) throws IOException, InterruptedException {
    this.folder = folder.resolve("certificates");
    Matcher commands = COMMANDS.matcher(Files.readString(Path.of("src/docs/operate/cluster.md")));
    assertTrue(commands.find());
    String named = commands.group(1).replace("in n1 n2 n3;", "in " + String.join(" ", nodes) + ";");
    Files.createDirectories(folder);
    Ran ran = Ran.of("set -e; cd " + folder, "; " + named);
    assertEquals(0, ran.exit(), ran.output());
  }

  /** Returns the certificate of the authority. */
  Path certificate() {
    return folder.resolve("authority.pem");
  }

  /** Returns the files of a node. */
  ClusterSettings.Tls node(String name) {
    return node(name, certificate());
  }

  /** Returns the files of a node that accepts other authorities. */
  ClusterSettings.Tls node(String name, Path authorities) {
    return new ClusterSettings.Tls(
        folder.resolve(name + ".pem").toString(),
        folder.resolve(name + "-key.pem").toString(),
        authorities.toString());
  }

  /** Returns the settings of a node that are the same in each cluster. */
  public static Map<String, String> environment(Path folder) {
    try {
      var files = new ClusterAuthority(folder, "n1").node("n1");
      return Map.of(
          "GATEHOUSE_CLUSTER_TLS_CERTIFICATE", files.certificate(),
          "GATEHOUSE_CLUSTER_TLS_KEY", files.key(),
          "GATEHOUSE_CLUSTER_TLS_AUTHORITY", files.authority());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
