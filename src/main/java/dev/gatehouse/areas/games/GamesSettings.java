package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Size;

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
        !online || !profiles.isEmpty(), "blockgame.profileUrl is required for online player names");
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
