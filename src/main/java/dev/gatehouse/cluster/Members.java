package dev.gatehouse.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.ServerContext;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.settings.SettingsException;
import java.util.function.Function;

/**
 * Starts Hazelcast with our preparation of its connections. Hazelcast's open edition has neither
 * TLS nor a limit on packets; its node context is where another edition would add them.
 */
final class Members {
  private Members() {}

  /**
   * Starts a member. Blocks.
   *
   * @throws SettingsException if another node was reached but the certificates do not match
   */
  static HazelcastInstance start(Config config, MemberChannels channels) {
    HazelcastInstance started =
        HazelcastInstanceFactory.newHazelcastInstance(
            config,
            config.getInstanceName(),
            new DefaultNodeContext() {
              @Override
              public NodeExtension createNodeExtension(Node node) {
                return new Extension(node, channels);
              }
            });
    if (!channels.failures().isEmpty() && started.getCluster().getMembers().size() == 1) {
      started.shutdown();
      throw new SettingsException(
          ("no other node accepts the connection, %s. All nodes need certificates of an"
                  + " authority in cluster.tlsAuthority (%s), or on one machine the same access.jwtSecret")
              .formatted(channels.failures().getFirst(), CommandName.with("cluster certificates")));
    }
    return started;
  }

  private static final class Extension extends DefaultNodeExtension {
    private final MemberChannels channels;

    Extension(Node node, MemberChannels channels) {
      super(node);
      this.channels = channels;
    }

    @Override
    public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(
        ServerContext context) {
      ChannelInitializer initializer = channels.initializer(context);
      return qualifier -> initializer;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public InboundHandler[] createInboundHandlers(
        EndpointQualifier qualifier, ServerConnection connection, ServerContext context) {
      return new InboundHandler[] {
        new BoundedPackets(
            connection,
            node.getNodeEngine().getPacketDispatcher(),
            MemberChannels.admission(connection))
      };
    }
  }
}
