package dev.gatehouse.messages;

import dev.gatehouse.bus.Message;
import java.time.Instant;
import java.util.List;

/** The commands on the trash. */
public final class TrashMessages {
  /** Lists a page of the trash, in the order of the ids. */
  public static final Message<TrashQuery, TrashPage> LIST =
      Message.command("trash.list", TrashQuery.class, TrashPage.class);

  public static final Message<RestoreTrashRequest, TrashTotals> RESTORE =
      Message.command("trash.restore", RestoreTrashRequest.class, TrashTotals.class);

  public static final Message<Nothing, TrashTotals> EMPTY =
      Message.command("trash.empty", Nothing.class, TrashTotals.class);

  /** Counts the files that no document names, and moves them to the trash. */
  public static final Message<CollectOrphans, OrphansFound> COLLECT =
      Message.command("trash.collect", CollectOrphans.class, OrphansFound.class);

  private TrashMessages() {}

  /**
   * A request for a page of the trash.
   *
   * @param after the id before the page; empty for the first page
   */
  public record TrashQuery(String after) {}

  /** A page of the trash. */
  public record TrashPage(boolean success, List<TrashItem> items, boolean hasMore) {}

  /**
   * A file in the trash.
   *
   * @param since when it was moved there
   */
  public record TrashItem(String id, long size, Instant since) {}

  /** Files in the trash to be restored, by their ids. */
  public record RestoreTrashRequest(List<String> ids) {}

  /** The files that were restored or deleted. */
  public record TrashTotals(boolean success, long files, long bytes) {}

  /**
   * A request to collect files that no document names.
   *
   * @param move false to count them only
   */
  public record CollectOrphans(boolean move) {}

  /**
   * The files that no document names.
   *
   * @param all files that are stored
   */
  public record OrphansFound(long files, long all) {}
}
