package dev.gatehouse.areas.site;

import module java.base;

import dev.gatehouse.area.ComponentChecks;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;

/** Status of the service: its health, release and uptime. */
record StatusOperations(Deployment deployment, ComponentChecks checks, InstantSource clock) {
  /**
   * The running release.
   *
   * @param version of the release
   * @param environment production, or the owner's name for it
   * @param started start time of the node
   */
  record Deployment(String version, String environment, Instant started) {}

  Map<String, Area.Handler> operations() {
    return Map.of(
        "site.stillAlive", Area.returning(Status.class, new StillAlive()),
        "site.deploymentInfo", Area.returning(Info.class, Area.fromMemory(this::deploymentInfo)),
        "site.deploymentInfoProxy",
            Area.returning(Info.class, Area.fromMemory(this::deploymentInfo)));
  }

  private record Status(
      String status,
      Instant timestamp,
      String uptime,
      String version,
      Map<String, String> checks) {}

  private record Info(String version, Instant timestamp, String environment, String uptime) {}

  /**
   * Returns the health of the service. Recent results are returned from memory without blocking,
   * because monitors send frequent requests.
   */
  private final class StillAlive implements Area.Handler {
    @Override
    public Answer handle(Call call) {
      return status(checks.up());
    }

    @Override
    public Optional<Area.Handler> inline() {
      return Optional.of(call -> checks.results().map(StatusOperations.this::status).orElse(null));
    }
  }

  private Answer status(Map<String, Boolean> parts) {
    Map<String, String> words = LinkedHashMap.newLinkedHashMap(parts.size());
    parts.forEach((name, up) -> words.put(name, up ? "up" : "down"));
    return Answer.ok(
        new Status(
            parts.containsValue(false) ? "degraded" : "alive",
            clock.instant(),
            uptime(),
            deployment.version(),
            words));
  }

  private Answer deploymentInfo(Call call) {
    return Answer.ok(
        new Info(deployment.version(), clock.instant(), deployment.environment(), uptime()));
  }

  private String uptime() {
    Duration up = Duration.between(deployment.started(), clock.instant());
    return up.toDays()
        + "d "
        + up.toHoursPart()
        + "h "
        + up.toMinutesPart()
        + "m "
        + up.toSecondsPart()
        + "s";
  }
}
