package dev.gatehouse.areas.notifications.mail;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Vert.x for one mail client. The mail client creates its connections itself, and has no hook for
 * them.
 */
final class ObservedVertx extends VertxWrapper {
  private final SmtpDialogue dialogue;

  /**
   * @param dialogue observer of the connection that the mail client opens
   */
  ObservedVertx(Vertx vertx, SmtpDialogue dialogue) {
    super((VertxInternal) vertx);
    this.dialogue = dialogue;
  }

  @Override
  public NetClient createNetClient(NetClientOptions options) {
    return new Connections(super.createNetClient(options), dialogue);
  }

  private record Connections(NetClient client, SmtpDialogue dialogue) implements NetClient {
    private Future<NetSocket> observed(Future<NetSocket> connection) {
      return connection.onSuccess(dialogue::observe);
    }

    @Override
    public Future<NetSocket> connect(int port, String host) {
      return observed(client.connect(port, host));
    }

    @Override
    public Future<NetSocket> connect(int port, String host, String serverName) {
      return observed(client.connect(port, host, serverName));
    }

    @Override
    public Future<NetSocket> connect(SocketAddress address) {
      return observed(client.connect(address));
    }

    @Override
    public Future<NetSocket> connect(SocketAddress address, String serverName) {
      return observed(client.connect(address, serverName));
    }

    @Override
    public Future<NetSocket> connect(ConnectOptions options) {
      return observed(client.connect(options));
    }

    @Override
    public Future<Void> shutdown(long timeout, TimeUnit unit) {
      return client.shutdown(timeout, unit);
    }

    @Override
    public Future<Boolean> updateSSLOptions(ClientSSLOptions options, boolean force) {
      return client.updateSSLOptions(options, force);
    }
  }
}
