package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.node.demo.DemoJobs;
import dev.gatehouse.node.jobs.Jobs;
import dev.gatehouse.node.storage.Scrub;
import dev.gatehouse.node.storage.Sweep;
import io.micrometer.core.instrument.MeterRegistry;

/** Starts the jobs of a node. */
record BackgroundJobs(
    NodeServices services,
    Jobs jobs,
    List<AreaModule> modules,
    InstantSource clock,
    MeterRegistry registry) {
  static final Schedule.Every HOURLY = new Schedule.Every(Duration.ofHours(1));

  /**
   * Starts the jobs and reactions of the areas, and the publication of their figures. Of an area
   * that is off, only the deletions run, because its stored data still have a retention.
   */
  void ofAreas() {
    Map<Boolean, List<AreaModule>> off =
        modules.stream()
            .collect(
                Collectors.partitioningBy(
                    module -> services.settings().areasOff().contains(module.name())));
    off.get(true).forEach(module -> module.deletions().forEach(jobs::begin));
    for (AreaModule module : off.get(false)) {
      module.jobs().forEach(jobs::begin);
      module.reactions().forEach(this::react);
    }
    var figures =
        new BusinessFigures(
            services.dispatcher(),
            off.get(false).stream().flatMap(module -> module.figures().stream()).toList(),
            clock,
            registry);
    jobs.begin(
        new Job(
            "node.figures",
            new Schedule.Every(BusinessFigures.PERIOD),
            true,
            progress -> figures.look()));
  }

  private void react(AreaModule.Reaction reaction) {
    services
        .dispatcher()
        .listen(
            reaction.address(),
            event -> {
              if (reaction.when().test(event)) {
                jobs.soon(reaction.address(), progress -> reaction.work().run());
              }
            });
  }

  void ofStore(Sweep sweep, Scrub scrub) {
    // The first sweep is delayed, so that a node started with wrong settings can be stopped before
    // it sweeps.
    jobs.begin(new Job("store.sweep", HOURLY, true, progress -> sweep.run()));
    jobs.begin(new Job("store.scrub", HOURLY, false, scrub::run));
  }

  /**
   * Starts the jobs that fill the node with demo data and remove it.
   *
   * @param port returns the port of this node's API
   */
  void ofDemo(IntSupplier port) {
    new DemoJobs(services, port).jobs().forEach(jobs::begin);
  }
}
