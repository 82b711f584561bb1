package dev.gatehouse.cluster;

import com.hazelcast.cluster.Address;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.ProtocolType;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.ChannelOption;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.networking.OutboundHandler;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.internal.server.tcp.MemberProtocolEncoder;
import com.hazelcast.internal.server.tcp.SingleProtocolDecoder;
import com.hazelcast.internal.server.tcp.SingleProtocolEncoder;
import java.io.EOFException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Prepares Hazelcast's connections: admission, mutual TLS, and the protocol of members as the only
 * one. Hazelcast's clients and its text protocols are rejected.
 */
final class MemberChannels {
  private static final int BUFFER = 32_768;
  private static final int MAX_FAILURES = 20;

  private final ClusterTls tls;
  private final Admissions admissions = new Admissions("cluster.port");
  private final List<String> failures = new CopyOnWriteArrayList<>();

  MemberChannels(ClusterTls tls) {
    this.tls = tls;
  }

  Admissions admissions() {
    return admissions;
  }

  /** Returns the failed handshakes of connections to other nodes. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  static Admissions.Admission admission(ServerConnection connection) {
    return (Admissions.Admission) connection.attributeMap().get(Admissions.Admission.class);
  }

  @SuppressWarnings("unchecked")
  private static void remember(ServerConnection connection, Admissions.Admission admission) {
    connection.attributeMap().put(Admissions.Admission.class, admission);
  }

  ChannelInitializer initializer(ServerContext context) {
    return channel -> prepare(channel, context);
  }

  private void prepare(Channel channel, ServerContext context) {
    channel
        .options()
        .setOption(ChannelOption.DIRECT_BUF, false)
        .setOption(ChannelOption.TCP_NODELAY, true)
        .setOption(ChannelOption.SO_KEEPALIVE, true)
        .setOption(ChannelOption.SO_SNDBUF, BUFFER)
        .setOption(ChannelOption.SO_RCVBUF, BUFFER);
    var connection = (ServerConnection) channel.attributeMap().get(ServerConnection.class);
    // With this class as its cause, Hazelcast logs one line without a stack trace.
    Consumer<String> close = reason -> connection.close(reason, new EOFException(reason));
    var remote = ((InetSocketAddress) channel.remoteSocketAddress()).getAddress();
    Admissions.Admission admission =
        channel.isClientMode() ? admissions.watch(remote, close) : admissions.admit(remote, close);
    channel.addCloseListener(closed -> admission.end());
    remember(connection, admission);
    var secure = new TlsChannel(channel.isClientMode() ? tls.client() : tls.server());
    channel.inboundPipeline().addLast(new TlsDecoder(secure, admission));
    protocol(channel, context, connection);
    channel
        .outboundPipeline()
        .addLast(new TlsEncoder(secure, failure -> fail(channel, context, admission, failure)));
  }

  /** Sets up the exchange of the protocol's name, after which packets follow. */
  @SuppressWarnings("rawtypes")
  private static void protocol(
      Channel channel, ServerContext context, ServerConnection connection) {
    OutboundHandler[] writers =
        context.createOutboundHandlers(EndpointQualifier.MEMBER, connection);
    InboundHandler[] readers = context.createInboundHandlers(EndpointQualifier.MEMBER, connection);
    SingleProtocolEncoder confirmed;
    if (channel.isClientMode()) {
      confirmed = new SingleProtocolEncoder(writers);
      channel.outboundPipeline().addLast(new MemberProtocolEncoder(confirmed));
    } else {
      confirmed = new SingleProtocolEncoder(new MemberProtocolEncoder(writers));
      channel.outboundPipeline().addLast(confirmed);
    }
    channel
        .inboundPipeline()
        .addLast(new SingleProtocolDecoder(ProtocolType.MEMBER, readers, confirmed));
  }

  private void fail(
      Channel channel, ServerContext context, Admissions.Admission admission, Throwable failure) {
    String reason = TlsFailures.describe(failure);
    if (channel.isClientMode() && failures.size() < MAX_FAILURES) {
      var remote = (InetSocketAddress) channel.remoteSocketAddress();
      failures.add(remote.getAddress().getHostAddress() + ":" + remote.getPort() + ": " + reason);
    }
    admission.reject(reason);
    if (channel.isClientMode()) {
      // A joining node then stops waiting for this one.
      context.onFailedConnection((Address) channel.attributeMap().get(Address.class));
    }
  }
}
