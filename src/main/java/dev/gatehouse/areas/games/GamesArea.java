package dev.gatehouse.areas.games;

import dev.gatehouse.bus.Area;
import java.util.HashMap;
import java.util.Map;

/** The area for managing the owner's block game server. */
final class GamesArea implements Area {
  private final SaveOperations saves;
  private final PruneOperations pruning;
  private final PlayerOperations players;
  private final AuditLog audit;

  GamesArea(
      SaveOperations saves, PruneOperations pruning, PlayerOperations players, AuditLog audit) {
    this.saves = saves;
    this.pruning = pruning;
    this.players = players;
    this.audit = audit;
  }

  @Override
  public String name() {
    return "games";
  }

  @Override
  public Map<String, Handler> operations() {
    Map<String, Handler> operations = new HashMap<>(saves.operations());
    operations.putAll(pruning.operations());
    operations.putAll(players.operations());
    operations.putAll(audit.operations());
    return operations;
  }
}
