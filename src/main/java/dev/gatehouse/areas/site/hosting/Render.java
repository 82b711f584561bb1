package dev.gatehouse.areas.site.hosting;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.provider.ProviderRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Render's {@code v1/services/{id}/deploys}. Each deployment has a cursor beside it and no URL. */
final class Render implements HostingApi {
  private static final String FAILED = "_failed";
  private static final Map<String, String> STATES =
      Map.of(
          "created", "queued",
          "queued", "queued",
          "build_in_progress", "building",
          "update_in_progress", "building",
          "pre_deploy_in_progress", "building",
          "live", "ready",
          "canceled", "canceled",
          "deactivated", "canceled");

  @Override
  public String list(Account account, String project) {
    return account.url()
        + "/v1/services/"
        + ProviderRequest.encode(project)
        + "/deploys?limit="
        + PAGE;
  }

  @Override
  public List<Item> items(Object body) {
    return Item.list(body).stream().map(each -> each.item("deploy")).toList();
  }

  @Override
  public Optional<Deployment> deployment(Item item, String project) {
    return item.text("id")
        .map(id ->
            new Deployment(
                id,
                new Deployment.Place("render", project, null, null),
                item.text("status").map(Render::status).orElse(Deployment.UNKNOWN),
                null,
                item.time("createdAt").orElse(null)));
  }

  private static String status(String state) {
    return state.endsWith(FAILED) ? "failed" : STATES.getOrDefault(state, Deployment.UNKNOWN);
  }
}
