package dev.gatehouse.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other nodes of a cluster and what they host, as they say themselves. Nodes ask each other
 * three times in the silence that is borne. One that gives no sign of life is passed over until it
 * does, and all who wait for its answers learn it at once, long before their own time has passed;
 * one that leaves has told everybody before, so that nobody sends it anything more.
 */
public final class Peers {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final String ADDRESS = "gatehouse.hosting.";
  private static final long PERIOD_MILLIS = 500;
  private static final long PERIOD_NANOS = PERIOD_MILLIS * 1_000_000;

  /**
   * So that a lost message, or a second, puts nobody out; more than that is work of nodes at rest.
   */
  private static final int ASKED_IN_A_SILENCE = 3;

  private final Vertx vertx;
  private final ClusterManager cluster;
  private final long heartbeatTimeoutNanos;
  private final LongSupplier nanoTime;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private Supplier<Set<String>> hosted = Set::of;
  private volatile boolean leaving;
  private volatile long looked;

  /** The number of words that this node has said of what it hosts. */
  private long words;

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
    this.looked = nanoTime.getAsLong();
  }

  /**
   * Begins to ask the others, and to answer them; returns when they can reach this node.
   *
   * @param areas that this node hosts
   */
  Future<Void> begin(Supplier<Set<String>> areas) {
    hosted = areas;
    cluster.nodeListener(
        new NodeListener() {
          @Override
          public void nodeAdded(String id) {
            // Found at the next look; it is not ready yet.
          }

          @Override
          public void nodeLeft(String id) {
            lose(id);
          }
        });
    EventBus bus = vertx.eventBus();
    Future<Void> listening = bus.<Event>consumer(ADDRESS + own(), this::answer).completion();
    vertx.setPeriodic(PERIOD_MILLIS, tick -> look());
    return listening;
  }

  String own() {
    return cluster.getNodeId();
  }

  /** Says what this node hosts to all others, and waits until they have heard it. */
  Future<Void> announce() {
    find();
    return Future.join(peers.values().stream().map(this::ask).toList()).mapEmpty();
  }

  /**
   * Says that this node hosts nothing any more, and waits for as long as others may take to send it
   * nothing: who did not hear it has asked by then. Whoever sends a call later still is told that
   * it is hosted elsewhere.
   */
  Future<Void> announceShutdown() {
    leaving = true;
    Future<Void> settled =
        vertx.timer(pauseNanos() + PERIOD_NANOS, TimeUnit.NANOSECONDS).mapEmpty();
    return Future.join(announce(), settled).mapEmpty();
  }

  /** The time between two questions to a node. */
  private long pauseNanos() {
    return heartbeatTimeoutNanos / ASKED_IN_A_SILENCE;
  }

  /**
   * The node that is to answer next: of those that host an area and give signs of life the one for
   * which the fewest wait.
   *
   * @param without nodes that have been tried
   */
  Optional<Peer> serving(String area, Set<String> without) {
    long now = nanoTime.getAsLong();
    List<Peer> able = new ArrayList<>();
    for (Peer peer : peers.values()) {
      if (peer.hosts(area)
          && peer.silence(now) < heartbeatTimeoutNanos
          && !without.contains(peer.id())) {
        able.add(peer);
      }
    }
    if (able.isEmpty()) {
      return Optional.empty();
    }
    int first = Math.floorMod(turn.getAndIncrement(), able.size());
    Collections.rotate(able, first);
    return able.stream().min(Comparator.comparingInt(peer -> peer.waiting().size()));
  }

  /** Returns whether another node that gives signs of life hosts an area. */
  public boolean serves(String area) {
    long now = nanoTime.getAsLong();
    return peers.values().stream()
        .anyMatch(peer -> peer.hosts(area) && peer.silence(now) < heartbeatTimeoutNanos);
  }

  /** Returns whether another node that gives no sign of life, yet is a member, hosts an area. */
  public boolean misses(String area) {
    long now = nanoTime.getAsLong();
    return peers.values().stream()
        .anyMatch(peer -> peer.hosts(area) && peer.silence(now) >= heartbeatTimeoutNanos);
  }

  /** The number of other nodes that give signs of life. */
  public int alive() {
    long now = nanoTime.getAsLong();
    return (int)
        peers.values().stream().filter(peer -> peer.silence(now) < heartbeatTimeoutNanos).count();
  }

  private void look() {
    long now = nanoTime.getAsLong();
    extendDeadlines(now);
    looked = now;
    find();
    for (Peer peer : peers.values()) {
      if (peer.silence(now) >= heartbeatTimeoutNanos && !peer.waiting().isEmpty()) {
        LOG.warn("node {} is silent: {} calls give it up", peer.id(), peer.waiting().size());
        peer.fail();
      }
      // A timer comes a little early or late.
      if (peer.isDue(now, pauseNanos() - PERIOD_NANOS / 2)) {
        ask(peer);
      }
    }
  }

  /** Those that were heard before a pause of this node's own could not be heard during it. */
  private void extendDeadlines(long now) {
    // Between two looks lies their period, pause or none.
    long pause = now - looked - PERIOD_NANOS;
    if (pause > heartbeatTimeoutNanos / 2) {
      for (Peer peer : peers.values()) {
        if (peer.silence(looked) < heartbeatTimeoutNanos) {
          peer.extendDeadline(pause);
        }
      }
    }
  }

  private void find() {
    List<String> members;
    try {
      members = cluster.getNodes();
    } catch (RuntimeException e) {
      // Hazelcast is ending, and so is this node.
      LOG.debug("the members cannot be read", e);
      return;
    }
    long now = nanoTime.getAsLong();
    for (String id : members) {
      if (!id.equals(own()) && !peers.containsKey(id)) {
        peers.put(id, Peer.found(id, now));
        LOG.info("node {} has joined the cluster", id);
      }
    }
    Set<String> gone = new HashSet<>(peers.keySet());
    members.forEach(gone::remove);
    gone.forEach(this::lose);
  }

  private void lose(String id) {
    Peer peer = peers.remove(id);
    if (peer != null) {
      LOG.info("node {} has left the cluster; {} calls waited for it", id, peer.waiting().size());
      peer.lose();
    }
  }

  /**
   * Both sides learn what the other one hosts. Only an answer is a sign of life: where a network
   * lets messages pass in one direction, who is heard cannot be asked.
   */
  private Future<Void> ask(Peer peer) {
    var options =
        new DeliveryOptions().setSendTimeout(Duration.ofNanos(heartbeatTimeoutNanos).toMillis());
    long asked = nanoTime.getAsLong();
    peer.isAsked(asked);
    return vertx
        .eventBus()
        .<Event>request(ADDRESS + peer.id(), hosting(), options)
        .onSuccess(reply -> peer.answers(HostedAreas.read(reply.body()), nanoTime.getAsLong()))
        .onFailure(problem -> unanswered(peer, problem, asked))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  /** A member without this address is no node that hosts areas, or is beginning or ending. */
  private void unanswered(Peer peer, Throwable problem, long asked) {
    boolean nobody =
        problem instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    // It may have begun, and said so, in the meantime.
    if (nobody && !peer.wasHeardSince(asked)) {
      peer.updateHosting(HostedAreas.nothing(peer.id()), nanoTime.getAsLong());
    }
  }

  private void answer(Message<Event> message) {
    Optional<Peer> speaker;
    try {
      speaker = receive(message.body());
    } catch (RuntimeException e) {
      LOG.error("another node's word on what it hosts cannot be read", e);
      return;
    }
    boolean silent =
        speaker
            .filter(peer -> peer.silence(nanoTime.getAsLong()) >= heartbeatTimeoutNanos)
            .isPresent();
    if (silent && speaker.get().beginsTrial()) {
      // Who has just begun may rely on it from our answer on that he is asked.
      ask(speaker.get())
          .onComplete(asked -> {
            speaker.get().endsTrial();
            message.reply(hosting());
          });
    } else {
      message.reply(hosting());
    }
  }

  /** A later word has a higher number, whichever thread says it. */
  private synchronized Event hosting() {
    Set<String> areas = leaving ? Set.of() : hosted.get();
    words++;
    return new HostedAreas(own(), OptionalLong.of(words), areas).event();
  }

  private Optional<Peer> receive(Event event) {
    HostedAreas word = HostedAreas.read(event);
    if (!peers.containsKey(word.node())) {
      // It was quicker than the next look at the members.
      find();
    }
    Optional<Peer> peer = Optional.ofNullable(peers.get(word.node()));
    peer.ifPresent(speaker -> speaker.updateHosting(word, nanoTime.getAsLong()));
    return peer;
  }
}
