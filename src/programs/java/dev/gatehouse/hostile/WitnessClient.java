package dev.gatehouse.hostile;

import module java.base;

import dev.gatehouse.RawClient;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;

/** Sends requests of a witness, each over a new connection, and records how they end. */
final class WitnessClient {
  private static final int PATIENCE_MILLIS = 10_000;

  private final WitnessRecord record;
  private final URI address;
  private final String source;

  /**
   * @param address the node's address; https for TLS
   * @param source the client's address
   */
  WitnessClient(WitnessRecord record, URI address, String source) {
    this.record = record;
    this.address = address;
    this.source = source;
  }

  /** Returns a client with another address that records in the same place. */
  WitnessClient from(String other) {
    return new WitnessClient(record, address, other);
  }

  WitnessRecord record() {
    return record;
  }

  /**
   * Sends a request. Returns the reply if it has the expected status, otherwise null.
   *
   * @param expected status
   * @param request head and body
   */
  RawClient.Reply send(int expected, byte[] request) {
    long begin = System.nanoTime();
    try (RawClient raw = new RawClient(connect())) {
      raw.send(request);
      RawClient.Reply reply = raw.read();
      if (reply.status() == expected) {
        record.answered(since(begin));
        return reply;
      }
      record.failed(Integer.toString(reply.status()), since(begin));
    } catch (SocketTimeoutException late) {
      record.failed("timeout", since(begin));
    } catch (IOException failed) {
      record.failed(failed.toString(), since(begin));
    }
    return null;
  }

  /** Opens a connection, with TLS if the address requires it. */
  Socket connect() throws IOException {
    var socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getByName(source), 0));
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE_MILLIS);
      return address.getScheme().equals("https") ? secured(socket) : socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private Socket secured(Socket socket) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager[] all = InsecureTrustManagerFactory.INSTANCE.getTrustManagers();
      context.init(null, all, null);
      return context
          .getSocketFactory()
          .createSocket(socket, address.getHost(), address.getPort(), true);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}
