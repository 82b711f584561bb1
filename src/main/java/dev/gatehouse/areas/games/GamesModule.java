package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.games.players.PlayerResolver;
import dev.gatehouse.areas.games.players.PlayerResolver.PlayerNames;
import dev.gatehouse.areas.games.players.ProfileService;
import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.Size;
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

  /**
   * The area's settings.
   *
   * @param saveSize maximum bytes of one world save
   * @param auditRetention retention of the log of changes; zero means unlimited
   * @param folder of the game server; may be absent
   * @param profileUrl where names are looked up; empty for a server in offline mode
   * @param console of the game server; absent if it is not used
   */
  record GamesSettings(
      Size saveSize,
      Duration auditRetention,
      Optional<Path> folder,
      String profileUrl,
      Optional<Console> console) {
    /** The game accepts no longer password in one frame. */
    private static final int MAX_PASSWORD_BYTES = 1_446;

    /**
     * A game server's console.
     *
     * @param timeout for each of its replies
     */
    record Console(RconServer.Address address, String password, Duration timeout) {}

    static GamesSettings read(Section own) {
      boolean online = own.choice("names", "online", "offline").equals("online");
      String profiles = own.url("profileUrl");
      Check.that(
          !online || !profiles.isEmpty(),
          "blockgame.profileUrl is required for online player names");
      return new GamesSettings(
          own.size("saveSize"),
          own.duration("auditRetention"),
          own.text("serverDir").isBlank() ? Optional.empty() : Optional.of(own.path("serverDir")),
          online ? profiles : "",
          console(own));
    }

    private static Optional<Console> console(Section own) {
      var address = new RconServer.Address(own.text("rconHost"), own.port("rconPort"));
      String password = own.printable("rconPassword", 1);
      Duration timeout = own.duration("rconTimeout");
      Check.that(!timeout.isZero(), "blockgame.rconTimeout must be more than 0");
      Check.that(
          password.getBytes(StandardCharsets.UTF_8).length <= MAX_PASSWORD_BYTES,
          "blockgame.rconPassword must have at most " + MAX_PASSWORD_BYTES + " bytes");
      return PlainText.nonEmpty(password).map(known -> new Console(address, known, timeout));
    }
  }
}
