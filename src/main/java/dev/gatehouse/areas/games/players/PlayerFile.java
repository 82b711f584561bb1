package dev.gatehouse.areas.games.players;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

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
import dev.gatehouse.store.files.DiskSpaceGuard;
import dev.gatehouse.store.files.PrivateFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the game's lists of players, ops.json or whitelist.json. The game writes it in place, so a
 * reader may find it incomplete and then waits a moment for the rest.
 *
 * <p>This class replaces the file atomically and keeps the previous content beside it. A readable
 * file is kept as {@code .bak}, an unreadable one as {@code .broken}. A broken file therefore never
 * replaces the last good backup.
 *
 * @param moment waits for the maximum time that the game takes to write a file
 */
public record PlayerFile(Path file, Runnable moment) {
  private static final int MAX_BYTES = 8 << 20;
  private static final int TRIES = 5;

  /** Thrown if a file is not a readable list of players. */
  public static final class UnreadableException extends IOException {
    UnreadableException(Path file, Exception cause) {
      super(file.getFileName() + " is not a valid file of the game", cause);
    }
  }

  public String name() {
    return file.getFileName().toString();
  }

  /**
   * Returns the players, or an empty list if there is no file yet.
   *
   * @throws UnreadableException if the file is incomplete and remains so
   */
  public List<Player> read() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return PlayerFormat.read(bytes());
      } catch (NoSuchFileException none) {
        return List.of();
      } catch (JsonProcessingException halfWritten) {
        if (attempt == TRIES) {
          throw new UnreadableException(file, halfWritten);
        }
        moment.run();
      }
    }
  }

  private byte[] bytes() throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file.getFileName() + " has more than " + MAX_BYTES + " bytes");
    }
    return Files.readAllBytes(file);
  }

  /**
   * Replaces the players.
   *
   * @throws dev.gatehouse.store.files.NoSpaceException if the disk is full; the file is unchanged
   */
  public void write(List<Player> players) throws IOException {
    // A symbolic link is kept, and its target is replaced.
    Path place = Files.exists(file) ? file.toRealPath() : file;
    DiskSpaceGuard disk = DiskSpaceGuard.on(place.toAbsolutePath().getParent(), 0);
    try {
      Path next = written(place, ".new", PlayerFormat.written(players));
      if (Files.exists(place)) {
        keepFormer(place);
        copyRights(place, next);
      }
      Files.move(next, place, ATOMIC_MOVE);
      PrivateFiles.sync(place.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw disk.typed(e);
    }
  }

  private static void keepFormer(Path place) throws IOException {
    byte[] former = Files.readAllBytes(place);
    Path copy = written(place, ".old", former);
    Files.move(copy, beside(place, readable(former) ? ".bak" : ".broken"), ATOMIC_MOVE);
  }

  private static boolean readable(byte[] former) {
    try {
      PlayerFormat.read(former);
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static Path written(Path place, String suffix, byte[] bytes) throws IOException {
    Path written = beside(place, suffix);
    try (FileChannel channel = FileChannel.open(written, CREATE, TRUNCATE_EXISTING, WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(written);
      throw e;
    }
    return written;
  }

  private static Path beside(Path place, String suffix) {
    return place.resolveSibling(place.getFileName() + suffix);
  }

  /**
   * Copies the permissions, because the game may run as another user that must still be able to
   * read the file.
   */
  private static void copyRights(Path from, Path to) throws IOException {
    var rights = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    if (rights != null) {
      Files.setPosixFilePermissions(to, rights.readAttributes().permissions());
    }
  }

  /**
   * The JSON format of ops.json and whitelist.json, written in the same form as the game writes it.
   */
  static final class PlayerFormat {
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

    /**
     * Reads a whole file. Invalid players are skipped, and their number is logged.
     *
     * @throws JsonProcessingException if it is not a JSON list, for example because it is
     *     incomplete
     */
    static List<Player> read(byte[] file) throws JsonProcessingException {
      // Decoded as UTF-8 text first. Jackson would guess another encoding for the zeros that a
      // power
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
}
