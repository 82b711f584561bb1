package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.areas.games.players.Player;
import dev.gatehouse.areas.games.players.PlayerFile;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.files.NoSpaceException;
import io.vertx.core.Vertx;

/** The player lists in the game server's folder. Only one caller at a time changes them. */
final class ServerLists {
  /** The game writes its small files in less time. */
  private static final long MOMENT_MILLIS = 50;

  private static final long LOCK_SECONDS = 2;

  private final Optional<Path> folder;
  private final PlayerFile operatorFile;
  private final PlayerFile whitelistFile;
  private final ReentrantLock changes = new ReentrantLock();

  /**
   * @param folder of the game server; absent if none is configured
   */
  ServerLists(Vertx vertx, Optional<Path> folder) {
    Runnable moment = () -> vertx.timer(MOMENT_MILLIS, TimeUnit.MILLISECONDS).await();
    Path place = folder.orElse(Path.of(""));
    this.folder = folder;
    this.operatorFile = new PlayerFile(place.resolve("ops.json"), moment);
    this.whitelistFile = new PlayerFile(place.resolve("whitelist.json"), moment);
  }

  PlayerFile operators() {
    return operatorFile;
  }

  PlayerFile whitelist() {
    return whitelistFile;
  }

  /** Runs a change exclusively. Blocks, and waits at most a short time for its turn. */
  <R> R changing(Supplier<R> change) {
    try {
      if (!changes.tryLock(LOCK_SECONDS, TimeUnit.SECONDS)) {
        throw ApiException.busy(
            ErrorCode.WRITE_CONTENTION, "another change of the game's lists is running", 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiError.busy(ErrorCode.SHUTTING_DOWN, "the node is shutting down", 1).exception(e);
    }
    try {
      return change.get();
    } finally {
      changes.unlock();
    }
  }

  /** Returns the players of a list. Blocks. */
  List<Player> read(PlayerFile list) {
    return known(list).orElseThrow(() -> unreadable(list).exception());
  }

  /** Returns the error for an operation that needs a list that is incomplete. */
  static ApiError unreadable(PlayerFile list) {
    return ApiError.of(
        ErrorCode.GAME_FILES_UNAVAILABLE,
        list.name() + " is not a valid list: it may be incomplete");
  }

  /** Returns the players of a list. Absent if the file is incomplete and remains so. Blocks. */
  Optional<List<Player>> known(PlayerFile list) {
    mustBeConfigured();
    try {
      return Optional.of(list.read());
    } catch (PlayerFile.UnreadableException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw ApiError.of(ErrorCode.GAME_FILES_UNAVAILABLE, list.name() + " cannot be read")
          .because(e.toString())
          .exception(e);
    }
  }

  /** Replaces a list. Blocks. */
  void write(PlayerFile list, List<Player> players) {
    try {
      list.write(players);
    } catch (NoSpaceException e) {
      throw ApiError.of(ErrorCode.STORAGE_FULL, "no disk space left for " + list.name())
          .exception(e);
    } catch (IOException e) {
      throw ApiError.of(ErrorCode.GAME_FILES_UNAVAILABLE, list.name() + " cannot be written")
          .because(e.toString())
          .exception(e);
    }
  }

  private void mustBeConfigured() {
    Path there =
        folder.orElseThrow(() ->
            ApiException.of(
                ErrorCode.NOT_CONFIGURED,
                "blockgame is not configured: set GATEHOUSE_BLOCKGAME_SERVER_DIR"));
    if (!Files.isDirectory(there)) {
      throw ApiError.of(
              ErrorCode.GAME_FOLDER_MISSING, "the folder of the game server does not exist")
          .because(there + " is not a folder")
          .exception();
    }
  }
}
