package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.packaged.ClusterScript;

/**
 * Measures a request's cost on one to four nodes behind the load balancer, the cost of calls to
 * other nodes, downloads, and idle connections. Compares a capacity model with the measurements.
 */
public final class ClusterBench {
  /** Connections for each loaded node. */
  private static final int CONNECTIONS = 16;

  private static final int DOWNLOADS = 500;
  private static final int HELD = 10_000;
  private static final int DESCRIPTORS = 300;
  private static final int MEGABYTES = 50;
  private static final double WARM_SECONDS = 8;
  private static final int ROUNDS = 4;

  /**
   * Number of turn lengths for a download run, because with this many connections a download takes
   * longer than a turn of small requests.
   */
  private static final int DOWNLOAD_TURNS = 3;

  private static final String WAV = "hot.wav";
  private static final String DNA_KEY = "0123456789abcdef".repeat(4);

  private static final double NGINX_TARGET = 1.3;

  private static final List<FlatCost.Kind> REQUESTS =
      List.of(
          new FlatCost.Kind("from memory", "/deployment/info", 10),
          new FlatCost.Kind("one document page", "/api/proxy/bots/trading/logs?limit=5", 40));

  private final Options options;
  private final LoadClient client;
  private final Peers peers;
  private ClusterScript cluster;
  private MeasuredCluster measured;

  private ClusterBench(Options options) {
    this.options = options;
    this.client = new LoadClient(options.work());
    this.peers = new Peers(options.work());
  }

  public static void main(String[] arguments) throws Exception {
    new ClusterBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Path wav = MadeWav.inFolder(peers.audio(), WAV, MEGABYTES);
    try (var script = settings(new ClusterScript(peers.fresh("data/cluster")))) {
      cluster = script;
      measured = new MeasuredCluster(script, options.work());
      cluster.up("n1=all", "n2=all", "n3=all", "n4=all", "n5=http");
      new Visitor(cluster.address(), ClusterScript.CODE).upload(WAV, wav);
      for (String other : List.of("n2", "n3", "n4")) {
        cluster.end(other);
      }
      warm(cluster.httpPort("n1"));
      warm(cluster.httpPort("n5"));
      measured.idle();
      new RemoteHop(cluster, measured, options.seconds()).print(REQUESTS, "n1", "n5");
      cluster.end("n5");
      cluster.up("n1=all", "n2=all", "n3=all", "n4=all");
      prepare();
      measured.idle();
      flat();
      new CapacityModel(turns()).print();
      downloads();
      held("through HAProxy, four nodes", cluster.port(), balanced(), nodes(4));
      held("one node, without HAProxy", cluster.httpPort("n1"), HELD, nodes(1));
    }
  }

  /** Applies the settings shared by this cluster's nodes and by standalone nodes. */
  private static ClusterScript settings(ClusterScript script) {
    return script
        .withBothCompilers()
        .with("ACCESS_JWT_SECRET", Peers.SECRET)
        .with("MEDIA_DNA_KEY", DNA_KEY)
        .with("LIMITS_OPERATOR_PER_MINUTE", "100000000")
        .with("HTTP_MAX_CONNECTIONS", Integer.toString(HELD + DOWNLOADS));
  }

  private static List<String> nodes(int count) {
    List<String> nodes = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      nodes.add("n" + i);
    }
    return nodes;
  }

  private void flat() throws Exception {
    try (var strangers = new NodesApart(cluster, ClusterBench::settings)) {
      List<FlatCost.Node> joined = new ArrayList<>();
      List<FlatCost.Node> apart = new ArrayList<>();
      for (String name : nodes(4)) {
        joined.add(NodesApart.node(cluster, name));
        apart.add(strangers.start(peers.fresh("data/apart-" + name)));
        warm(apart.getLast().port());
      }
      new FlatCost(measured, client, options.work(), options.seconds())
          .print(REQUESTS, joined, apart);
    }
  }

  /** Warms up each node separately, so that its code is compiled. */
  private void prepare() throws IOException, InterruptedException {
    for (String node : nodes(4)) {
      warm(cluster.httpPort(node));
      measured.heat(node, "/audio/" + WAV);
    }
  }

  private void warm(int port) throws IOException, InterruptedException {
    for (FlatCost.Kind request : REQUESTS) {
      measured.load(port, request.path(), CONNECTIONS, WARM_SECONDS);
    }
  }

  /**
   * Interleaves one to four nodes within each round, starting with a different node each time.
   * Noise of the machine and warm-up thus affect all numbers of nodes equally.
   */
  private Map<Integer, Map<String, List<MeasuredCluster.Turn>>> turns() throws Exception {
    Map<Integer, Map<String, List<MeasuredCluster.Turn>>> turns = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int nodes = 1; nodes <= 4; nodes++) {
        List<String> asked = FlatCost.turned(nodes(4), round, nodes);
        int connections = CONNECTIONS * nodes;
        try (var balancer = measured.balancer(ports(asked))) {
          for (FlatCost.Kind request : REQUESTS) {
            String path = request.path();
            measured.load(balancer.port(), path, connections, 1);
            double before = balancer.cpuSeconds();
            MeasuredCluster.Turn turn =
                measured.turn(
                    asked,
                    () -> measured.load(balancer.port(), path, connections, options.seconds()));
            turn.cpu().put("haproxy", balancer.cpuSeconds() - before);
            turns
                .computeIfAbsent(nodes, first -> new LinkedHashMap<>())
                .computeIfAbsent(request.name(), first -> new ArrayList<>())
                .add(turn);
          }
        }
      }
    }
    return turns;
  }

  private int[] ports(List<String> nodes) {
    return nodes.stream().mapToInt(cluster::httpPort).toArray();
  }

  private void downloads() throws Exception {
    String path = "/audio/" + WAV;
    double seconds = DOWNLOAD_TURNS * options.seconds();
    List<Double> nginxs = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    List<Double> balancings = new ArrayList<>();
    try (ServerProcess nginx = peers.nginx();
        ServerProcess balancer = measured.balancer(nginx.port());
        ServerProcess oursBalancer = measured.balancer(ports(nodes(4)))) {
      for (int round = 0; round < ROUNDS; round++) {
        // Warms up both with one request.
        client.large(balancer.port(), path, DOWNLOADS, 1, "");
        double before = nginx.cpuSeconds();
        LoadClient.Load load = client.large(balancer.port(), path, DOWNLOADS, seconds, "");
        nginxs.add((nginx.cpuSeconds() - before) * 1e9 / load.bytes());
        client.large(oursBalancer.port(), path, DOWNLOADS, 1, "");
        double balancing = oursBalancer.cpuSeconds();
        MeasuredCluster.Turn turn =
            measured.turn(
                nodes(4), () -> client.large(oursBalancer.port(), path, DOWNLOADS, seconds, ""));
        ours.add(turn.cpu().get("nodes") * 1e9 / turn.load().bytes());
        balancings.add((oursBalancer.cpuSeconds() - balancing) * 1e9 / turn.load().bytes());
      }
    }
    Spread ratios = Spread.ratio(ours, nginxs, cost -> cost);
    new Table(
            "A WAV of "
                + MEGABYTES
                + " MB through HAProxy at "
                + DOWNLOADS
                + " connections: medians of "
                + ROUNDS
                + " rounds",
            "origin",
            "nginx's CPU s/GB",
            "the nodes' CPU s/GB",
            "HAProxy's CPU s/GB before these",
            "nodes / nginx (at most " + NGINX_TARGET + "), least and most",
            "")
        .row(
            "four nodes beside nginx",
            text("%.3f", median(nginxs)),
            text("%.3f", median(ours)),
            text("%.3f", median(balancings)),
            ratios.text("%.2f"),
            Table.atMost(ratios.median(), NGINX_TARGET))
        .print();
  }

  static double median(List<Double> figures) {
    return Spread.of(figures, figure -> figure).median();
  }

  /** Returns the number of connections that HAProxy's descriptors allow: two each, plus its own. */
  private int balanced() throws IOException {
    long limit =
        Files.readAllLines(Path.of("/proc/" + cluster.pid("haproxy") + "/limits")).stream()
            .filter(line -> line.startsWith("Max open files"))
            .mapToLong(line -> Long.parseLong(line.split("\\s+")[3]))
            .findFirst()
            .orElseThrow();
    return (int) Math.min(HELD, limit / 2 - DESCRIPTORS);
  }

  private void held(String where, int port, int count, List<String> nodes) throws Exception {
    double before = resident(nodes);
    double balancing = ServerProcess.residentMegabytes(cluster.pid("haproxy"));
    try (var connections = new HeldConnections(port, "/audio?limit=1", count)) {
      int open = connections.open();
      double during = resident(nodes);
      double balanced = ServerProcess.residentMegabytes(cluster.pid("haproxy"));
      long start = System.nanoTime();
      int again = connections.again();
      new Table(count + " connections that are kept: " + where, "figure", "measured", "target", "")
          .row("answered when opened", Integer.toString(open), "all", whole(open, count))
          .row("answered once more, each", Integer.toString(again), "all", whole(again, count))
          .row("seconds for that", text("%.1f", (System.nanoTime() - start) / 1e9), "", "")
          .row("nodes' memory, MB more", text("%.0f", during - before), "", "")
          .row("HAProxy's memory, MB more", text("%.0f", balanced - balancing), "", "")
          .print();
    }
  }

  private static String whole(int answered, int count) {
    return answered == count ? "ok" : "missed";
  }

  private double resident(List<String> nodes) throws IOException {
    double megabytes = 0;
    for (String node : nodes) {
      megabytes += ServerProcess.residentMegabytes(cluster.pid(node));
    }
    return megabytes;
  }

  static String text(String format, double figure) {
    return String.format(Locale.ROOT, format, figure);
  }
}
