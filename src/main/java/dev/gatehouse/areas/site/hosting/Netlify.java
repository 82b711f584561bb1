package dev.gatehouse.areas.site.hosting;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.provider.ProviderRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Netlify's {@code api/v1/sites/{site}/deploys}, which returns a list. */
final class Netlify implements HostingApi {
  private static final Map<String, String> STATES =
      Map.ofEntries(
          Map.entry("new", "queued"),
          Map.entry("enqueued", "queued"),
          Map.entry("pending_review", "queued"),
          Map.entry("uploading", "building"),
          Map.entry("uploaded", "building"),
          Map.entry("preparing", "building"),
          Map.entry("prepared", "building"),
          Map.entry("processing", "building"),
          Map.entry("building", "building"),
          Map.entry("ready", "ready"),
          Map.entry("error", "failed"),
          Map.entry("rejected", "failed"),
          Map.entry("skipped", "canceled"));

  @Override
  public String list(Account account, String project) {
    return account.url()
        + "/api/v1/sites/"
        + ProviderRequest.encode(project)
        + "/deploys?per_page="
        + PAGE;
  }

  @Override
  public List<Item> items(Object body) {
    return Item.list(body);
  }

  @Override
  public Optional<Deployment> deployment(Item item, String project) {
    return item.text("id")
        .map(id ->
            new Deployment(
                id,
                new Deployment.Place(
                    "netlify",
                    item.text("site_id").orElse(project),
                    item.text("name").orElse(null),
                    item.text("context").orElse(null)),
                item.text("state")
                    .map(state -> STATES.getOrDefault(state, Deployment.UNKNOWN))
                    .orElse(Deployment.UNKNOWN),
                item.url("deploy_ssl_url").or(() -> item.url("ssl_url")).orElse(null),
                item.time("created_at").orElse(null)));
  }
}
