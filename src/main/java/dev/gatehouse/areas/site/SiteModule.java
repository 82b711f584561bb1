package dev.gatehouse.areas.site;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.ComponentChecks;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.TextPages;
import dev.gatehouse.area.imports.ImportOperations;
import dev.gatehouse.areas.site.deployment.AddressOperations;
import dev.gatehouse.areas.site.deployment.DeploymentSettings;
import dev.gatehouse.areas.site.deployment.OwnAddress;
import dev.gatehouse.areas.site.deployment.ServiceAddresses;
import dev.gatehouse.areas.site.hosting.HostingOperations;
import dev.gatehouse.areas.site.hosting.HostingSettings;
import dev.gatehouse.areas.site.hosting.OwnDeployments;
import dev.gatehouse.areas.site.links.ClickStatistics;
import dev.gatehouse.areas.site.links.ClickStatistics.Clicks;
import dev.gatehouse.areas.site.links.HyperlinkOperations;
import dev.gatehouse.areas.site.links.OwnAddresses;
import dev.gatehouse.areas.site.links.ShortUrlOperations;
import dev.gatehouse.areas.site.links.ShortUrlOperations.LinkSettings;
import dev.gatehouse.areas.site.links.ShortUrls;
import dev.gatehouse.areas.site.search.ChangedPages;
import dev.gatehouse.areas.site.search.IndexNowOperations;
import dev.gatehouse.areas.site.search.IndexNowSettings;
import dev.gatehouse.areas.site.search.RobotOperations;
import dev.gatehouse.areas.site.search.RobotOperations.RobotSettings;
import dev.gatehouse.areas.site.search.Submissions;
import dev.gatehouse.bus.Area;
import dev.gatehouse.messages.ImportMessages;
import dev.gatehouse.messages.Messages;
import dev.gatehouse.outbox.OutboxWorker;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DeletedRecords;

/**
 * Creates the site area: service status, hyperlinks, short URLs, addresses, deployments, and
 * information for search engines and robots.
 */
public final class SiteModule {
  private static final int KEY_BYTES = 16;

  private SiteModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    LinkSettings.read(settings.section("links"));
    DeploymentSettings.read(settings.section("deployment"));
    HostingSettings.read(settings.section("hosting"));
    IndexNowSettings.read(settings.section("indexnow"), settings.publicAddress().url());
    RobotSettings.read(
        settings.section("robots"), settings.section("securityTxt"), settings.contact().url());
  }

  /**
   * Returns the area for a node.
   *
   * @param version of the release
   * @param checks health checks of the node's components
   */
  public static AreaModule of(NodeServices node, String version, ComponentChecks checks) {
    var clock = node.clock();
    var deployment =
        new StatusOperations.Deployment(version, node.settings().environment(), clock.instant());
    var links = LinkSettings.read(node.settings().section("links"));
    var shortUrls = new ShortUrls(node.documents());
    var clicks = Clicks.of(node.documents(), shortUrls);
    var deployments = DeploymentSettings.read(node.settings().section("deployment"));
    var hosting = HostingSettings.read(node.settings().section("hosting"));
    var ownDeployments = new OwnDeployments(node.documents(), clock);
    var own = new OwnAddresses(node.settings(), links.shortUrl());
    var hyperlinks =
        new HyperlinkOperations(
            node.documents(), links.maxHyperlinks(), own, node.dispatcher(), node.pages(), clock);
    var deleted = new DeletedRecords(node.documents(), clock.guarded());
    var redirects = new ShortUrlOperations(clicks, links, own, deleted, node, clock.guarded());
    var imports =
        new ImportOperations(
            List.of(
                new ImportOperations.Kind("links", "site.importLinks", hyperlinks::imports),
                new ImportOperations.Kind(
                    "short-urls", "site.importShortUrls", redirects::imports)),
            node.blobs());
    Search search = search(node);
    var area =
        Area.of(
            "site",
            List.of(
                new StatusOperations(deployment, checks, clock).operations(),
                hyperlinks.operations(),
                redirects.operations(),
                imports.operations(),
                new ClickStatistics(clicks, clock.guarded()).operations(),
                new AddressOperations(
                        new OwnAddress(deployments, node.providers()),
                        new ServiceAddresses(node.documents()),
                        deployments,
                        node.dispatcher(),
                        clock)
                    .operations(),
                new HostingOperations(node.providers(), hosting, ownDeployments, clock)
                    .operations(),
                ownDeployments.operations(),
                search.robots().operations(),
                search.indexNow().operations()),
            imports.messages(ImportMessages.LINKS),
            () -> {
              clicks.close();
              search.worker().close();
            });
    AreaModule module = AreaModule.of(area);
    search
        .words()
        .forEach(word ->
            Messages.event(word + ".changed")
                .ifPresent(changed ->
                    module.onEventRun(
                        changed, event -> true, () -> search.changed().changed(word))));
    return module
        .everySecond("site.countClicks", clicks.counter()::flush)
        .everySecond("site.recordClicks", clicks.recorder()::flush)
        .everySecond("site.unlistShortUrls", () -> shortUrls.unlist(clock.guarded().instant()))
        .expiring("site.forgetShortUrls", clock, links.keepExpired(), clicks::deleteExpired)
        .expiring("site.forgetClicks", clock, links.clickRetention(), clicks::deleteOld)
        .addRendition(search.texts())
        .everySecond("outbox.indexnow", search.worker()::run)
        .every(search.period(), "site.submitPages", search.changed()::submit);
  }

  /**
   * Components that inform search engines and robots.
   *
   * @param changed records and submits pages whose content has changed
   */
  private record Search(
      RobotOperations robots,
      IndexNowOperations indexNow,
      ChangedPages changed,
      OutboxWorker worker,
      TextPages texts,
      IndexNowSettings settings) {
    Set<String> words() {
      return settings.pages().keySet();
    }

    Duration period() {
      return settings.period();
    }
  }

  private static Search search(NodeServices node) {
    var settings = node.settings();
    String publicUrl = settings.publicAddress().url();
    var indexNow = IndexNowSettings.read(settings.section("indexnow"), publicUrl);
    var robots =
        RobotSettings.read(
            settings.section("robots"), settings.section("securityTxt"), settings.contact().url());
    String key = indexNow.key();
    if (key.isEmpty()) {
      key = node.documents().secret("indexnow-key", key(node.random()));
    }
    var submissions = new Submissions(node.outbox(), indexNow, key, node.providers());
    var texts = new TextPages("text");
    return new Search(
        new RobotOperations(robots, publicUrl, texts, node.clock()),
        new IndexNowOperations(indexNow, key, submissions, texts),
        new ChangedPages(node.documents(), indexNow, submissions),
        OutboxWorker.of(
            node.outbox(),
            submissions.delivery(),
            node.documents(),
            node.clock(),
            node.dispatcher().tracer()),
        texts,
        indexNow);
  }

  private static String key(RandomGenerator random) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return HexFormat.of().formatHex(key);
  }
}
