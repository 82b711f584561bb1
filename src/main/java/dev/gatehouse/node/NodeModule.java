package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.calendar.CalendarModule;
import dev.gatehouse.areas.calendar.busy.BusyCalendars;
import dev.gatehouse.bus.Area;
import dev.gatehouse.cluster.ClusterSettings;
import dev.gatehouse.node.agreement.SettingsAgreement;
import dev.gatehouse.node.doctor.Doctor.CheckOperation;
import dev.gatehouse.node.health.Health;
import dev.gatehouse.node.health.HealthHistory;
import dev.gatehouse.node.health.HealthOperations;
import dev.gatehouse.node.health.NodeHeartbeats;
import dev.gatehouse.node.health.PartitionDetector;
import dev.gatehouse.node.health.PublicComponents;
import dev.gatehouse.node.health.RequestCounts;
import dev.gatehouse.node.health.ServiceStatus;
import dev.gatehouse.node.integrations.IntegrationOperations;
import dev.gatehouse.node.jobs.JobOperations;
import dev.gatehouse.node.jobs.Jobs;
import dev.gatehouse.node.people.PeopleOperations;
import dev.gatehouse.node.storage.DeletedOperations;
import dev.gatehouse.node.storage.Storage;
import dev.gatehouse.node.storage.StoreOperations;
import dev.gatehouse.node.storage.StoreVerification;
import dev.gatehouse.node.storage.Sweep;
import dev.gatehouse.node.storage.TrashOperations;
import dev.gatehouse.node.traffic.TrafficHistory;
import dev.gatehouse.node.traffic.TrafficOperations;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DeletedRecords;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Composes the node's own area: the operations by which its owner inspects and controls it.
 *
 * @param contract version of the contract
 * @param isolation partition detector of a clustered node
 * @param people what is stored about persons
 * @param figures metrics of the HTTP server
 */
record NodeModule(
    NodeServices node,
    String contract,
    Storage storage,
    Sweep sweep,
    Jobs jobs,
    Health checks,
    Optional<PartitionDetector> isolation,
    PeopleOperations people,
    MeterRegistry figures) {
  static final String NAME = "node";

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Time for which an email waits before visitors learn of it. */
  private static final Duration EMAILS_DELAYED = Duration.ofMinutes(10);

  private static final Duration EMAILS_WAIT = Duration.ofMinutes(15);

  AreaModule module() {
    Settings settings = node.settings();
    var clock = node.clock();
    var cluster = ClusterSettings.read(settings.section("cluster"));
    Optional<NodeHeartbeats> others = Optional.empty();
    if (cluster.enabled()) {
      others = Optional.of(new NodeHeartbeats(node.documents(), clock));
    }
    var requests = new RequestCounts(figures);
    var health =
        new HealthOperations(
            name(settings, cluster),
            clock.instant(),
            node.dispatcher()::areas,
            IntegrationOperations.configured(settings),
            checks,
            requests,
            others,
            clock.guarded());
    isolation.ifPresent(detector -> checks.needAtOnce("areas", detector::problem));
    StoreVerification verification = storage.verification(settings, clock);
    var store = new StoreOperations(storage, node.folder(), sweep, verification, clock);
    checks.note(
        "mail",
        () -> node.outbox().delayed(Email.KIND, EMAILS_DELAYED).map(Outbox.Delayed::described));
    List<String> calendars = CalendarModule.busyUrls(settings);
    checks.warn("busyCalendars", () -> BusyCalendars.warning(node.documents(), calendars));
    var components =
        new PublicComponents(
            providers(settings), () -> node.outbox().isStuck(Email.KIND, EMAILS_WAIT), figures);
    var history = new HealthHistory(node.documents(), clock);
    var status =
        new ServiceStatus(history, () -> health.states(components), node.pages(), clock.guarded());
    var traffic = new TrafficHistory(node.documents(), figures, clock);
    var deleted = new DeletedRecords(node.documents(), clock);
    var area =
        Area.of(
            NAME,
            List.of(
                health.operations(),
                new TrafficOperations(traffic).operations(),
                status.operations(),
                new JobOperations(jobs, clock).operations(),
                new IntegrationOperations(
                        settings,
                        node.providers().health(),
                        () -> BusyCalendars.statuses(node.documents(), calendars),
                        health::integrationsElsewhere,
                        clock)
                    .operations(),
                new CheckOperation(settings, clock).operations(),
                store.operations(),
                people.operations(),
                new DeletedOperations(deleted, node.dispatcher()).operations(),
                new TrashOperations(sweep, node.blobs().trash(), clock).operations()));
    AreaModule module = AreaModule.of(area);
    if (cluster.enabled()) {
      var agreement = SettingsAgreement.of(node, contract, name(settings, cluster));
      checks.needAtOnce("settings", agreement::problem);
      module
          .addPreparation(agreement::join)
          .everywhere(NodeHeartbeats.INTERVAL, "node.confirmSettings", agreement::confirm);
    }
    isolation.ifPresent(
        detector -> module.everySecond("node.seeOthers", () -> detector.look(health::describe)));
    node.outbox().measure(figures);
    return module
        .everywhere(MINUTE, "node.recordTraffic", traffic::record)
        .everywhere(MINUTE, "node.countOutbox", node.outbox()::countEntries)
        .expiring("node.purgeDeleted", clock, DeletedRecords.KEPT, deleted::purge)
        .retaining(
            "node.anonymizeOrders",
            clock,
            settings.section("retention").duration("orders"),
            people::anonymizeOld)
        .every(HealthHistory.SLOT, "node.recordHealth", status::record)
        .everywhere(MINUTE, "node.countRequests", requests::minute)
        .everywhere(NodeHeartbeats.INTERVAL, "node.tellHealth", health::write)
        .everySecond("node.tellCheck", verification::tell)
        .onShutdown(health::write)
        .onClose(verification::close);
  }

  /** Returns the configured providers by the components of the status page that need them. */
  private static Map<String, String> providers(Settings settings) {
    Map<String, String> providers = new TreeMap<>();
    if (!settings.section("payments").text("clientId").isEmpty()) {
      providers.put("payments", "payments");
    }
    if (settings.section("calendar").text("provider").equals("google")) {
      providers.put("calendar", "calendar");
    }
    if (settings.section("storefront").text("provider").equals("shopify")) {
      providers.put("shop", "storefront");
    }
    return providers;
  }

  /** Returns a unique address: the node's cluster address, or the address of a single node. */
  private static String name(Settings settings, ClusterSettings cluster) {
    if (cluster.enabled()) {
      return cluster.listening().host() + ':' + cluster.listening().port();
    }
    return settings.http().host() + ':' + settings.http().port();
  }
}
