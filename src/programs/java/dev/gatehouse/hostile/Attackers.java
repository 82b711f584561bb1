package dev.gatehouse.hostile;

import module java.base;

import io.netty.channel.ChannelFuture;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;

/**
 * Attackers of a node on one thread. Each address opens connections until it has its share, and
 * replaces the closed ones. It makes at most {@link #MAX_REQUESTS} requests a minute.
 */
final class Attackers implements AutoCloseable {
  /** The default limit is 45. */
  private static final int MAX_REQUESTS = 42;

  private static final int MAX_READERS = 2_000;
  private static final int MIXED_STREAMS = 4;
  private static final int MAX_IDLE = 6_000;
  private static final int MAX_IDLE_OF_AN_ADDRESS = 900;

  /** An address with more wrong codes would be banned. */
  private static final int CODES_OF_AN_ADDRESS = 9;

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int TICK_MILLIS = 50;
  private static final int OPENED_A_TICK = 15;
  private static final int OPENED_A_TICK_TLS = 5;
  private static final int CLOSING_SECONDS = 8;

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ChannelGroup channels = new DefaultChannelGroup(group.next());
  private final Outcomes outcomes = new Outcomes();
  private final Set<Attacker> live = new HashSet<>();
  private final List<Source> sources = new ArrayList<>();
  private final Random random = new Random(27);
  private final AttackPlan plan;
  private final URI address;
  private final Connector connector;
  private int ticks;
  private int opened;
  private volatile int held;
  private volatile boolean closing;

  /**
   * Creates the attackers, which do nothing yet.
   *
   * @param address the node's address; https for TLS
   */
  Attackers(AttackPlan plan, URI address, SourceAddresses addresses) throws SSLException {
    this.plan = plan;
    this.address = address;
    connector = new Connector(group);
    for (int i = 0; i < plan.addresses(); i++) {
      sources.add(new Source(addresses));
    }
  }

  void begin() {
    group.next().scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  Outcomes outcomes() {
    return outcomes;
  }

  /** Returns the number of requests that open connections hold. */
  int held() {
    return held;
  }

  /** Closes all connections. A TLS connection is closed when its last record is sent. */
  @Override
  public void close() {
    closing = true;
    group.next().submit(() -> List.copyOf(live).forEach(Attacker::leave)).syncUninterruptibly();
    channels.close().awaitUninterruptibly(CLOSING_SECONDS, TimeUnit.SECONDS);
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private void tick() {
    if (closing) {
      return;
    }
    ticks++;
    int most = address.getScheme().equals("https") ? OPENED_A_TICK_TLS : OPENED_A_TICK;
    for (int i = 0, begun = 0; i < Math.max(most, sources.size()) && begun < most; i++) {
      if (sources.get((ticks * most + i) % sources.size()).open()) {
        begun++;
      }
    }
    if (ticks % (TimeUnit.SECONDS.toMillis(1) / TICK_MILLIS) == 0) {
      List.copyOf(live).forEach(Attacker::everySecond);
      held = live.stream().mapToInt(Attacker::held).sum();
    }
  }

  /** An attacking address. */
  private final class Source {
    private final SourceAddresses addresses;
    private final Deque<Long> requests = new ArrayDeque<>();
    private String local;
    private int begun;
    private int open;

    Source(SourceAddresses addresses) {
      this.addresses = addresses;
      this.local = addresses.next();
    }

    /** Opens a connection if the limits of the address permit it. */
    boolean open() {
      AttackKind kind = plan.kinds().get(begun % plan.kinds().size());
      int share = share(kind);
      int made = kind.requests(plan.mixed() ? Math.min(MIXED_STREAMS, share) : share);
      long now = System.nanoTime();
      while (!requests.isEmpty() && now - requests.peek() > MINUTE_NANOS) {
        requests.poll();
      }
      if (open + Math.max(1, made) > share || requests.size() + made > MAX_REQUESTS) {
        return false;
      }
      for (int i = 0; i < made; i++) {
        requests.add(now);
      }
      begun++;
      if (kind == AttackKind.WRONG_CODES
          && sources.size() > 1
          && begun % CODES_OF_AN_ADDRESS == 0) {
        local = addresses.next();
      }
      connect(kind, made);
      return true;
    }

    /** Returns the maximum number of requests that the address makes at the same time. */
    private int share(AttackKind kind) {
      if (kind == AttackKind.WRONG_CODES && !plan.mixed()) {
        return 1;
      }
      return kind.limit() == AttackKind.Limit.CONNECTIONS && !plan.mixed()
          ? Math.min(MAX_IDLE_OF_AN_ADDRESS, MAX_IDLE / sources.size())
          : Math.min(MAX_REQUESTS, MAX_READERS / sources.size());
    }

    private void connect(AttackKind kind, int made) {
      Attacker attacker = kind.create(plan.targets(), opened, made, random);
      opened++;
      int places = Math.max(1, made);
      open += places;
      ChannelFuture end =
          connector.connect(
              new Connector.Target(
                  address,
                  local,
                  address.getScheme().equals("https") && !kind.plain(),
                  kind == AttackKind.SLOW_READER_H2),
              attacker,
              this::begun);
      channels.add(end.channel());
      end.addListener(closed -> {
        open -= places;
        live.remove(attacker);
        if (!attacker.leaving()) {
          outcomes.add(attacker.begun() ? "closed" : "refused");
        }
      });
    }

    private void begun(Attacker attacker) {
      live.add(attacker);
      attacker.begin(outcomes);
    }
  }
}
