package dev.gatehouse.areas.games;

import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Size;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The area's settings.
 *
 * @param saveSize bytes of one world save
 * @param auditRetention how long the log of changes is kept; zero for good
 * @param folder of the game server; absent where there is none
 * @param profileUrl where names are looked up; empty for a server in offline mode
 * @param console of the game server; absent where it is not used
 */
record GamesSettings(
    Size saveSize,
    Duration auditRetention,
    Optional<Path> folder,
    String profileUrl,
    Optional<Console> console) {
  /** More the game does not take in one frame. */
  private static final int MAX_PASSWORD_BYTES = 1_446;

  /**
   * A game server's console.
   *
   * @param timeout for each of its answers
   */
  record Console(RconServer.Address address, String password, Duration timeout) {}

  static GamesSettings read(Section own) {
    boolean online = own.choice("names", "online", "offline").equals("online");
    String profiles = own.url("profileUrl");
    Check.that(
        !online || !profiles.isEmpty(), "blockgame.profileUrl is needed where names are online");
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
    Check.that(!timeout.isZero(), "blockgame.rconTimeout must be more than nothing");
    Check.that(
        password.getBytes(StandardCharsets.UTF_8).length <= MAX_PASSWORD_BYTES,
        "blockgame.rconPassword must have at most " + MAX_PASSWORD_BYTES + " bytes");
    return password.isEmpty()
        ? Optional.empty()
        : Optional.of(new Console(address, password, timeout));
  }
}
