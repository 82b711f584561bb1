package dev.gatehouse.areas.games.players;

import module java.base;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JSON format of ops.json and whitelist.json, written in the same form as the game writes it.
 */
final class PlayerFormat {
  private static final Logger LOG = LoggerFactory.getLogger(PlayerFormat.class);
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final ObjectWriter AS_THE_GAME =
      JSON.writer(
          new DefaultPrettyPrinter(
                  Separators.createDefaultInstance()
                      .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                      .withArrayEmptySeparator(""))
              .withArrayIndenter(new DefaultIndenter("  ", "\n"))
              .withObjectIndenter(new DefaultIndenter("  ", "\n")));
  private static final TypeReference<List<Object>> ITEMS = new TypeReference<>() {};

  private PlayerFormat() {}

  /**
   * Reads a whole file. Invalid players are skipped, and their number is logged.
   *
   * @throws JsonProcessingException if it is not a JSON list, for example because it is incomplete
   */
  static List<Player> read(byte[] file) throws JsonProcessingException {
    // Decoded as UTF-8 text first. Jackson would guess another encoding for the zeros that a power
    // failure leaves.
    String text = new String(file, StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "");
    List<Object> items = JSON.readValue(text, ITEMS);
    if (items == null) {
      throw new JsonParseException(null, "null is not a list");
    }
    List<Player> players = items.stream().flatMap(item -> player(item).stream()).toList();
    if (players.size() < items.size()) {
      LOG.warn("{} entries of the game's file are not players", items.size() - players.size());
    }
    return players;
  }

  private static Optional<Player> player(Object item) {
    if (!(item instanceof Map<?, ?> fields
        && fields.get("uuid") instanceof String uuid
        && fields.get("name") instanceof String name)) {
      return Optional.empty();
    }
    Map<String, Object> more = new LinkedHashMap<>();
    fields.forEach((key, value) -> more.put((String) key, value));
    more.keySet().removeAll(List.of("uuid", "name"));
    return PlayerIds.parse(uuid).map(id -> new Player(id, name, more));
  }

  static byte[] written(List<Player> players) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (Player player : players) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("uuid", player.uuid().toString());
      item.put("name", player.name());
      item.putAll(player.more());
      items.add(item);
    }
    try {
      return AS_THE_GAME.writeValueAsString(items).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
