package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.areas.games.rcon.RconConnection.RconException;
import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.node.agreement.AgreementRepository;
import dev.gatehouse.node.agreement.SettingsAgreement;
import dev.gatehouse.node.doctor.PublicChecks.CertificateChecks;
import dev.gatehouse.node.health.Release;
import dev.gatehouse.node.integrations.ProviderTrial;
import dev.gatehouse.node.integrations.ProviderTrials;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.node.storage.StoredDocuments;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.security.RedisScript;
import dev.gatehouse.settings.RiskySettings;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingMistake;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.ZoneData;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

/**
 * Checks the settings and the environment of a node, whether or not it runs.
 *
 * @param limit maximum duration of one check; a longer one is a problem
 */
public record Doctor(InstantSource clock, Duration limit) {
  private static final String SETTINGS = "settings";

  /** Runs all checks at the same time, and returns their findings in a fixed order. */
  public List<Finding> examine(SettingsCheck settings) {
    List<Finding> findings = new ArrayList<>();
    for (SettingMistake mistake : settings.mistakes()) {
      findings.add(
          Finding.problem(
              SETTINGS, mistake.text(), "Correct the setting; config explain describes it."));
    }
    settings
        .settings()
        .ifPresent(valid -> {
          findings.addAll(risks(valid));
          findings.addAll(run(checks(valid)));
        });
    boolean sound = findings.stream().noneMatch(finding -> finding.check().equals(SETTINGS));
    if (sound) {
      findings.addFirst(Finding.ok(SETTINGS, "all settings are valid"));
    }
    return List.copyOf(findings);
  }

  /** Runs the checks that a running node can make of itself. It knows its ports and its health. */
  public List<Finding> examineRunning(Settings valid) {
    Map<String, Callable<List<Finding>>> checks = checks(valid);
    checks.keySet().removeAll(List.of("ports", "health"));
    List<Finding> findings = new ArrayList<>(risks(valid));
    findings.addAll(run(checks));
    return List.copyOf(findings);
  }

  private static List<Finding> risks(Settings valid) {
    return Stream.concat(RiskySettings.of(valid).stream(), Pages.hints(valid).stream())
        .map(risk -> Finding.warning(SETTINGS, risk, "Change the named settings."))
        .toList();
  }

  private Map<String, Callable<List<Finding>>> checks(Settings valid) {
    var node = new NodeChecks(valid, limit);
    var data = new DataChecks(valid, clock);
    var servers = new ServerChecks(valid, clock);
    var cluster = new ClusterChecks(valid, clock, limit);
    var proxy = new ProxyChecks(valid, node);
    var site = new PublicChecks(valid, clock, limit);
    Map<String, Callable<List<Finding>>> checks = new LinkedHashMap<>();
    checks.put("ports", node::ports);
    checks.put("health", () -> node.isRunning() ? node.health() : data.stores());
    checks.put("tls", new CertificateChecks(valid.http(), clock, limit)::check);
    checks.put("owner", new OwnerChecks(valid)::check);
    checks.put("public", site::address);
    checks.put("proxy", proxy::headers);
    checks.put("clock", site::reply);
    checks.put("zones", () -> List.of(zones()));
    checks.put("age", new AgeChecks(clock)::check);
    checks.put("folders", data::folders);
    checks.put("disk", data::disk);
    checks.put("native", data::nativeLibraries);
    checks.put("backup", data::backup);
    checks.put("smtp", () -> new SmtpLogin(valid.smtp(), limit).check());
    checks.put("mongo", servers::mongo);
    checks.put("redis", () -> new RedisLogin(valid.section("redis"), limit).check());
    checks.put("blobs", servers::bucket);
    checks.put("cluster", cluster::certificates);
    cluster.peers().forEach((peer, check) -> checks.put("cluster " + peer, check));
    for (ProviderTrial trial : new ProviderTrials(valid, clock).all()) {
      checks.put(trial.name(), () -> List.of(finding(trial)));
    }
    checks.put("blockgame", new GameChecks(valid.section("blockgame"), limit)::check);
    return checks;
  }

  private Finding zones() {
    ZoneData data = ZoneData.newest();
    String rules = "the time zone rules are IANA " + data.described();
    return data.isOld(clock.instant())
        ? Finding.warning(
            "zones",
            rules,
            "Upgrade Gatehouse, or the operating system's package tzdata, and restart.")
        : Finding.ok("zones", rules);
  }

  private Finding finding(ProviderTrial trial) throws InterruptedException {
    ProviderTrial.Outcome outcome = trial.run(limit);
    return switch (outcome.result()) {
      case OK -> Finding.ok(trial.name(), outcome.message());
      case WARNING -> Finding.warning(trial.name(), outcome.message(), outcome.remedy());
      case PROBLEM -> Finding.problem(trial.name(), outcome.message(), outcome.remedy());
    };
  }

  /** Runs checks at the same time. Those that do not end share the time limit. */
  List<Finding> run(Map<String, Callable<List<Finding>>> checks) {
    Deadline deadline = Deadline.in(limit);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      Map<String, Future<List<Finding>>> started = new LinkedHashMap<>();
      checks.forEach((name, check) -> started.put(name, threads.submit(check)));
      List<Finding> findings = new ArrayList<>();
      started.forEach((name, check) -> findings.addAll(result(name, check, deadline)));
      return findings;
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Finding> result(String name, Future<List<Finding>> check, Deadline deadline) {
    try {
      return check.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return List.of(
          Finding.problem(
              name,
              "the check did not end within " + limit.toMillis() + " ms",
              "Find out why the disk, name server or other server does not respond."));
    } catch (ExecutionException e) {
      return List.of(
          Finding.problem(
              name, "the check failed: " + e.getCause(), "Correct the cause and try again."));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Checks the age of the release and of Java, which get security updates. */
  record AgeChecks(InstantSource clock) {
    private static final String AGE = "age";
    private static final Period OLD_RELEASE = Period.ofMonths(6);

    /** Security updates of Java appear in January, April, July and October. */
    private static final Period OLD_JAVA = Period.ofMonths(4);

    List<Finding> check() {
      return List.of(
          finding(
              "Gatehouse " + Release.version(),
              Optional.of(Release.date()),
              OLD_RELEASE,
              "Look for a newer release in the feed that the page Upgrades names."),
          finding(
              "Java " + Runtime.version(),
              date(System.getProperty("java.version.date", "")),
              OLD_JAVA,
              "Upgrade the JDK, or the package or image that contains it, and restart."));
    }

    private static Optional<LocalDate> date(String text) {
      try {
        return Optional.of(LocalDate.parse(text));
      } catch (DateTimeException unknown) {
        return Optional.empty();
      }
    }

    private Finding finding(String what, Optional<LocalDate> date, Period old, String remedy) {
      LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
      boolean aged = date.isPresent() && date.get().isBefore(today.minus(old));
      String of = date.map(day -> " is of " + day).orElse(", whose date is unknown");
      return Finding.warningIf(aged, AGE, what + of, remedy);
    }
  }

  /**
   * Checks of the game server's folder and console.
   *
   * @param own the section {@code blockgame}
   */
  record GameChecks(Section own, Duration limit) {
    private static final String GAME = "blockgame";

    List<Finding> check() {
      List<Finding> findings = new ArrayList<>();
      if (!own.text("serverDir").isBlank()) {
        Path folder = own.path("serverDir");
        if (Files.isDirectory(folder) && Files.isWritable(folder)) {
          findings.add(Finding.ok(GAME, "blockgame.serverDir " + folder + " can be used"));
        } else {
          findings.add(
              Finding.problem(
                  GAME,
                  "blockgame.serverDir " + folder + " is not a folder that the node can write",
                  "Correct the setting, or give the folder to the user who runs the node."));
        }
      }
      if (!own.text("rconPassword").isEmpty()) {
        findings.add(console());
      }
      return findings;
    }

    private Finding console() {
      try {
        var address = new RconServer.Address(own.text("rconHost"), own.port("rconPort"));
        new RconServer(address, own.text("rconPassword"), limit)
            .connect(Deadline.in(limit))
            .close();
        return Finding.ok(GAME, "the game server's console accepts the password");
      } catch (RconException e) {
        String words = "the game server's console " + e.kind().words();
        if (e.kind() == RconException.Kind.ABSENT) {
          return Finding.warning(GAME, words, "Start the game server with enable-rcon=true.");
        }
        return Finding.problem(
            GAME, words, "Correct blockgame.rconHost, rconPort and rconPassword.");
      }
    }
  }

  /** Checks of settings that an owner forgets at first: valid, but news or goods go astray. */
  record OwnerChecks(Settings settings) {
    private static final String OWNER = "owner";

    List<Finding> check() {
      List<Finding> findings = new ArrayList<>();
      findings.add(
          Finding.warningIf(
              settings.owner().email().isEmpty(),
              OWNER,
              settings.owner().email().isEmpty()
                  ? "owner.email is not set, so hire forms, reports and alerts reach no mailbox"
                  : "owner.email is " + settings.owner().email(),
              "Set GATEHOUSE_OWNER_EMAIL, and smtp.url."));
      boolean shop = settings.section("storefront").text("provider").equals("local");
      if (shop && settings.section("products").flag("open")) {
        findings.add(
            Finding.warning(
                OWNER,
                "products.open is true, so anyone may add products to the catalog of the shop",
                "Set GATEHOUSE_PRODUCTS_OPEN=false, unless visitors shall add products."));
      }
      return findings;
    }
  }

  /** Checks that a proxy in front of the node reports the clients' addresses. */
  record ProxyChecks(Settings settings, NodeChecks node) {
    private static final String PROXY = "proxy";

    List<Finding> headers() throws IOException, InterruptedException {
      boolean trusting = !settings.security().trustedProxies().isEmpty();
      boolean secured = settings.publicAddress().url().startsWith("https:");
      if (secured && !settings.http().tls() && !trusting) {
        return List.of(
            Finding.problem(
                PROXY,
                "public.url begins with https, but this node has no certificate and trusts no proxy,"
                    + " so all clients of the proxy count as one",
                "Set security.trustedProxies to the proxy's address."));
      }
      return node.isRunning() ? hint() : List.of();
    }

    private List<Finding> hint() throws IOException, InterruptedException {
      String seen = node.hints().getString(PROXY);
      return List.of(
          seen == null
              ? Finding.ok(PROXY, "the clients' addresses are known")
              : Finding.warning(
                  PROXY,
                  seen,
                  "Let the proxy set X-Forwarded-For, and name it in security.trustedProxies; conf has"
                      + " files for HAProxy and nginx."));
    }
  }

  /** Requests to the document server and the object store, with their credentials. */
  record ServerChecks(Settings settings, InstantSource clock) {
    private static final String MONGO = "mongo";

    /** Reads from the document server, and compares settings with those of other nodes. */
    List<Finding> mongo() {
      if (settings.mongo().url().isEmpty()) {
        return List.of();
      }
      Vertx vertx = Vertx.vertx();
      try {
        StoredDocuments stored = StoredDocuments.toRead(vertx, settings);
        try {
          return read(stored.documents());
        } finally {
          stored.closeClient();
        }
      } catch (RuntimeException e) {
        return List.of(
            Finding.problem(
                MONGO,
                StoredDocuments.place(settings) + " cannot be read: " + cause(e),
                "Start the server, or correct the address, user and password in mongo.url."));
      } finally {
        vertx.close().await();
      }
    }

    private List<Finding> read(Documents documents) {
      var repository = new AgreementRepository(documents, clock);
      repository.all();
      Finding ok = Finding.ok(MONGO, "the document server accepts the login and answers reads");
      if (!settings.section(ClusterChecks.CLUSTER).flag("enabled")) {
        return List.of(ok);
      }
      List<String> differences = SettingsAgreement.differences(settings, documents, clock);
      return List.of(ok, shared(differences));
    }

    private static Finding shared(List<String> differences) {
      if (differences.isEmpty()) {
        return Finding.ok(ClusterChecks.CLUSTER, "no running node has other shared settings");
      }
      return Finding.problem(
          ClusterChecks.CLUSTER,
          String.join("; ", differences),
          "Use the value of the other nodes, or change it on all nodes by cluster rotate.");
    }

    /** Requests the bucket of stored files. */
    List<Finding> bucket() {
      if (settings.section("blobs").text("s3Url").isEmpty()) {
        return List.of();
      }
      try (StoredBlobs blobs = StoredBlobs.of(settings)) {
        blobs.half().store();
        return List.of(Finding.ok("blobs", "the bucket " + blobs.half().place() + " can be read"));
      } catch (IOException | RuntimeException e) {
        return List.of(
            Finding.problem(
                "blobs",
                "the bucket cannot be read: " + cause(e),
                "Correct blobs.s3Url, s3Bucket and the keys, and create the bucket."));
      }
    }

    /** Returns the first cause, in which a driver explains itself. */
    private static String cause(Throwable e) {
      Throwable first = e;
      while (first.getCause() != null) {
        first = first.getCause();
      }
      return String.valueOf(first.getMessage());
    }
  }

  /**
   * Signs in to Redis and runs a script, as the rate limits do.
   *
   * @param own the section {@code redis}
   */
  record RedisLogin(Section own, Duration limit) {
    private static final String REDIS = "redis";

    List<Finding> check() {
      String url = own.text("url");
      if (url.isEmpty()) {
        return List.of();
      }
      var server = new RedisScript.Server(URI.create(url), own.text("certificate"), limit);
      Vertx vertx = Vertx.vertx();
      try {
        Redis.createClient(vertx, RedisScript.options(server).setProtocolNegotiation(false))
            .connect()
            .compose(redis -> redis.send(Request.cmd(Command.EVAL).arg("return 1").arg(0)))
            .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
            .await();
        return List.of(Finding.ok(REDIS, "Redis accepts the login and runs scripts"));
      } catch (Throwable e) {
        // await() rethrows any failure of the client, including checked exceptions.
        return List.of(
            Finding.problem(
                REDIS,
                "Redis at " + server.url().getHost() + " cannot be used: " + e.getMessage(),
                "Start Redis, permit scripts (EVAL), or correct redis.url with its user, password and"
                    + " database, redis.certificate and the firewall."));
      } finally {
        vertx.close().await();
      }
    }
  }

  /** The doctor's checks of the running node, for its owner. */
  public static final class CheckOperation {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Settings settings;
    private final Doctor doctor;
    private final AtomicReference<FutureTask<List<Finding>>> latest = new AtomicReference<>();

    public CheckOperation(Settings settings, InstantSource clock) {
      this.settings = settings;
      this.doctor = new Doctor(clock, LIMIT);
    }

    public Map<String, Area.Handler> operations() {
      return Map.of("node.examine", Area.returning(Examination.class, this::examine));
    }

    /**
     * @param success whether there are no problems
     */
    private record Examination(boolean success, List<ListedFinding> findings) {}

    private record ListedFinding(String check, String result, String message, String remedy) {
      static ListedFinding of(Finding finding) {
        return new ListedFinding(
            finding.check(), finding.result(), finding.message(), finding.remedy());
      }
    }

    /** Concurrent requests share one examination, because it connects to many servers. */
    private Answer examine(Call call) throws InterruptedException, ExecutionException {
      var next = new FutureTask<>(() -> doctor.examineRunning(settings));
      FutureTask<List<Finding>> shared =
          latest.updateAndGet(last -> last == null || last.isDone() ? next : last);
      shared.run();
      List<Finding> findings = shared.get();
      return Answer.ok(
          new Examination(
              findings.stream().noneMatch(Finding::isProblem),
              findings.stream().map(ListedFinding::of).toList()));
    }
  }
}
