package dev.gatehouse.areas.games.rcon;

import module java.base;

import dev.gatehouse.areas.games.rcon.RconException.Kind;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.PublicAddresses;
import dev.gatehouse.time.Extremes;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;

/**
 * Client for a game server's console. The protocol is not encrypted, so no password is sent to a
 * public address.
 */
public final class RconServer {
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration REST = Duration.ofSeconds(1);

  private final NetClient client;
  private final Address address;
  private final String password;
  private final Duration patience;

  public record Address(String host, int port) {}

  /**
   * @param patience timeout for each reply
   */
  public RconServer(Vertx vertx, Address address, String password, Duration patience) {
    this.client =
        vertx.createNetClient(
            new NetClientOptions()
                .setConnectTimeout((int) CONNECT.toMillis())
                .setTcpNoDelay(true)
                .setReconnectAttempts(0));
    this.address = address;
    this.password = password;
    this.patience = patience;
  }

  /**
   * Connects and logs in. Blocks.
   *
   * @param deadline of the whole session
   * @throws RconException if it fails; no command was sent
   */
  public RconConnection connect(Deadline deadline) throws RconException {
    FrameReader frames = new FrameReader();
    NetSocket socket = socket(frames);
    Duration rest = Extremes.min(REST, patience);
    var connection =
        new RconConnection(socket, frames, new RconConnection.Times(patience, rest), deadline);
    try {
      mustBePrivate(socket);
      connection.login(password);
      return connection;
    } catch (RconException e) {
      connection.close();
      throw e;
    }
  }

  private NetSocket socket(FrameReader frames) throws RconException {
    try {
      return client
          .connect(address.port(), address.host())
          .map(connected -> listening(connected, frames))
          .await();
    } catch (Exception e) {
      // Await rethrows the cause of a failed connection, even an undeclared checked exception.
      throw new RconException(kind(e), e.toString());
    }
  }

  /** Registers the handlers on the event loop, before the first byte or the end can arrive. */
  private static NetSocket listening(NetSocket socket, FrameReader frames) {
    return socket
        .closeHandler(closed -> frames.end("the connection is closed"))
        .exceptionHandler(problem -> frames.end(problem.toString()))
        .handler(frames::accept);
  }

  /** Only a refused connection proves that no server listens. */
  private static Kind kind(Exception problem) {
    Throwable cause = problem;
    if (problem instanceof CompletionException && problem.getCause() != null) {
      cause = problem.getCause();
    }
    if (cause instanceof ConnectException && !(cause instanceof ConnectTimeoutException)) {
      return Kind.ABSENT;
    }
    return Kind.UNREACHABLE;
  }

  private static void mustBePrivate(NetSocket socket) throws RconException {
    try {
      String host = socket.remoteAddress().hostAddress();
      if (PublicAddresses.contains(InetAddress.getByName(host))) {
        throw new RconException(Kind.UNREACHABLE, host + " is public: the password is not sent");
      }
    } catch (UnknownHostException e) {
      throw new RconException(Kind.UNREACHABLE, e.toString());
    }
  }
}
