package dev.gatehouse.node.doctor;

import dev.gatehouse.formats.PemTrust;
import dev.gatehouse.formats.ServerUrl;
import dev.gatehouse.settings.Section;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManager;

/** Signs in to Redis and runs a script, as the rate limits do. */
final class RedisLogin {
  private static final String REDIS = "redis";
  private static final int USUAL_PORT = 6_379;

  private final String url;
  private final String certificate;
  private final int millis;

  /**
   * @param own the section {@code redis}
   */
  RedisLogin(Section own, Duration limit) {
    this.url = own.text("url");
    this.certificate = own.text("certificate");
    this.millis = (int) limit.toMillis();
  }

  private TrustManager[] trust() {
    return certificate.isEmpty() ? null : PemTrust.of(Path.of(certificate));
  }

  List<Finding> check() {
    if (url.isEmpty()) {
      return List.of();
    }
    URI address = URI.create(url);
    int port = ServerUrl.port(address, USUAL_PORT);
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(address.getHost(), port), millis);
      plain.setSoTimeout(millis);
      boolean tls = "rediss".equals(address.getScheme());
      Socket socket =
          tls ? TlsConnection.over(plain, address.getHost(), port, trust(), true) : plain;
      return List.of(dialogue(socket, commands(address)));
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      return List.of(
          Finding.problem(
              REDIS,
              address.getHost() + ':' + port + " cannot be reached: " + e,
              "Start Redis, or correct redis.url, redis.certificate and the firewall."));
    }
  }

  private static List<List<String>> commands(URI address) {
    List<List<String>> commands = new ArrayList<>();
    ServerUrl.login(address)
        .map(login -> {
          if (login.name().isEmpty()) {
            return List.of("AUTH", login.password());
          }
          return List.of("AUTH", login.name(), login.password());
        })
        .ifPresent(commands::add);
    String database = address.getPath().replaceFirst("^/", "");
    if (!database.isEmpty()) {
      commands.add(List.of("SELECT", database));
    }
    commands.add(List.of("PING"));
    commands.add(List.of("EVAL", "return 1", "0"));
    return commands;
  }

  private static Finding dialogue(Socket socket, List<List<String>> commands) throws IOException {
    var replies =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    for (List<String> command : commands) {
      socket.getOutputStream().write(encoded(command));
      socket.getOutputStream().flush();
      String reply = replies.readLine();
      if (reply == null) {
        throw new IOException("the server closed the connection");
      }
      if (reply.startsWith("-")) {
        return Finding.problem(
            REDIS,
            "Redis rejected " + command.getFirst() + ": " + reply.substring(1),
            "Correct the user, password and database in redis.url, and permit scripts (EVAL).");
      }
      if (!reply.matches("[+:].*")) {
        throw new IOException("the reply is not that of Redis");
      }
    }
    return Finding.ok(REDIS, "Redis accepts the login and runs scripts");
  }

  private static byte[] encoded(List<String> command) {
    var text = new StringBuilder("*" + command.size() + "\r\n");
    command.forEach(part ->
        text.append('$')
            .append(part.getBytes(StandardCharsets.UTF_8).length)
            .append("\r\n")
            .append(part)
            .append("\r\n"));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
