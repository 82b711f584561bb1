package dev.gatehouse.areas.site.hosting;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.provider.ProviderRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Koyeb's {@code v1/deployments}. Its deployments belong to services and have no URL. */
final class Koyeb implements HostingApi {
  private static final Map<String, String> STATES =
      Map.ofEntries(
          Map.entry("PENDING", "queued"),
          Map.entry("SCHEDULED", "queued"),
          Map.entry("STASHED", "queued"),
          Map.entry("PROVISIONING", "building"),
          Map.entry("ALLOCATING", "building"),
          Map.entry("STARTING", "building"),
          Map.entry("HEALTHY", "ready"),
          Map.entry("DEGRADED", "ready"),
          Map.entry("UNHEALTHY", "failed"),
          Map.entry("ERROR", "failed"),
          Map.entry("ERRORING", "failed"),
          Map.entry("CANCELED", "canceled"),
          Map.entry("CANCELING", "canceled"),
          Map.entry("STOPPED", "canceled"),
          Map.entry("STOPPING", "canceled"),
          Map.entry("SLEEPING", "sleeping"));

  @Override
  public String list(Account account, String project) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("limit", Integer.toString(PAGE));
    if (!project.isEmpty()) {
      query.put("service_id", project);
    }
    return account.url() + "/v1/deployments?" + ProviderRequest.query(query);
  }

  @Override
  public List<Item> items(Object body) {
    return Item.list(Item.of(body).fields().get("deployments"));
  }

  @Override
  public Optional<Deployment> deployment(Item item, String project) {
    return item.text("id")
        .map(id ->
            new Deployment(
                id,
                new Deployment.Place(
                    "koyeb",
                    item.text("service_id").orElse(project.isEmpty() ? null : project),
                    item.item("definition").text("name").orElse(null),
                    null),
                item.text("status")
                    .map(state -> STATES.getOrDefault(state, Deployment.UNKNOWN))
                    .orElse(Deployment.UNKNOWN),
                null,
                item.time("created_at").orElse(null)));
  }
}
