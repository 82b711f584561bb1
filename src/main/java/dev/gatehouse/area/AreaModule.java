package dev.gatehouse.area;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Event;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.Figures;
import dev.gatehouse.settings.OwnerZone;
import dev.gatehouse.store.blobs.Rendition;
import dev.gatehouse.store.blobs.UploadCheck;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * All that a node must know of an area, in one value. It is built before the node runs anything:
 * what blocks or has an effect belongs into a preparation or a job.
 */
public final class AreaModule {
  private final Area area;
  private final List<Runnable> preparations = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();
  private final Map<String, Consumer<Event>> listeners = new LinkedHashMap<>();
  private final List<Reaction> reactions = new ArrayList<>();
  private final List<String> invalidations = new ArrayList<>();
  private final List<UploadCheck> uploadChecks = new ArrayList<>();
  private final List<Rendition> renditions = new ArrayList<>();
  private final List<Message<Figures.Period, Figures>> figures = new ArrayList<>();
  private final List<Runnable> closings = new ArrayList<>();
  private final List<Runnable> shutdownHooks = new ArrayList<>();

  /** Something to be done in the background; it may block and fail. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * Something to be done once whenever an event comes.
   *
   * @param when whether this event is meant
   */
  public record Reaction(String address, Predicate<Event> when, Work work) {}

  private AreaModule(Area area) {
    this.area = area;
  }

  /** The module of an area. */
  public static AreaModule of(Area area) {
    return new AreaModule(area);
  }

  /** Adds what makes indexes and first documents, before anybody is served; it may block. */
  public AreaModule addPreparation(Runnable preparation) {
    preparations.add(preparation);
    return this;
  }

  /** Adds a job that each node does every second. */
  public AreaModule everySecond(String name, Work work) {
    return everywhere(Duration.ofSeconds(1), name, work);
  }

  /** Adds a job that each node does every so often. */
  public AreaModule everywhere(Duration period, String name, Work work) {
    jobs.add(new Job(name, new Schedule.Every(period), true, quiet(work)));
    return this;
  }

  /** Adds a job that one node does every so often, and at a node's start if it is due. */
  public AreaModule every(Duration period, String name, Work work) {
    jobs.add(new Job(name, new Schedule.Every(period), false, quiet(work)));
    return this;
  }

  /** Adds a job that one node does once a day by the owner's time, or late if none was there. */
  public AreaModule daily(LocalTime at, String name, Work work) {
    jobs.add(new Job(name, new Schedule.Daily(at, OwnerZone.ID), false, quiet(work)));
    return this;
  }

  private static Job.Work quiet(Work work) {
    return progress -> work.run();
  }

  /** Adds what is done on an event of any node; it must not block. */
  public <T> AreaModule onEvent(EventType<T> type, Consumer<T> listener) {
    listeners.put(type.name(), event -> listener.accept(type.data(event)));
    return this;
  }

  /** Adds what is done in the background whenever such an event comes. */
  public <T> AreaModule onEventRun(EventType<T> type, Predicate<T> when, Work work) {
    reactions.add(new Reaction(type.name(), event -> when.test(type.data(event)), work));
    return this;
  }

  /** Names an event after which claim checks that were handed out may lead nowhere. */
  public AreaModule invalidatesDownloads(EventType<?> type) {
    invalidations.add(type.name());
    return this;
  }

  /** Adds what uploads of the area pass on their way in. */
  public AreaModule addUploadCheck(UploadCheck check) {
    uploadChecks.add(check);
    return this;
  }

  /** Adds a way in which stored bytes are served. */
  public AreaModule addRendition(Rendition rendition) {
    renditions.add(rendition);
    return this;
  }

  /** Names a message that answers with figures for the daily report. */
  public AreaModule addFigures(Message<Figures.Period, Figures> message) {
    figures.add(message);
    return this;
  }

  /** Adds what is said last while the node can still write; others do its work by then. */
  public AreaModule onShutdown(Runnable hook) {
    shutdownHooks.add(hook);
    return this;
  }

  /** Adds what is closed after the last call has been answered. */
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

  /** Does the preparations; blocks. */
  public void prepare() {
    preparations.forEach(Runnable::run);
  }

  public List<Job> jobs() {
    return List.copyOf(jobs);
  }

  public Map<String, Consumer<Event>> listeners() {
    return Map.copyOf(listeners);
  }

  public List<Reaction> reactions() {
    return List.copyOf(reactions);
  }

  /** The events after which what the area answers may be another. */
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

  /** Says what is to be said before the node ends; blocks. */
  public void shutdown() {
    shutdownHooks.forEach(Runnable::run);
  }

  /** Closes what the area holds open. */
  public void close() {
    closings.forEach(Runnable::run);
  }
}
