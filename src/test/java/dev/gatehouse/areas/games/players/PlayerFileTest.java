package dev.gatehouse.areas.games.players;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.Words;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The game's own files: read as the game leaves them, and replaced without losing one. */
class PlayerFileTest {
  private static final String OPS =
      """
      [
        {
          "uuid": "069a79f4-44e9-4726-a5be-fca90e38aaf5",
          "name": "Notch",
          "level": 4,
          "bypassesPlayerLimit": false
        }
      ]\
      """;
  private static final Player NOTCH =
      new Player(
          UUID.fromString("069a79f4-44e9-4726-a5be-fca90e38aaf5"),
          "Notch",
          Map.of("level", 4, "bypassesPlayerLimit", false));
  private static final Player JEB =
      new Player(UUID.fromString("853c80ef-3c37-49fd-aa49-938b674adae6"), "jeb_", Map.of());

  @TempDir Path folder;
  private Path ops;
  private final AtomicInteger moments = new AtomicInteger();

  @BeforeEach
  void place() {
    ops = folder.resolve("ops.json");
  }

  private PlayerFile file() {
    return new PlayerFile(ops, moments::incrementAndGet);
  }

  @Test
  void readsAndWritesTheGamesFormat() throws IOException {
    Files.writeString(ops, OPS);
    assertEquals(List.of(NOTCH), file().read());
    file().write(file().read());
    assertEquals(OPS, Files.readString(ops));
    file().write(List.of());
    assertEquals(List.of(), file().read());
  }

  @Test
  void treatsMissingFileAsEmpty() throws IOException {
    assertEquals(List.of(), file().read());
    file().write(List.of(JEB));
    assertEquals(List.of(JEB), file().read());
    assertEquals(List.of("ops.json"), names());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "[", "[{\"uuid\": \"069a", "{}",
        "null", "7", "\u0000\u0000\u0000\u0000\u0000", "[] []",
        "[[["
      })
  void aHalfWrittenFileIsWaitedForAndThenTold(String half) throws IOException {
    Files.writeString(ops, half);
    assertThrows(PlayerFile.UnreadableException.class, () -> file().read());
    assertEquals(4, moments.get());
  }

  @Test
  void retriesAHalfWrittenFile() throws IOException {
    Files.writeString(ops, OPS.substring(0, 60));
    PlayerFile patient =
        new PlayerFile(
            ops,
            () -> {
              if (moments.incrementAndGet() == 2) {
                Unchecked.get(() -> Files.writeString(ops, OPS));
              }
            });
    assertEquals(List.of(NOTCH), patient.read());
  }

  @Test
  void keepsBackupWhenTheFileIsBroken() throws IOException {
    Files.writeString(ops, OPS);
    file().write(List.of(JEB));
    assertEquals(OPS, Files.readString(folder.resolve("ops.json.bak")));
    Files.writeString(ops, "[{\"uuid\": \"06");
    file().write(List.of(NOTCH));
    assertEquals(OPS, Files.readString(folder.resolve("ops.json.bak")), "the last that was good");
    assertEquals("[{\"uuid\": \"06", Files.readString(folder.resolve("ops.json.broken")));
    assertEquals(List.of("ops.json", "ops.json.bak", "ops.json.broken"), names());
  }

  @ParameterizedTest
  @Words("069A79F444E94726A5BEFCA90E38AAF5 069a79f4-44e9-4726-a5be-fca90e38aaf5")
  void idsAreReadInAnyForm(String id) throws IOException {
    String list = "\ufeff[{\"uuid\":\"%s\",\"name\":\"Notch\",\"later\":{\"a\":[1]}}]";
    Files.writeString(ops, list.formatted(id));
    Player player = file().read().getFirst();
    assertEquals(NOTCH.uuid(), player.uuid());
    file().write(List.of(player));
    assertEquals(Map.of("later", Map.of("a", List.of(1))), file().read().getFirst().more());
  }

  @Test
  void skipsInvalidEntries() throws IOException {
    Files.writeString(
        ops,
        "[null, 7, [], {}, {\"uuid\":7,\"name\":\"a\"}, {\"uuid\":\"x\",\"name\":\"a\"}, "
            + "{\"name\":\"a\"}, "
            + OPS.substring(OPS.indexOf('{')));
    assertEquals(List.of(NOTCH), file().read());
  }

  @ParameterizedTest
  @CsvSource({"-5, 0", "99999999999, 4", "2.9, 2", "1e400, 4", "\"4\", 4", "null, 4"})
  void clampsOperatorLevels(String level, int read) throws IOException {
    Files.writeString(ops, OPS.replace("\"level\": 4", "\"level\": " + level));
    assertEquals(read, file().read().getFirst().level());
  }

  @Test
  void keepsPermissionsAndSymlinks() throws IOException {
    Path real = Files.writeString(folder.resolve("real.json"), OPS);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-rw-r--"));
    Files.createSymbolicLink(ops, real);
    file().write(List.of(JEB));
    assertTrue(Files.isSymbolicLink(ops));
    assertEquals(List.of(JEB), file().read());
    assertEquals("rw-rw-r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(real)));
  }

  @Test
  void rejectsOversizedFile() throws IOException {
    Files.write(ops, new byte[9 << 20]);
    assertThrows(IOException.class, () -> file().read());
    assertEquals(0, moments.get());
  }

  @Test
  void computesOfflineIds() {
    assertEquals("b50ad385-829d-3141-a216-7e7d7539ba7f", PlayerIds.offline("Notch").toString());
    assertFalse(PlayerIds.ofAnAccount(PlayerIds.offline("Notch")));
    assertTrue(PlayerIds.ofAnAccount(NOTCH.uuid()));
  }

  private List<String> names() throws IOException {
    return Stream.of(folder.toFile().list()).sorted().toList();
  }
}
