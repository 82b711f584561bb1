package dev.gatehouse.cli.doctor;

import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that the document server, Redis and the other nodes of a cluster can be reached. */
final class ServerChecks {
  private static final Pattern SERVERS =
      Pattern.compile("[a-z+]+://(?:[^/]*@)?([^/?]+).*", Pattern.DOTALL);
  private static final Pattern SERVER = Pattern.compile("\\[?([^\\]]+?)]?(?::([0-9]+))?");
  private static final int MONGO = 27_017;
  private static final int REDIS = 6_379;

  private final Settings settings;
  private final Duration limit;

  ServerChecks(Settings settings, Duration limit) {
    this.settings = settings;
    this.limit = limit;
  }

  List<Finding> mongo() {
    return ofUrl("mongo", settings.mongo().url(), MONGO);
  }

  List<Finding> redis() {
    return ofUrl("redis", settings.section("redis").text("url"), REDIS);
  }

  List<Finding> members() {
    Section cluster = settings.section("cluster");
    if (!cluster.flag("enabled")) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>();
    for (String member : cluster.list("members")) {
      String fault = fault(member, cluster.port("port"));
      findings.add(
          fault.isEmpty()
              ? Finding.ok("cluster", member + " can be reached")
              : Finding.warning(
                  "cluster",
                  member + " cannot be reached: " + fault,
                  "Start that node, or correct cluster.members and the firewall."));
    }
    return findings;
  }

  /** Checks the servers of an address; one that can be reached is enough. */
  private List<Finding> ofUrl(String name, String url, int usualPort) {
    Matcher servers = SERVERS.matcher(url);
    if (!servers.matches() || url.startsWith("mongodb+srv:")) {
      return List.of();
    }
    String all = servers.group(1);
    String fault = "";
    for (String server : all.split(",")) {
      fault = fault(server, usualPort);
      if (fault.isEmpty()) {
        return List.of(Finding.ok(name, server + " can be reached"));
      }
    }
    return List.of(
        Finding.problem(
            name,
            all + " cannot be reached: " + fault,
            "Start the server, or correct " + name + ".url and the firewall."));
  }

  /** Returns why no connection can be opened; empty if one can. */
  private String fault(String server, int usualPort) {
    Matcher parts = SERVER.matcher(server);
    if (!parts.matches()) {
      return "it is not host:port";
    }
    int port = parts.group(2) == null ? usualPort : Integer.parseInt(parts.group(2));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(parts.group(1), port), (int) limit.toMillis());
      return "";
    } catch (IOException e) {
      return e.toString();
    }
  }
}
