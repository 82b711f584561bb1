package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.areas.games.rcon.RconCommand;
import dev.gatehouse.areas.games.rcon.RconConnection;
import dev.gatehouse.areas.games.rcon.RconConnection.RconException;
import dev.gatehouse.areas.games.rcon.RconConnection.RconException.Kind;
import dev.gatehouse.areas.games.rcon.RconServer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

/** Notifies the running game server of changes, if its console is configured. */
record GameConsole(Optional<RconServer> server) {
  /** Sentences by which servers, their plugins and command blocks refuse a command. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?is)(?!made .* server operator|nothing changed|(de-?)?opped ).*(does not exist|could"
              + " not|cannot|can't|unable|unknown|incorrect|invalid|expected|permission|not"
              + " allowed|failed|error|no player|not found|no"
              + " targets|access|disabled|blocked|denied|usage:|only players|must"
              + " be|<--\\[here\\]).*");

  /**
   * The word that the running server has of a change.
   *
   * @param state {@code unconfigured}, {@code down}, {@code applied} or {@code refused}
   * @param replies commands and what the server said to them
   */
  record Word(String state, List<String> replies) {}

  /** A session for one change, with or without a connection to the server. */
  final class Session implements AutoCloseable {
    private final Optional<RconConnection> connection;
    private final List<String> replies = new ArrayList<>();
    private boolean refused;

    private Session(Optional<RconConnection> connection) {
      this.connection = connection;
    }

    /** Returns whether a running server is connected. */
    boolean live() {
      return connection.isPresent();
    }

    /**
     * Sends a command to the running server. Blocks.
     *
     * @throws ApiException 504 with unknown outcome if the server does not confirm it
     */
    void run(RconCommand command) {
      try {
        String reply = connection.orElseThrow().run(command);
        replies.add(command + ": " + reply);
        refused = refused || REFUSED.matcher(reply.replaceAll("§.", "")).matches();
      } catch (RconException e) {
        throw ApiError.unknown("the game server " + e.kind().words() + " during the change")
            .because(command + ": " + e.getMessage())
            .exception(e);
      }
    }

    Word word() {
      String live = refused ? "refused" : "applied";
      String absent = server.isPresent() ? "down" : "unconfigured";
      return new Word(live() ? live : absent, List.copyOf(replies));
    }

    @Override
    public void close() {
      connection.ifPresent(RconConnection::close);
    }
  }

  /**
   * Connects before any change is made. Blocks. A server that does not listen counts as down,
   * because it reads its files when it starts.
   *
   * @throws ApiException 502 or 504 if a server exists but cannot be notified
   */
  Session open(Call call) {
    if (server.isEmpty()) {
      return new Session(Optional.empty());
    }
    try {
      return new Session(Optional.of(server.get().connect(call.deadline())));
    } catch (RconException e) {
      if (e.kind() == Kind.ABSENT) {
        return new Session(Optional.empty());
      }
      ErrorCode code =
          e.kind() == Kind.SLOW ? ErrorCode.PROVIDER_TIMEOUT : ErrorCode.PROVIDER_UNAVAILABLE;
      throw ApiError.of(code, "the game server " + e.kind().words() + "; nothing was changed")
          .because("RCON: " + e.getMessage())
          .exception(e);
    }
  }
}
