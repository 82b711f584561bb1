package dev.gatehouse.messages;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import java.util.Map;

/** The messages and events of the trading area. */
public final class TradingMessages {
  /** Imports a file of the node's own machine. */
  public static final Message<ImportFile, ImportedFile> IMPORT =
      Message.local("trading.import", ImportFile.class, ImportedFile.class);

  /** Published when the data of a symbol have changed. */
  public static final EventType<DataChanged> DATA_CHANGED =
      EventType.of("trading.dataChanged", DataChanged.class);

  /** Published on each node when the bot has logged something. */
  public static final EventType<EntryLogged> LOGGED =
      EventType.of("trading.logged", EntryLogged.class);

  private TradingMessages() {}

  /** A file to be imported as the data of a symbol. */
  public record ImportFile(String symbol, String file) {}

  /**
   * The outcome of an import.
   *
   * @param unchanged true where the file is stored already
   */
  public record ImportedFile(String symbol, boolean unchanged, long rows) {}

  /** A symbol whose data have changed. */
  public record DataChanged(String symbol) {}

  /**
   * An entry of the bot's log.
   *
   * @param message as clients see it, with the bot's own data
   */
  public record EntryLogged(
      String id,
      @JsonProperty("_id") String storedId,
      @JsonProperty("LogMessage") Map<String, Object> message) {}
}
