package dev.gatehouse.hostile;

import module java.base;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;

/**
 * Clients with kept connections that all send a request at the same time. Each address stays within
 * the default limits.
 */
final class KeptConnections implements AutoCloseable {
  /** Name of the row. */
  static final String ROW = "kept-connections";

  private static final int CONNECTIONS = 5_000;
  private static final int ROUNDS = 3;

  /** With {@link #ROUNDS} requests on each connection, within the limit of 45 a minute. */
  private static final int CONNECTIONS_OF_AN_ADDRESS = 12;

  private static final int OPENING = 50;

  /** Columns of the table that apply only to attacks. */
  private static final int EMPTY_COLUMNS = 11;

  private static final double MAX_REFUSED = 0.01;
  private static final double SLOWEST_SHARE = 0.99;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 10;
  private static final int OK = 200;

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final List<KeptConnection> connections = new ArrayList<>();
  private final URI node;
  private final SourceAddresses addresses;

  /** Statuses of the replies (0: none), and the time within which 99 % of them arrived. */
  private record Round(Map<Integer, Integer> statuses, Duration p99) {
    int refused() {
      return CONNECTIONS - statuses.getOrDefault(OK, 0);
    }

    @Override
    public String toString() {
      return statuses + " in " + p99.toMillis() + " ms";
    }
  }

  KeptConnections(URI node, SourceAddresses addresses) {
    this.node = node;
    this.addresses = addresses;
  }

  /**
   * Runs all rounds and prints the row of the table.
   *
   * @param path requested by all connections at the same time
   * @return whether less than 1 % of the requests were refused in each round
   */
  boolean run(String path) throws IOException, InterruptedException {
    open(path);
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      rounds.add(round());
    }
    boolean good = rounds.stream().allMatch(round -> round.refused() < MAX_REFUSED * CONNECTIONS);
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %d | %s | %s%s |%n",
        ROW,
        addresses(),
        CONNECTIONS,
        rounds.stream().map(Round::toString).collect(Collectors.joining("; ")),
        "| ".repeat(EMPTY_COLUMNS),
        good ? "ok" : "missed: 1 % or more were refused");
    return good;
  }

  private static int addresses() {
    return (CONNECTIONS + CONNECTIONS_OF_AN_ADDRESS - 1) / CONNECTIONS_OF_AN_ADDRESS;
  }

  private void open(String path) throws IOException, InterruptedException {
    var connector = new Connector(group);
    String source = "";
    for (int i = 0; i < CONNECTIONS; i++) {
      if (i % CONNECTIONS_OF_AN_ADDRESS == 0) {
        source = addresses.next();
      }
      var connection = new KeptConnection(path);
      connections.add(connection);
      var outcomes = new Outcomes();
      connector.connect(
          new Connector.Target(node, source, false, false),
          connection,
          opened -> opened.begin(outcomes));
      int last = i - OPENING;
      if (last >= 0) {
        await(() -> connections.get(last).isOpen());
      }
    }
    await(() -> connections.stream().allMatch(KeptConnection::isOpen));
  }

  private Round round() throws InterruptedException {
    group.next().submit(() -> connections.forEach(KeptConnection::ask)).syncUninterruptibly();
    await(() -> connections.stream().allMatch(KeptConnection::isAnswered));
    Map<Integer, Integer> statuses = new TreeMap<>();
    connections.forEach(each -> statuses.merge(each.status(), 1, Integer::sum));
    List<Long> nanos = connections.stream().map(KeptConnection::nanos).sorted().toList();
    return new Round(
        statuses, Duration.ofNanos(nanos.get((int) (SLOWEST_SHARE * nanos.size()) - 1)));
  }

  /** Waits for a condition, or until the patience has ended. */
  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  @Override
  public void close() {
    group.next().submit(() -> connections.forEach(Attacker::leave)).syncUninterruptibly();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
