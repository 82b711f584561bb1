package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.TrashMessages;
import dev.gatehouse.messages.TrashMessages.CollectOrphans;
import dev.gatehouse.messages.TrashMessages.OrphansFound;
import dev.gatehouse.messages.TrashMessages.RestoreTrashRequest;
import dev.gatehouse.messages.TrashMessages.TrashItem;
import dev.gatehouse.messages.TrashMessages.TrashPage;
import dev.gatehouse.messages.TrashMessages.TrashTotals;
import dev.gatehouse.store.blobs.Trash;

/** The owner's operations on the trash, for the API and for the management port. */
public record TrashOperations(Sweep sweep, Trash trash, InstantSource clock) {
  private static final int MAX_PAGE = 500;

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.trash", Area.returning(TrashPage.class, call -> Answer.ok(page(call.text("after")))),
        "node.restoreTrash",
            Area.returning(
                TrashTotals.class,
                RestoreTrashRequest.class,
                (call, chosen) -> Answer.ok(restore(call, chosen))),
        "node.emptyTrash",
            Area.returning(TrashTotals.class, call -> Answer.ok(done(sweep.empty()))));
  }

  public Message.Handlers commands() {
    return Message.Handlers.of()
        .on(TrashMessages.LIST, (call, query) -> page(query.after()))
        .on(TrashMessages.RESTORE, this::restore)
        .on(TrashMessages.EMPTY, (call, nothing) -> done(sweep.empty()))
        .on(TrashMessages.COLLECT, this::collect);
  }

  private TrashPage page(String after) throws IOException {
    List<Trash.Item> rest =
        trash.items().stream().filter(item -> item.id().compareTo(after) > 0).toList();
    List<TrashItem> page =
        rest.stream()
            .limit(MAX_PAGE)
            .map(item -> new TrashItem(item.id(), item.size(), item.entered()))
            .toList();
    return new TrashPage(true, page, rest.size() > MAX_PAGE);
  }

  private static TrashTotals done(List<Trash.Item> items) {
    return new TrashTotals(true, items.size(), items.stream().mapToLong(Trash.Item::size).sum());
  }

  /** Restores blobs with the age of a new upload, so that sweeps spare them for a day. */
  private TrashTotals restore(Call call, RestoreTrashRequest chosen) throws IOException {
    Set<String> ids = Set.copyOf(chosen.ids());
    return sweep.byHand(() -> {
      List<Trash.Item> items =
          trash.items().stream().filter(item -> ids.contains(item.id())).toList();
      if (items.size() < ids.size()) {
        throw ApiException.of(
            ErrorCode.TRASH_ITEM_NOT_FOUND,
            "not all of these are in the trash: nothing was restored");
      }
      trash.renew(items, clock.instant());
      trash.giveBack(items);
      return done(items);
    });
  }

  private OrphansFound collect(Call call, CollectOrphans collection) throws IOException {
    Sweep.Orphans found = sweep.collect(collection.move());
    return new OrphansFound(found.ids().size(), found.all());
  }
}
