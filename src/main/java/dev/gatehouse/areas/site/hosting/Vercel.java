package dev.gatehouse.areas.site.hosting;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.provider.ProviderRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Vercel's {@code v6/deployments}. Times are in milliseconds, and URLs have no scheme. */
final class Vercel implements HostingApi {
  private static final Map<String, String> STATES =
      Map.of(
          "QUEUED", "queued",
          "INITIALIZING", "queued",
          "BUILDING", "building",
          "READY", "ready",
          "ERROR", "failed",
          "CANCELED", "canceled");

  @Override
  public String list(Account account, String project) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("limit", Integer.toString(PAGE));
    if (!project.isEmpty()) {
      query.put("projectId", project);
    }
    if (!account.team().isEmpty()) {
      query.put("teamId", account.team());
    }
    return account.url() + "/v6/deployments?" + ProviderRequest.query(query);
  }

  @Override
  public List<Item> items(Object body) {
    return Item.list(Item.of(body).fields().get("deployments"));
  }

  @Override
  public Optional<Deployment> deployment(Item item, String project) {
    return item.text("uid")
        .map(id ->
            new Deployment(
                id,
                new Deployment.Place(
                    "vercel",
                    item.text("projectId").orElse(project.isEmpty() ? null : project),
                    item.text("name").orElse(null),
                    item.text("target").orElse("preview")),
                item.text("readyState")
                    .or(() -> item.text("state"))
                    .map(state -> STATES.getOrDefault(state, Deployment.UNKNOWN))
                    .orElse(Deployment.UNKNOWN),
                item.text("url").flatMap(host -> Item.link("https://" + host)).orElse(null),
                item.time("created").or(() -> item.time("createdAt")).orElse(null)));
  }
}
