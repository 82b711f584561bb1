package dev.gatehouse.node.storage;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Trash;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The owner's commands on the trash, for the API and for the management port. */
public final class TrashOperations {
  private static final int MAX_PAGE = 500;

  private final Sweep sweep;
  private final Trash trash;
  private final InstantSource clock;

  public TrashOperations(Sweep sweep, Trash trash, InstantSource clock) {
    this.sweep = sweep;
    this.trash = trash;
    this.clock = clock;
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.trash", Area.giving(Page.class, this::list),
        "node.restoreTrash",
            Area.giving(Emptied.class, Area.taking(RestoreTrashRequest.class, this::restore)),
        "node.emptyTrash", Area.giving(Emptied.class, this::empty));
  }

  public Map<String, Area.Handler> commands() {
    return Map.of(
        "trash.list", this::list,
        "trash.restore", Area.taking(RestoreTrashRequest.class, this::restore),
        "trash.empty", this::empty,
        "trash.collect", this::collect);
  }

  private record Entry(String id, long size, Instant since) {}

  private record Page(boolean success, List<Entry> items, boolean hasMore) {}

  private Answer list(Call call) throws IOException {
    String after = call.text("after");
    List<Trash.Item> rest =
        trash.items().stream().filter(item -> item.id().compareTo(after) > 0).toList();
    List<Entry> page =
        rest.stream()
            .limit(MAX_PAGE)
            .map(item -> new Entry(item.id(), item.size(), item.entered()))
            .toList();
    return Answer.ok(new Page(true, page, rest.size() > MAX_PAGE));
  }

  private record Emptied(boolean success, long files, long bytes) {}

  private static Emptied done(List<Trash.Item> items) {
    return new Emptied(true, items.size(), items.stream().mapToLong(Trash.Item::size).sum());
  }

  /** Gives back some, as young as an upload, so that the sweeps of a day spare them. */
  private Answer restore(Call call, RestoreTrashRequest chosen) throws IOException {
    Set<String> ids = Set.copyOf(chosen.ids());
    return Answer.ok(
        sweep.byHand(() -> {
          List<Trash.Item> items =
              trash.items().stream().filter(item -> ids.contains(item.id())).toList();
          if (items.size() < ids.size()) {
            throw ApiError.of(
                    ErrorCode.TRASH_ITEM_NOT_FOUND,
                    "not all of these are in the trash: nothing was restored")
                .exception();
          }
          trash.renew(items, clock.instant());
          trash.giveBack(items);
          return done(items);
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
