package dev.gatehouse.cluster;

import dev.gatehouse.settings.SettingsException;
import io.netty.handler.ssl.JdkSslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;

/** Trial connection to another node, which joins nothing. */
public final class PeerHandshake {
  private static final Pattern MEMBER = Pattern.compile("\\[?([^\\]]+?)]?(?::([0-9]+))?");

  /** Time in which a node rejects a certificate after the handshake; else it waits silently. */
  private static final int REJECTION_MILLIS = 500;

  private final ClusterTls tls;
  private final int usualPort;

  public enum Outcome {
    ACCEPTED,
    UNREACHABLE,
    REJECTED
  }

  /**
   * Result of a trial.
   *
   * @param detail the failure; empty if the node has accepted the certificate
   */
  public record Result(Outcome outcome, String detail) {}

  private PeerHandshake(ClusterTls tls, int usualPort) {
    this.tls = tls;
    this.usualPort = usualPort;
  }

  /**
   * Loads this node's certificate.
   *
   * @param secrets of the nodes, from which certificates are derived if the settings name no files
   * @throws SettingsException if there is no usable certificate
   */
  public static PeerHandshake of(ClusterSettings settings, List<String> secrets, Instant now) {
    if (secrets.isEmpty() && !settings.tls().on()) {
      throw new SettingsException("access.jwtSecret is not set");
    }
    return new PeerHandshake(ClusterTls.of(settings, secrets, now), settings.listening().port());
  }

  /** Returns when the first certificate expires; empty if none does. */
  public Optional<Instant> expiry() {
    return tls.expiry();
  }

  /**
   * Connects to a node. Blocks.
   *
   * @param member {@code host} or {@code host:port}
   */
  public Result with(String member, Duration limit) {
    Matcher parts = MEMBER.matcher(member);
    if (!parts.matches()) {
      return new Result(Outcome.UNREACHABLE, "it is not host:port");
    }
    int port = parts.group(2) == null ? usualPort : Integer.parseInt(parts.group(2));
    int millis = (int) limit.toMillis();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(parts.group(1), port), millis);
      plain.setSoTimeout(millis / 2);
      return handshake(plain, parts.group(1), port);
    } catch (IOException e) {
      return new Result(Outcome.UNREACHABLE, e.toString());
    }
  }

  private Result handshake(Socket plain, String host, int port) {
    try {
      SSLSocket socket =
          (SSLSocket)
              ((JdkSslContext) tls.client())
                  .context()
                  .getSocketFactory()
                  .createSocket(plain, host, port, true);
      socket.setEnabledProtocols(new String[] {"TLSv1.3"});
      socket.startHandshake();
      return answer(socket);
    } catch (IOException e) {
      return new Result(Outcome.REJECTED, e.toString());
    }
  }

  /** With TLS 1.3, a server rejects a client's certificate after the client's handshake. */
  private static Result answer(SSLSocket socket) throws IOException {
    socket.setSoTimeout(REJECTION_MILLIS);
    try {
      if (socket.getInputStream().read() < 0) {
        return new Result(Outcome.REJECTED, "the node closed the connection");
      }
      return new Result(Outcome.ACCEPTED, "");
    } catch (SocketTimeoutException silent) {
      return new Result(Outcome.ACCEPTED, "");
    }
  }
}
