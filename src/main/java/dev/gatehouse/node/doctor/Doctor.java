package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.node.integrations.ProviderTrial;
import dev.gatehouse.node.integrations.ProviderTrials;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.settings.RiskySettings;
import dev.gatehouse.settings.SettingMistake;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.time.ZoneData;

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
}
