package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.areas.games.rcon.RconException;
import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.settings.Section;

/**
 * Checks of the game server's folder and console.
 *
 * @param own the section {@code blockgame}
 */
record GameChecks(Section own, Duration limit) {
  private static final String GAME = "blockgame";

  List<Finding> check() {
    List<Finding> findings = new ArrayList<>();
    if (!own.text("serverDir").isBlank()) {
      Path folder = own.path("serverDir");
      if (Files.isDirectory(folder) && Files.isWritable(folder)) {
        findings.add(Finding.ok(GAME, "blockgame.serverDir " + folder + " can be used"));
      } else {
        findings.add(
            Finding.problem(
                GAME,
                "blockgame.serverDir " + folder + " is not a folder that the node can write",
                "Correct the setting, or give the folder to the user who runs the node."));
      }
    }
    if (!own.text("rconPassword").isEmpty()) {
      findings.add(console());
    }
    return findings;
  }

  private Finding console() {
    try {
      var address = new RconServer.Address(own.text("rconHost"), own.port("rconPort"));
      new RconServer(address, own.text("rconPassword"), limit).connect(Deadline.in(limit)).close();
      return Finding.ok(GAME, "the game server's console accepts the password");
    } catch (RconException e) {
      String words = "the game server's console " + e.kind().words();
      if (e.kind() == RconException.Kind.ABSENT) {
        return Finding.warning(GAME, words, "Start the game server with enable-rcon=true.");
      }
      return Finding.problem(GAME, words, "Correct blockgame.rconHost, rconPort and rconPassword.");
    }
  }
}
