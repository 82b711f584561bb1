package dev.gatehouse.cluster;

import module java.base;

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

  /** Result of a trial. The detail is the failure, or empty. */
  public record Result(Outcome outcome, String detail) {}

  /**
   * Connects to a membership port. Blocks.
   *
   * @param member {@code host} or {@code host:port}
   */
  public static Result reach(String member, int usualPort, Duration limit) {
    return connect(Optional.empty(), member, usualPort, limit);
  }

  /**
   * Connects to an event bus with the node's certificate. Blocks.
   *
   * @param bus {@code host:port}
   */
  public static Result with(BusCertificates certificates, String bus, Duration limit) {
    return connect(Optional.of(certificates), bus, 0, limit);
  }

  private static Result connect(
      Optional<BusCertificates> certificates, String address, int usualPort, Duration limit) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      return new Result(Outcome.UNREACHABLE, "it is not host:port");
    }
    int port = parts.group(2) == null ? usualPort : Integer.parseInt(parts.group(2));
    int millis = (int) limit.toMillis();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(parts.group(1), port), millis);
      plain.setSoTimeout(millis / 2);
      return certificates
          .map(own -> handshake(own, plain, parts.group(1), port))
          .orElse(new Result(Outcome.ACCEPTED, ""));
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
