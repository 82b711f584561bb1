package dev.gatehouse.site;

import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.site.deployment.AddressOperations;
import dev.gatehouse.site.deployment.DeploymentSettings;
import dev.gatehouse.site.deployment.OwnAddress;
import dev.gatehouse.site.deployment.ServiceAddresses;
import dev.gatehouse.site.hosting.HostingOperations;
import dev.gatehouse.site.hosting.HostingSettings;
import dev.gatehouse.site.links.ClickCounter;
import dev.gatehouse.site.links.HyperlinkOperations;
import dev.gatehouse.site.links.Hyperlinks;
import dev.gatehouse.site.links.LinkSettings;
import dev.gatehouse.site.links.OwnAddresses;
import dev.gatehouse.site.links.ShortUrlOperations;
import dev.gatehouse.site.links.ShortUrls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Puts the site area together: the service itself, hyperlinks, short URLs. */
public final class SiteModule {
  private static final Duration HOUR = Duration.ofHours(1);

  private SiteModule() {}

  /**
   * The area on a node.
   *
   * @param version of the release
   * @param checks which parts work, by name; may block
   */
  public static AreaModule of(
      NodeServices node, String version, Supplier<Map<String, Boolean>> checks) {
    var clock = node.clock();
    var deployment =
        new StatusOperations.Deployment(version, node.settings().environment(), clock.instant());
    var links = LinkSettings.read(node.settings().section("links"));
    var hyperlinks = new Hyperlinks(node.documents());
    var shortUrls = new ShortUrls(node.documents());
    var clicks = new ClickCounter(shortUrls, node.documents().newId());
    var deployments = DeploymentSettings.read(node.settings().section("deployment"));
    var hosting = HostingSettings.read(node.settings().section("hosting"));
    var area =
        new SiteArea(
            List.of(
                new StatusOperations(deployment, checks, clock).operations(),
                new HyperlinkOperations(hyperlinks, links.maxHyperlinks(), node.dispatcher(), clock)
                    .operations(),
                new ShortUrlOperations(
                        shortUrls,
                        clicks,
                        links,
                        new OwnAddresses(node.settings()),
                        node.dispatcher(),
                        clock)
                    .operations(),
                new AddressOperations(
                        new OwnAddress(deployments, node.providers()),
                        new ServiceAddresses(node.documents()),
                        deployments,
                        node.dispatcher(),
                        clock)
                    .operations(),
                new HostingOperations(node.providers(), hosting, clock).operations()),
            clicks::close);
    return AreaModule.of(area)
        .prepares(hyperlinks::prepare)
        .prepares(shortUrls::prepare)
        .everySecond("site.countClicks", clicks::flush)
        .every(
            HOUR,
            "site.forgetShortUrls",
            () -> shortUrls.forgetExpiredBefore(clock.instant().minus(links.keepExpired())));
  }
}
