package dev.gatehouse.cluster;

import module java.base;

import io.vertx.core.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.AsyncMap;
import io.vertx.core.shareddata.Counter;
import io.vertx.core.shareddata.Lock;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.NodeListener;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;

/**
 * Cluster manager that finds known nodes without the distributed maps. The maps' entries are on
 * other members, so a lookup waits half a minute for a member that a network partition hides.
 *
 * <p>The address of a known node contains its id, and a node's host and port never change. Both are
 * therefore answered from memory after the first connection.
 */
final class KnownNodes implements ClusterManager {
  private static final int MAX_KNOWN = 1_000;

  private final ClusterManager manager;
  private final List<String> prefixes;
  private final Map<String, NodeInfo> known = new ConcurrentHashMap<>();

  /**
   * @param prefixes beginnings of addresses that end with the id of the only node that listens
   */
  KnownNodes(ClusterManager manager, List<String> prefixes) {
    this.manager = manager;
    this.prefixes = List.copyOf(prefixes);
  }

  private Optional<List<RegistrationInfo>> direct(String address) {
    for (String prefix : prefixes) {
      if (address.startsWith(prefix)) {
        String node = address.substring(prefix.length());
        if (known.containsKey(node)) {
          return Optional.of(List.of(new RegistrationInfo(node, 0, false)));
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void getRegistrations(String address, Completable<List<RegistrationInfo>> result) {
    direct(address)
        .ifPresentOrElse(result::succeed, () -> manager.getRegistrations(address, result));
  }

  @Override
  public void getNodeInfo(String node, Completable<NodeInfo> result) {
    NodeInfo info = known.get(node);
    if (info != null) {
      result.succeed(info);
      return;
    }
    manager.getNodeInfo(
        node,
        (found, failure) -> {
          if (failure == null) {
            remember(node, found);
          }
          result.complete(found, failure);
        });
  }

  private void remember(String node, NodeInfo info) {
    if (known.size() >= MAX_KNOWN) {
      known.keySet().retainAll(manager.getNodes());
    }
    known.put(node, info);
  }

  /** Passes updates on, except that another member has removed a known node's registration. */
  @Override
  public void registrationListener(RegistrationListener listener) {
    manager.registrationListener(
        new RegistrationListener() {
          @Override
          public void registrationsUpdated(RegistrationUpdateEvent event) {
            listener.registrationsUpdated(
                direct(event.address())
                    .map(nodes -> new RegistrationUpdateEvent(event.address(), nodes))
                    .orElse(event));
          }

          @Override
          public void registrationsLost() {
            listener.registrationsLost();
          }

          @Override
          public boolean wantsUpdatesFor(String address) {
            return listener.wantsUpdatesFor(address);
          }
        });
  }

  @Override
  public void init(Vertx vertx) {
    manager.init(vertx);
  }

  @Override
  public <K, V> void getAsyncMap(String name, Completable<AsyncMap<K, V>> result) {
    manager.getAsyncMap(name, result);
  }

  @Override
  public <K, V> Map<K, V> getSyncMap(String name) {
    return manager.getSyncMap(name);
  }

  @Override
  public void getLockWithTimeout(String name, long timeout, Completable<Lock> result) {
    manager.getLockWithTimeout(name, timeout, result);
  }

  @Override
  public void getCounter(String name, Completable<Counter> result) {
    manager.getCounter(name, result);
  }

  @Override
  public void nodeListener(NodeListener listener) {
    manager.nodeListener(listener);
  }

  @Override
  public void setNodeInfo(NodeInfo info, Completable<Void> result) {
    manager.setNodeInfo(info, result);
  }

  @Override
  public void join(Completable<Void> result) {
    manager.join(result);
  }

  @Override
  public void leave(Completable<Void> result) {
    manager.leave(result);
  }

  @Override
  public boolean isActive() {
    return manager.isActive();
  }

  @Override
  public void addRegistration(String address, RegistrationInfo info, Completable<Void> result) {
    manager.addRegistration(address, info, result);
  }

  @Override
  public void removeRegistration(String address, RegistrationInfo info, Completable<Void> result) {
    manager.removeRegistration(address, info, result);
  }

  @Override
  public String getNodeId() {
    return manager.getNodeId();
  }

  @Override
  public NodeInfo getNodeInfo() {
    return manager.getNodeInfo();
  }

  @Override
  public List<String> getNodes() {
    return manager.getNodes();
  }

  @Override
  public String clusterHost() {
    return manager.clusterHost();
  }

  @Override
  public String clusterPublicHost() {
    return manager.clusterPublicHost();
  }
}
