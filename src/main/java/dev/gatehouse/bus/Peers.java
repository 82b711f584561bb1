package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.bus.Peer.HostedAreas;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Other nodes of a cluster and the areas that they announce. Of two nodes, the one with the lower
 * id sends three heartbeat requests within the heartbeat timeout. A reply proves to it that
 * messages arrive in both directions. The next request confirms that reply, which proves the same
 * to the other node. The other node sends requests only while it gets no such confirmation.
 *
 * <p>A node that is not reachable gets no calls until it is. Calls that wait for it fail
 * immediately, before their own timeout. A leaving node announces that first, so that it receives
 * no more calls.
 */
public final class Peers {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final String ADDRESS = "gatehouse.hosting.";

  /** Beginnings of the addresses at which a single node listens; its id follows. */
  public static final List<String> DIRECT = List.of(ADDRESS, RemoteCall.ADDRESS);

  private static final long PERIOD_MILLIS = 500;
  private static final long PERIOD_NANOS = PERIOD_MILLIS * 1_000_000;

  /** Time for the reply of a node that has left the membership, before its calls fail. */
  private static final long PROBE_NANOS = PERIOD_NANOS;

  /**
   * Heartbeat requests within the timeout. One or two lost messages thus exclude no node, and more
   * requests would load idle nodes.
   */
  private static final int ASKED_IN_A_SILENCE = 3;

  private final Vertx vertx;
  private final ClusterManager cluster;
  private final long heartbeatTimeoutNanos;
  private final LongSupplier nanoTime;

  private final Map<String, Peer> peers = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();

  /** Time from which announcements are numbered. */
  private final long begun;

  /** Number of the latest announcement. */
  private long number;

  private volatile Supplier<Set<String>> hosted = Set::of;
  private volatile BooleanSupplier impaired = () -> false;

  /** State at the last check. */
  private boolean wasImpaired;

  private volatile long looked;

  /**
   * The nodes of a cluster that has been joined.
   *
   * @param heartbeatTimeout the time after which a node is passed over
   */
  public Peers(
      Vertx vertx, ClusterManager cluster, Duration heartbeatTimeout, LongSupplier nanoTime) {
    this.vertx = vertx;
    this.cluster = cluster;
    this.heartbeatTimeoutNanos = heartbeatTimeout.toNanos();
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
    this.looked = begun;
  }

  /**
   * Starts sending and answering heartbeats. Completes when other nodes can reach this node.
   *
   * @param areas areas that this node hosts
   */
  Future<Void> begin(Supplier<Set<String>> areas) {
    hosted = areas;
    // A periodic check finds new nodes, which are not ready yet.
    cluster.nodeListener((Departures) this::depart);
    EventBus bus = vertx.eventBus();
    Future<Void> listening = bus.<JsonObject>consumer(ADDRESS + own(), this::answer).completion();
    vertx.setPeriodic(PERIOD_MILLIS, tick -> look());
    return listening;
  }

  /**
   * Sets when this node should get calls only if no other node hosts their area.
   *
   * @param condition costs nothing
   */
  void impairedWhile(BooleanSupplier condition) {
    impaired = condition;
  }

  String own() {
    return cluster.getNodeId();
  }

  /** Announces this node's areas to all others and waits for their replies. */
  Future<Void> announce() {
    find();
    return Future.join(peers.values().stream().map(this::ask).toList()).mapEmpty();
  }

  /**
   * Announces that this node hosts no areas any more, then waits for one heartbeat interval plus
   * 0.5 s. A node that missed the announcement has exchanged a heartbeat by then. A later call is
   * answered with "hosted elsewhere".
   */
  Future<Void> announceShutdown() {
    hosted = Set::of;
    Future<Void> settled =
        vertx.timer(pauseNanos() + PERIOD_NANOS, TimeUnit.NANOSECONDS).mapEmpty();
    return Future.join(announce(), settled).mapEmpty();
  }

  /** Returns the time between two heartbeat requests to a node. */
  private long pauseNanos() {
    return heartbeatTimeoutNanos / ASKED_IN_A_SILENCE;
  }

  /** Returns whether a node should get a heartbeat request. */
  private boolean isDue(Peer peer, long now) {
    boolean proven =
        own().compareTo(peer.id()) > 0 && peer.isConfirmed(now, heartbeatTimeoutNanos / 2);
    // Half a period of tolerance, because a timer runs slightly early or late.
    return !proven && peer.isDue(now, pauseNanos() - PERIOD_NANOS / 2);
  }

  private void look() {
    long now = nanoTime.getAsLong();
    // Two checks are one period apart even without a pause.
    extendDeadlines(now - looked - PERIOD_NANOS);
    looked = now;
    find();
    boolean changed = impaired.getAsBoolean() != wasImpaired;
    wasImpaired ^= changed;
    for (Peer peer : peers.values()) {
      if (peer.silence(now) >= heartbeatTimeoutNanos && peer.waiting() > 0) {
        LOG.warn("node {} is silent: {} pending calls failed", peer.id(), peer.waiting());
        peer.fail();
      }
      if (changed || isDue(peer, now)) {
        ask(peer);
      }
    }
  }

  /**
   * Compensates for a pause of this node, during which it could receive no messages. Applies to
   * nodes that were reachable before the pause.
   *
   * @param pause its duration in nanoseconds; ignored if it is short
   */
  private void extendDeadlines(long pause) {
    if (pause > heartbeatTimeoutNanos / 2) {
      peers.values().stream()
          .filter(peer -> peer.silence(looked) < heartbeatTimeoutNanos)
          .forEach(peer -> peer.extendDeadline(pause));
    }
  }

  private void find() {
    List<String> members;
    try {
      members = cluster.getNodes();
    } catch (RuntimeException e) {
      // Hazelcast is stopping, and so is this node.
      LOG.debug("the cluster members cannot be read", e);
      return;
    }
    long now = nanoTime.getAsLong();
    for (String id : members) {
      Peer peer = peers.get(id);
      if (peer != null) {
        peer.isMember(true);
      } else if (!id.equals(own())) {
        peers.put(id, new Peer(id, now));
        LOG.info("node {} has joined the cluster", id);
      }
    }
    Set<String> gone = new HashSet<>(peers.keySet());
    members.forEach(gone::remove);
    gone.forEach(this::depart);
  }

  /**
   * Handles a node that the membership has lost. Other members decide that, and in a partial
   * partition this node may still reach it. It is lost when it does not reply to this node.
   */
  private void depart(String id) {
    Peer peer = peers.get(id);
    if (peer == null) {
      return;
    }
    if (isSilent(peer)) {
      lose(id);
    } else if (peer.isMember(false)) {
      request(peer, PROBE_NANOS)
          .onSuccess(alive -> LOG.warn("node {} has left the cluster, but still replies", id))
          .onFailure(silent -> lose(id));
    }
  }

  private void lose(String id) {
    Peer peer = peers.remove(id);
    if (peer != null) {
      LOG.info("node {} has left the cluster; {} calls were pending", id, peer.waiting());
      peer.lose();
    }
  }

  /** Exchanges announcements with a node. */
  private Future<Void> ask(Peer peer) {
    return request(peer, heartbeatTimeoutNanos).otherwiseEmpty();
  }

  private Future<Void> request(Peer peer, long timeoutNanos) {
    var options = new DeliveryOptions().setSendTimeout(Duration.ofNanos(timeoutNanos).toMillis());
    long asked = nanoTime.getAsLong();
    peer.isAsked(asked);
    return vertx
        .eventBus()
        .<JsonObject>request(ADDRESS + peer.id(), announcementTo(Optional.of(peer)), options)
        .onSuccess(reply -> peer.answers(HostedAreas.read(reply.body()), nanoTime.getAsLong()))
        .onFailure(problem -> unanswered(peer, problem, asked))
        .mapEmpty();
  }

  /**
   * Handles a failed heartbeat. A member without this address hosts no areas, or is starting or
   * stopping.
   */
  private void unanswered(Peer peer, Throwable problem, long asked) {
    boolean nobody =
        problem instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    // The node may have started and announced itself in the meantime.
    if (nobody && !peer.wasHeardSince(asked)) {
      peer.updateHosting(HostedAreas.nothing(peer.id()), nanoTime.getAsLong());
    }
  }

  private void answer(Message<JsonObject> message) {
    Optional<Peer> speaker;
    try {
      speaker = receive(message.body());
    } catch (RuntimeException e) {
      LOG.error("the hosted areas of another node cannot be parsed", e);
      return;
    }
    if (speaker.filter(this::isSilent).isPresent() && speaker.get().beginsTrial()) {
      // The reply is delayed until the test ends, so that a starting node can rely on being called.
      ask(speaker.get())
          .onComplete(asked -> {
            speaker.get().endsTrial();
            message.reply(announcementTo(speaker));
          });
    } else {
      message.reply(announcementTo(speaker));
    }
  }

  private Optional<Peer> receive(JsonObject sent) {
    HostedAreas word = HostedAreas.read(sent);
    if (!peers.containsKey(word.node())) {
      // The node announced itself before the next periodic check of the members.
      find();
    }
    Optional<Peer> peer = Optional.ofNullable(peers.get(word.node()));
    peer.ifPresent(speaker -> heard(speaker, word, nanoTime.getAsLong()));
    return peer;
  }

  /**
   * Records a request of a node. Without a confirmation it does not prove that the node can be
   * called, because a network may deliver in one direction only. A confirmation counts until one
   * interval after the confirmed announcement. If it is repeated, it proves nothing more.
   */
  private void heard(Peer speaker, HostedAreas word, long now) {
    speaker.updateHosting(word, now);
    word.received()
        .ifPresent(number -> speaker.confirms(Math.min(now, begun + number + pauseNanos())));
  }

  /** Listener of nodes that leave the membership. */
  @FunctionalInterface
  interface Departures extends NodeListener {
    @Override
    default void nodeAdded(String id) {}
  }

  /**
   * Returns a new announcement for a node. Its number is the time, so that a node's confirmation
   * shows how old it is. Synchronized, so that later announcements have higher numbers.
   *
   * @param receiver empty if it is no member
   */
  private synchronized JsonObject announcementTo(Optional<Peer> receiver) {
    number = Math.max(number + 1, nanoTime.getAsLong() - begun);
    OptionalLong received =
        receiver.map(peer -> peer.hosting().number()).orElse(OptionalLong.empty());
    return new HostedAreas(
            own(), OptionalLong.of(number), hosted.get(), impaired.getAsBoolean(), received)
        .json();
  }

  private boolean isSilent(Peer peer) {
    return peer.silence(nanoTime.getAsLong()) >= heartbeatTimeoutNanos;
  }

  /**
   * Returns the reachable node that hosts an area and has the fewest waiting calls. A node that
   * cannot reach the store is the last choice.
   *
   * @param without nodes that have already been tried
   */
  Optional<Peer> serving(String area, Set<String> without) {
    List<Peer> able = new ArrayList<>();
    for (Peer peer : peers.values()) {
      if (peer.hosts(area) && !isSilent(peer) && !without.contains(peer.id())) {
        able.add(peer);
      }
    }
    if (able.isEmpty()) {
      return Optional.empty();
    }
    if (!able.stream().allMatch(peer -> peer.hosting().impaired())) {
      able.removeIf(peer -> peer.hosting().impaired());
    }
    Collections.rotate(able, Math.floorMod(turn.getAndIncrement(), able.size()));
    return able.stream().min(Comparator.comparingInt(Peer::waiting));
  }

  /** Returns whether another, reachable node hosts an area. */
  public boolean serves(String area) {
    return peers.values().stream().anyMatch(peer -> peer.hosts(area) && !isSilent(peer));
  }

  /** Returns whether an area is hosted by another member that is unreachable. */
  public boolean misses(String area) {
    return peers.values().stream().anyMatch(peer -> peer.hosts(area) && isSilent(peer));
  }

  /** Returns the number of other nodes that are reachable. */
  public int alive() {
    return (int) peers.values().stream().filter(peer -> !isSilent(peer)).count();
  }
}
