package dev.gatehouse.node;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Failure;
import dev.gatehouse.store.Trash;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The owner's commands on the trash, for the management port. */
final class TrashOperations {
  private static final int MAX_PAGE = 500;

  private final Sweep sweep;
  private final Trash trash;
  private final InstantSource clock;

  TrashOperations(Sweep sweep, Trash trash, InstantSource clock) {
    this.sweep = sweep;
    this.trash = trash;
    this.clock = clock;
  }

  Map<String, Area.Handler> commands() {
    return Map.of(
        "trash.list", this::list,
        "trash.restore", this::restore,
        "trash.empty", this::empty,
        "trash.collect", this::collect);
  }

  /**
   * @param after the last id of the page before; empty for the first
   */
  private record Place(String after) {}

  private record Entry(String id, long size, Instant since) {}

  private record Page(List<Entry> items, boolean hasMore) {}

  private Answer list(Call call) throws IOException {
    String after = call.body(Place.class).after();
    List<Trash.Item> rest =
        trash.items().stream().filter(item -> item.id().compareTo(after) > 0).toList();
    List<Entry> page =
        rest.stream()
            .limit(MAX_PAGE)
            .map(item -> new Entry(item.id(), item.size(), item.entered()))
            .toList();
    return Answer.ok(new Page(page, rest.size() > MAX_PAGE));
  }

  private record Chosen(Set<String> ids) {}

  private record Done(long files, long bytes) {}

  private static Done done(List<Trash.Item> items) {
    return new Done(items.size(), items.stream().mapToLong(Trash.Item::size).sum());
  }

  /** Gives back some, as young as an upload, so that the sweeps of a day spare them. */
  private Answer restore(Call call) throws IOException {
    Set<String> ids = call.body(Chosen.class).ids();
    return Answer.ok(
        sweep.byHand(() -> {
          List<Trash.Item> chosen =
              trash.items().stream().filter(item -> ids.contains(item.id())).toList();
          if (chosen.size() < ids.size()) {
            throw Failure.of(404, "not all of these are in the trash: nothing was restored")
                .exception();
          }
          trash.renew(chosen, clock.instant());
          trash.giveBack(chosen);
          return done(chosen);
        }));
  }

  private Answer empty(Call call) throws IOException {
    return Answer.ok(done(sweep.empty()));
  }

  /**
   * @param move whether they go; otherwise they are only counted
   */
  private record Collection(boolean move) {}

  private record Collected(long files, long all) {}

  private Answer collect(Call call) throws IOException {
    Sweep.Orphans found = sweep.collect(call.body(Collection.class).move());
    return Answer.ok(new Collected(found.ids().size(), found.all()));
  }
}
