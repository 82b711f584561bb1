package dev.gatehouse.games;

import dev.gatehouse.module.AreaModule;
import dev.gatehouse.module.NodeServices;
import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.Documents;
import java.time.Duration;
import java.util.List;

/** Puts the games area together: the block game's world saves and the log of changes. */
public final class GamesModule {
  private GamesModule() {}

  /** The area over a node's documents and blobs. */
  public static AreaModule of(NodeServices node) {
    GamesSettings settings = GamesSettings.read(node.settings().section("blockgame"));
    var clock = node.clock();
    var audit = new AuditLog(node.documents(), clock);
    var saves = new SaveRepository(node.documents());
    var area =
        new GamesArea(
            new SaveOperations(saves, node.blobs(), audit, clock),
            new PruneOperations(saves, node.blobs(), audit, clock),
            audit);
    return AreaModule.of(area)
        .prepares(saves::prepare)
        .prepares(audit::prepare)
        .admits(SaveOperations.intake(settings.saveSize().bytes()))
        .every(
            Duration.ofHours(1),
            "games.forgetChanges",
            () -> audit.forgetOld(settings.auditRetention()));
  }

  /** The documents of the area that name blobs. */
  public static List<BlobOwner> blobs(Documents documents) {
    return List.of(SaveRepository.blobs(documents));
  }
}
