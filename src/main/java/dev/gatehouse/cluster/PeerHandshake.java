package dev.gatehouse.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;

/** Trial connection to another node, which joins nothing. */
public final class PeerHandshake {
  private static final Pattern ADDRESS = Pattern.compile("\\[?([^\\]]+?)]?(?::([0-9]+))?");

  /** Time in which a node rejects a certificate after the handshake; else it waits silently. */
  private static final int REJECTION_MILLIS = 500;

  private PeerHandshake() {}

  public enum Outcome {
    ACCEPTED,
    UNREACHABLE,
    REJECTED
  }

  /**
   * Result of a trial.
   *
   * @param detail the failure; empty without one
   */
  public record Result(Outcome outcome, String detail) {}

  /** Check of an open connection. */
  private interface Trial {
    Result on(Socket socket, String host, int port);
  }

  /**
   * Connects to a membership port. Blocks.
   *
   * @param member {@code host} or {@code host:port}
   */
  public static Result reach(String member, int usualPort, Duration limit) {
    return connect(
        member, usualPort, limit, (socket, host, port) -> new Result(Outcome.ACCEPTED, ""));
  }

  /**
   * Connects to an event bus with the node's certificate. Blocks.
   *
   * @param bus {@code host:port}
   */
  public static Result with(BusCertificates certificates, String bus, Duration limit) {
    return connect(
        bus, 0, limit, (socket, host, port) -> handshake(certificates, socket, host, port));
  }

  private static Result connect(String address, int usualPort, Duration limit, Trial trial) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      return new Result(Outcome.UNREACHABLE, "it is not host:port");
    }
    int port = parts.group(2) == null ? usualPort : Integer.parseInt(parts.group(2));
    int millis = (int) limit.toMillis();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(parts.group(1), port), millis);
      plain.setSoTimeout(millis / 2);
      return trial.on(plain, parts.group(1), port);
    } catch (IOException e) {
      return new Result(Outcome.UNREACHABLE, e.toString());
    }
  }

  /** With TLS 1.3, a server rejects a client's certificate after the client's handshake. */
  private static Result handshake(
      BusCertificates certificates, Socket plain, String host, int port) {
    try {
      SSLSocket socket = (SSLSocket) certificates.client().createSocket(plain, host, port, true);
      socket.startHandshake();
      socket.setSoTimeout(REJECTION_MILLIS);
      if (socket.getInputStream().read() < 0) {
        return new Result(Outcome.REJECTED, "the node closed the connection");
      }
      return new Result(Outcome.ACCEPTED, "");
    } catch (SocketTimeoutException silent) {
      return new Result(Outcome.ACCEPTED, "");
    } catch (IOException e) {
      return new Result(Outcome.REJECTED, e.toString());
    }
  }
}
