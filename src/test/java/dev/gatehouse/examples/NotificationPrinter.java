package dev.gatehouse.examples;

import module java.base;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.ClusteredVertx;

/**
 * A program of your own that hears what happens in a cluster: a member without http and without
 * areas. src/docs/operate/cluster.md, "Programs of your own".
 */
public final class NotificationPrinter {
  private NotificationPrinter() {}

  /**
   * @param arguments the cluster's name, a port of 127.0.0.1 for this member, and host:port of a
   *     node. GATEHOUSE_ACCESS_JWT_SECRET is the secret by which the nodes recognize this member
   */
  public static void main(String... arguments) {
    var settings =
        new ClusterSettings(
            true,
            arguments[0],
            new ClusterSettings.Listening("127.0.0.1", Integer.parseInt(arguments[1]), 0),
            List.of(arguments[2]),
            new ClusterSettings.Tls("", "", ""),
            Duration.ofSeconds(3));
    var random = new SecureRandom();
    List<String> secrets = List.of(System.getenv("GATEHOUSE_ACCESS_JWT_SECRET"));
    var joined = ClusteredVertx.join(settings, secrets, List.of(), InstantSource.system(), random);
    var bus = new Dispatcher(joined.vertx(), random);
    bus.listen("notifications.created", event -> System.out.println("heard " + event.data()));
    bus.listening().await();
    System.out.println("listening");
  }
}
