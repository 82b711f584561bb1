package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.games.players.PlayerNames;
import dev.gatehouse.areas.games.players.PlayerResolver;
import dev.gatehouse.areas.games.players.ProfileService;
import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;

/** Assembles the games area: the block game's saves, players and the log of changes. */
public final class GamesModule {
  private GamesModule() {}

  /** Reads the area's settings to check them. */
  public static void readSettings(Settings settings) {
    GamesSettings.read(settings.section("blockgame"));
  }

  /** Creates the area on a node's documents and blobs. */
  public static AreaModule of(NodeServices node) {
    GamesSettings settings = GamesSettings.read(node.settings().section("blockgame"));
    var clock = node.clock();
    var audit = new AuditLog(node.documents(), clock);
    var saves = new SaveRepository(node.documents());
    var area =
        Area.of(
            "games",
            List.of(
                new SaveOperations(saves, node.blobs(), audit, clock).operations(),
                new PruneOperations(saves, node.blobs(), audit, clock).operations(),
                players(node, settings, audit).operations(),
                audit.operations()));
    return AreaModule.of(area)
        .addUploadCheck(SaveOperations.intake(settings.saveSize().bytes()))
        .retaining("games.forgetChanges", clock, settings.auditRetention(), audit::deleteOld);
  }

  private static PlayerOperations players(
      NodeServices node, GamesSettings settings, AuditLog audit) {
    PlayerNames names;
    if (settings.profileUrl().isEmpty()) {
      names = PlayerNames.offline();
    } else {
      names = new ProfileService(node.providers(), settings.profileUrl());
    }
    var console =
        new GameConsole(
            settings
                .console()
                .map(rcon -> new RconServer(rcon.address(), rcon.password(), rcon.timeout())));
    return new PlayerOperations(
        new ServerLists(node.vertx(), settings.folder()),
        new PlayerResolver(names),
        console,
        audit);
  }

  /** Returns the area's documents that reference blobs. */
  public static List<BlobOwner> blobs(Documents documents) {
    return List.of(SaveRepository.blobs(documents));
  }
}
