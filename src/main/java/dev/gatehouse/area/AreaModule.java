package dev.gatehouse.area;

import module java.base;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;

/**
 * Everything that a node must know about an area, in one value. It is built before the node runs
 * anything, so blocking work and side effects belong in a preparation or a job.
 */
public final class AreaModule {
  private final Area area;
  private final List<Runnable> preparations = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();
  private final List<Job> deletions = new ArrayList<>();
  private final Map<String, Consumer<Event>> listeners = new LinkedHashMap<>();
  private final List<Reaction> reactions = new ArrayList<>();
  private final List<String> invalidations = new ArrayList<>();
  private final List<UploadCheck> uploadChecks = new ArrayList<>();
  private final List<Rendition> renditions = new ArrayList<>();
  private final List<Message<Figures.Period, Figures>> figures = new ArrayList<>();
  private final List<Runnable> closings = new ArrayList<>();
  private final List<Runnable> shutdownHooks = new ArrayList<>();

  /** Background work, which may block and fail. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * Work that runs once for each matching event.
   *
   * @param when whether an event matches
   */
  public record Reaction(String address, Predicate<Event> when, Work work) {}

  private AreaModule(Area area) {
    this.area = area;
  }

  public static AreaModule of(Area area) {
    return new AreaModule(area);
  }

  /** Creates the module of an area whose parts declare their operations and jobs themselves. */
  public static AreaModule of(String name, List<AreaModule> parts) {
    Message.Handlers messages = Message.Handlers.of();
    parts.forEach(part -> messages.and(part.area.messages()));
    var operations = parts.stream().map(part -> part.area.operations()).toList();
    AreaModule whole =
        of(Area.of(name, operations, messages, () -> parts.forEach(part -> part.area.close())));
    for (AreaModule part : parts) {
      whole.preparations.addAll(part.preparations);
      whole.jobs.addAll(part.jobs);
      whole.deletions.addAll(part.deletions);
      part.listeners.forEach(whole::listen);
      whole.reactions.addAll(part.reactions);
      whole.invalidations.addAll(part.invalidations);
      whole.uploadChecks.addAll(part.uploadChecks);
      whole.renditions.addAll(part.renditions);
      whole.figures.addAll(part.figures);
      whole.closings.addAll(part.closings);
      whole.shutdownHooks.addAll(part.shutdownHooks);
    }
    return whole;
  }

  /**
   * Adds a preparation that migrates or creates documents before the first request. It may block.
   */
  public AreaModule addPreparation(Runnable preparation) {
    preparations.add(preparation);
    return this;
  }

  /** Adds a job that runs on each node every second. */
  public AreaModule everySecond(String name, Work work) {
    return everywhere(Duration.ofSeconds(1), name, work);
  }

  /** Adds a job that runs on each node once per period. */
  public AreaModule everywhere(Duration period, String name, Work work) {
    jobs.add(new Job(name, new Schedule.Every(period), true, quiet(work)));
    return this;
  }

  /** Adds a job that runs on one node once per period, and at a node's start if it is due. */
  public AreaModule every(Duration period, String name, Work work) {
    jobs.add(new Job(name, new Schedule.Every(period), false, quiet(work)));
    return this;
  }

  /**
   * Adds a job that runs on one node once a day. If no node was running then, it runs later.
   *
   * @param zone the owner's time zone
   */
  public AreaModule daily(LocalTime at, ZoneId zone, String name, Work work) {
    return daily(at, zone, name, quiet(work));
  }

  /** As above, for work that reports its progress. */
  public AreaModule daily(LocalTime at, ZoneId zone, String name, Job.Work work) {
    jobs.add(new Job(name, new Schedule.Daily(at, zone), false, work));
    return this;
  }

  /** Adds a job that deletes what has certainly reached an age, on one node once per hour. */
  public AreaModule expiring(
      String name, TrustedClock clock, Duration age, Consumer<Age> deletion) {
    every(Duration.ofHours(1), name, () -> clock.olderThan(age).ifPresent(deletion));
    deletions.add(jobs.getLast());
    return this;
  }

  /**
   * As {@link #expiring}, for a retention that the owner has set.
   *
   * @param kept zero for no deletion
   */
  public AreaModule retaining(
      String name, TrustedClock clock, Duration kept, Consumer<Age> deletion) {
    return kept.isZero() ? this : expiring(name, clock, kept, deletion);
  }

  private static Job.Work quiet(Work work) {
    return progress -> work.run();
  }

  /** Adds a listener for events of any node. It must not block. */
  public <T> AreaModule onEvent(EventType<T> type, Consumer<T> listener) {
    return listen(type.name(), type.listener(listener));
  }

  /** Adds an action for events of any node whose data do not matter. It must not block. */
  public AreaModule onAny(EventType<?> type, Runnable action) {
    return listen(type.name(), type.listener(action));
  }

  private AreaModule listen(String event, Consumer<Event> listener) {
    listeners.merge(event, listener, Consumer::andThen);
    return this;
  }

  /** Adds background work that runs for each matching event. */
  public <T> AreaModule onEventRun(EventType<T> type, Predicate<T> when, Work work) {
    reactions.add(new Reaction(type.name(), event -> when.test(type.data(event)), work));
    return this;
  }

  /** Names an event that may invalidate claim checks that were already issued. */
  public AreaModule invalidatesDownloads(EventType<?> type) {
    invalidations.add(type.name());
    return this;
  }

  /** Adds an intake, which checks the area's uploads while they are received. */
  public AreaModule addUploadCheck(UploadCheck check) {
    uploadChecks.add(check);
    return this;
  }

  /** Adds a rendition, which is one way of serving stored bytes. */
  public AreaModule addRendition(Rendition rendition) {
    renditions.add(rendition);
    return this;
  }

  /** Names a message whose reply contains figures for the daily report. */
  public AreaModule addFigures(Message<Figures.Period, Figures> message) {
    figures.add(message);
    return this;
  }

  /**
   * Adds a shutdown hook that runs while the node can still write. Other nodes do its work by then.
   */
  public AreaModule onShutdown(Runnable hook) {
    shutdownHooks.add(hook);
    return this;
  }

  /** Adds a hook that runs after the last call has been answered. */
  public AreaModule onClose(Runnable closing) {
    closings.add(closing);
    return this;
  }

  public Area area() {
    return area;
  }

  public String name() {
    return area.name();
  }

  /** Runs the preparations. Blocks. */
  public void prepare() {
    preparations.forEach(Runnable::run);
  }

  public List<Job> jobs() {
    return List.copyOf(jobs);
  }

  /** Returns the jobs of {@link #expiring}. They run also while the area is off. */
  public List<Job> deletions() {
    return List.copyOf(deletions);
  }

  public Map<String, Consumer<Event>> listeners() {
    return Map.copyOf(listeners);
  }

  public List<Reaction> reactions() {
    return List.copyOf(reactions);
  }

  /** Returns the names of the events that may change the area's replies. */
  public Set<String> changes() {
    Set<String> changes = new TreeSet<>(listeners.keySet());
    changes.addAll(invalidations);
    return changes;
  }

  public List<String> invalidations() {
    return List.copyOf(invalidations);
  }

  public List<UploadCheck> uploadChecks() {
    return List.copyOf(uploadChecks);
  }

  public List<Rendition> renditions() {
    return List.copyOf(renditions);
  }

  public List<Message<Figures.Period, Figures>> figures() {
    return List.copyOf(figures);
  }

  /** Runs the shutdown hooks that need a working store. Blocks. */
  public void shutdown() {
    shutdownHooks.forEach(Runnable::run);
  }

  /** Closes the area's resources. */
  public void close() {
    closings.forEach(Runnable::run);
  }
}
