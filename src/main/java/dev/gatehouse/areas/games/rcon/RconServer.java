package dev.gatehouse.areas.games.rcon;

import module java.base;

import dev.gatehouse.areas.games.rcon.RconConnection.RconException;
import dev.gatehouse.areas.games.rcon.RconConnection.RconException.Kind;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.HostNames;
import dev.gatehouse.provider.PublicAddresses;
import dev.gatehouse.time.Extremes;

/**
 * Client for a game server's console. The protocol is not encrypted, so no password is sent to a
 * public address.
 */
public final class RconServer {
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration REST = Duration.ofSeconds(1);

  private static final HostNames HOSTS = new HostNames(InetAddress::getAllByName, 2);

  private final Address address;
  private final String password;
  private final Duration patience;

  public record Address(String host, int port) {}

  /**
   * @param patience timeout for each reply
   */
  public RconServer(Address address, String password, Duration patience) {
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
    Duration rest = Extremes.min(REST, patience);
    var connection =
        new RconConnection(socket(), new RconConnection.Times(patience, rest), deadline);
    try {
      connection.login(password);
      return connection;
    } catch (RconException e) {
      connection.close();
      throw e;
    }
  }

  private Socket socket() throws RconException {
    var socket = new Socket();
    try {
      InetAddress host = HOSTS.resolve(address.host(), CONNECT)[0];
      if (PublicAddresses.contains(host)) {
        throw new RconException(Kind.UNREACHABLE, host + " is public: the password is not sent");
      }
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, address.port()), (int) CONNECT.toMillis());
      return socket;
    } catch (ConnectException e) {
      // Only a refused connection proves that no server listens.
      throw new RconException(Kind.ABSENT, e.toString());
    } catch (IOException e) {
      throw new RconException(Kind.UNREACHABLE, e.toString());
    }
  }
}
