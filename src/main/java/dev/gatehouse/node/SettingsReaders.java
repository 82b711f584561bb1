package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.areas.calendar.CalendarModule;
import dev.gatehouse.areas.codehost.CodeHostModule;
import dev.gatehouse.areas.commerce.CommerceModule;
import dev.gatehouse.areas.games.GamesModule;
import dev.gatehouse.areas.media.MediaModule;
import dev.gatehouse.areas.notifications.NotificationsModule;
import dev.gatehouse.areas.payments.PaymentsModule;
import dev.gatehouse.areas.site.SiteModule;
import dev.gatehouse.areas.storefront.StorefrontModule;
import dev.gatehouse.areas.trading.TradingModule;
import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.cluster.SharedSettings;
import dev.gatehouse.http.TlsCertificate;
import dev.gatehouse.node.NodeHttp.RateCounters;
import dev.gatehouse.node.backup.ScheduledBackup;
import dev.gatehouse.node.health.ClockWatch;
import dev.gatehouse.node.jobs.Jobs;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.pages.Pages;
import dev.gatehouse.provider.Providers;
import dev.gatehouse.security.CidrSet;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Security;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.tracing.TracingSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;

/** The readers of all settings, so that they can be checked without a node. */
public final class SettingsReaders {
  private SettingsReaders() {}

  /** Finds all mistakes of the settings in {@code conf/gatehouse.yaml} and the environment. */
  public static SettingsCheck check(
      Path home, Map<String, String> environment, InstantSource clock, RandomGenerator random) {
    Vertx vertx = Vertx.vertx();
    try {
      var providers = new Providers(vertx, clock, random, new SimpleMeterRegistry());
      return SettingsCheck.of(home.resolve("conf/gatehouse.yaml"), environment, all(providers));
    } finally {
      vertx.close().await();
    }
  }

  /** Returns the readers of all groups that {@link Settings} does not read. */
  static List<Consumer<Settings>> all(Providers providers) {
    return List.of(
        SettingsReaders::cluster,
        SettingsReaders::certificate,
        SettingsReaders::addresses,
        RateCounters::server,
        StoredBlobs::readSettings,
        ScheduledBackup::readSettings,
        settings -> ClockWatch.confirmation(settings.section("clock")),
        settings -> Jobs.lease(settings.section("jobs")),
        settings -> TracingSettings.read(settings.section("tracing")),
        SettingsReaders::extensions,
        Pages::readSettings,
        CalendarModule::readSettings,
        CodeHostModule::readSettings,
        settings -> CommerceModule.readSettings(settings, providers),
        GamesModule::readSettings,
        MediaModule::readSettings,
        NotificationsModule::readSettings,
        PaymentsModule::readSettings,
        SiteModule::readSettings,
        StorefrontModule::readSettings,
        TradingModule::readSettings);
  }

  private static void certificate(Settings settings) {
    List<String> verticles = settings.verticles();
    if (settings.http().tls() && (verticles.isEmpty() || verticles.contains(VerticlePlan.HTTP))) {
      TlsCertificate.read(settings.http());
    }
  }

  private static void addresses(Settings settings) {
    if (!settings.mongo().url().isEmpty()) {
      named("mongo.url", () -> MongoUrl.of(settings.mongo().url()));
    }
    Security security = settings.security();
    named("security.trustedProxies", () -> CidrSet.parse(security.trustedProxies()));
    named("security.allowList", () -> CidrSet.parse(security.allowList()));
    Settings.Management management = settings.management();
    Check.that(
        management.port() == 0
            || management.port() != settings.http().port()
            || !management.host().equals(settings.http().host()),
        "http.port and management.port must differ");
  }

  /** Runs a parser whose messages may lack the key. */
  private static void named(String key, Supplier<?> parser) {
    try {
      var _ = parser.get();
    } catch (IllegalArgumentException e) {
      String message = e.getMessage();
      throw new SettingsException(message.startsWith(key) ? message : key + ": " + message);
    }
  }

  private static void cluster(Settings settings) {
    if (ClusterSettings.read(settings.section("cluster")).enabled()) {
      SharedSettings.mustBeGiven(settings);
    }
  }

  private static void extensions(Settings settings) {
    Section own = settings.section("extensions");
    own.path("folder");
    own.size("maxUpload");
  }
}
