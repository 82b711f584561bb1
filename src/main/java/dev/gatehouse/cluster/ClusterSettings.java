package dev.gatehouse.cluster;

import module java.base;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Cluster settings of a node.
 *
 * @param enabled whether the node belongs to a cluster
 * @param name of the cluster
 * @param listening address and ports for connections of other nodes
 * @param members addresses of other nodes, {@code host} or {@code host:port}
 * @param tls of the event bus
 * @param heartbeatTimeout time without a heartbeat after which a node gets no calls
 */
public record ClusterSettings(
    boolean enabled,
    String name,
    Listening listening,
    List<String> members,
    Tls tls,
    Duration heartbeatTimeout) {

  private static final String MEMBER = "[^\\s,:]+(:[0-9]{1,5})?|\\[[0-9a-fA-F:]+](:[0-9]{1,5})?";
  private static final Duration LEAST_SILENCE = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(4);

  /**
   * Address and ports for other nodes.
   *
   * @param port port of Hazelcast
   * @param busPort port of the event bus; 0 selects a free port
   */
  public record Listening(String host, int port, int busPort) {}

  /**
   * PEM files for mutual TLS on the event bus.
   *
   * @param authority certificate of the authority that signed all nodes' certificates
   */
  public record Tls(String certificate, String key, String authority) {}

  public static ClusterSettings read(Section own) {
    var tls = new Tls(own.text("tlsCertificate"), own.text("tlsKey"), own.text("tlsAuthority"));
    Check.that(
        tls.certificate().isEmpty() == tls.key().isEmpty()
            && tls.key().isEmpty() == tls.authority().isEmpty(),
        "cluster.tlsCertificate, cluster.tlsKey and cluster.tlsAuthority must be set together");
    int port = own.port("port");
    Check.that(port > 0, "cluster.port must be a fixed port, not 0");
    List<String> members = own.list("members");
    members.forEach(member ->
        Check.that(member.matches(MEMBER), "cluster.members: " + member + " is not host:port"));
    Duration silence = own.duration("heartbeatTimeout");
    Check.that(
        silence.compareTo(LEAST_SILENCE) >= 0 && silence.compareTo(LONGEST_SILENCE) <= 0,
        "cluster.heartbeatTimeout must be 1s to 4s");
    return new ClusterSettings(
        own.flag("enabled"),
        own.text("name", "[A-Za-z0-9._-]{1,64}", "must be letters, digits, dots or dashes"),
        new Listening(own.text("host"), port, own.port("busPort")),
        members,
        tls,
        silence);
  }
}
