package dev.gatehouse.cluster;

import module java.base;

import io.vertx.core.Completable;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import java.lang.reflect.Proxy;

/**
 * Cluster manager that finds known nodes without the distributed maps. The maps' entries are on
 * other members, so a lookup waits half a minute for a member that a network partition hides.
 *
 * <p>The address of a known node contains its id, and a node's host and port never change. Both are
 * therefore answered from memory after the first connection. All other calls go to the given
 * manager.
 */
final class KnownNodes implements InvocationHandler {
  private static final int MAX_KNOWN = 1_000;

  private final ClusterManager manager;
  private final List<String> prefixes;
  private final Map<String, NodeInfo> known = new ConcurrentHashMap<>();

  private KnownNodes(ClusterManager manager, List<String> prefixes) {
    this.manager = manager;
    this.prefixes = List.copyOf(prefixes);
  }

  /**
   * Returns a manager that remembers nodes.
   *
   * @param prefixes beginnings of addresses that end with the id of the only node that listens
   */
  static ClusterManager of(ClusterManager manager, List<String> prefixes) {
    return (ClusterManager)
        Proxy.newProxyInstance(
            ClusterManager.class.getClassLoader(),
            new Class<?>[] {ClusterManager.class},
            new KnownNodes(manager, prefixes));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    boolean ofOther = arguments != null && arguments.length == 2;
    switch (ofOther ? method.getName() : "") {
      case "getRegistrations" ->
          getRegistrations(
              (String) arguments[0], (Completable<List<RegistrationInfo>>) arguments[1]);
      case "getNodeInfo" ->
          getNodeInfo((String) arguments[0], (Completable<NodeInfo>) arguments[1]);
      default -> {
        try {
          return method.invoke(
              manager,
              method.getName().equals("registrationListener")
                  ? new Object[] {known((RegistrationListener) arguments[0])}
                  : arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
    return null;
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

  private void getRegistrations(String address, Completable<List<RegistrationInfo>> result) {
    direct(address)
        .ifPresentOrElse(result::succeed, () -> manager.getRegistrations(address, result));
  }

  private void getNodeInfo(String node, Completable<NodeInfo> result) {
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
  private RegistrationListener known(RegistrationListener listener) {
    return new RegistrationListener() {
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
    };
  }
}
