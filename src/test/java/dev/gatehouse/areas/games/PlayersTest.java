package dev.gatehouse.areas.games;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.games.players.PlayerIds;
import dev.gatehouse.areas.games.rcon.ScriptedRcon;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators and whitelist over HTTP: in the game's files, and applied to a running game. */
@Timeout(180)
class PlayersTest {
  private static final String OPERATORS = "/games/blockgame/operators";
  private static final String WHITELIST = "/games/blockgame/whitelist";
  private static final String NOTCH = "069a79f4-44e9-4726-a5be-fca90e38aaf5";
  private static final String JEB = "853c80ef-3c37-49fd-aa49-938b674adae6";
  private static final Path FOLDER = TestNode.folder("gatehouse-game");
  private static final ScriptedRcon GAME = new ScriptedRcon();
  private static final ProfileSimulator PROFILES =
      new ProfileSimulator().knows("Notch", NOTCH).knows("jeb_", JEB);

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("BLOCKGAME_SERVER_DIR", FOLDER.toString())
          .with("BLOCKGAME_PROFILE_URL", PROFILES.url())
          .with("BLOCKGAME_RCON_PORT", Integer.toString(GAME.port()))
          .with("BLOCKGAME_RCON_PASSWORD", ScriptedRcon.PASSWORD)
          .with("BLOCKGAME_RCON_TIMEOUT", "3s");

  @BeforeEach
  void anew() {
    Stream.of(FOLDER.toFile().listFiles()).forEach(File::delete);
    GAME.listen();
    GAME.commands().clear();
    GAME.says(command -> "§aOk: " + command);
    PROFILES.works();
  }

  @Test
  void sendsAndWritesOperators() throws IOException {
    assertEquals(new JsonArray(), operators());
    JsonObject set = set(OPERATORS, op("notch").put("level", 2), op("jeb_")).json();
    JsonArray expected = JsonArray.of(operator(NOTCH, "Notch", 2), operator(JEB, "jeb_", 4));
    assertEquals(expected, set.getJsonArray("operators"));
    JsonArray replies = JsonArray.of("op Notch: Ok: op Notch", "op jeb_: Ok: op jeb_");
    JsonObject applied = JsonObject.of("state", "applied", "replies", replies);
    assertEquals(applied, set.getJsonObject("server"));
    assertEquals(expected, operators());
    String file = file("ops.json");
    assertTrue(file.startsWith("[\n  {\n    \"uuid\": \"" + NOTCH + "\",\n"), file);

    GAME.commands().clear();
    set(OPERATORS, op("jeb_")).expect(200);
    assertEquals(List.of("deop Notch"), GAME.commands());
    assertEquals(new JsonArray().add(operator(JEB, "jeb_", 4)), operators());
    assertTrue(file("ops.json.bak").contains("Notch"));
  }

  /** The game writes its file for every command, with the level that it gives everyone. */
  @Test
  void overwritesConcurrentGameChanges() {
    GAME.says(command -> {
      JsonObject written = operator(NOTCH, "Notch", 4).put("bypassesPlayerLimit", true);
      write("ops.json", JsonArray.of(written).encode());
      return "Made Notch a server operator";
    });
    set(OPERATORS, op("Notch").put("level", 1)).expect(200);
    assertEquals(new JsonArray().add(operator(NOTCH, "Notch", 1)), operators());
  }

  @Test
  void writesAndReloadsTheWhitelist() throws IOException {
    JsonObject set = set(WHITELIST, op("jeb_"), op("Notch")).json();
    JsonArray players = JsonArray.of(player(JEB, "jeb_"), player(NOTCH, "Notch"));
    assertEquals(players, set.getJsonArray("whitelist"));
    assertEquals(List.of("whitelist reload"), GAME.commands());
    assertFalse(file("whitelist.json").contains("level"));
    assertEquals(players, NODE.owner("GET", WHITELIST).send().json().getJsonArray("whitelist"));
    set(WHITELIST).expect(200);
    assertEquals("[]", file("whitelist.json"));
  }

  @Test
  void writesFilesWhileTheGameIsDown() throws IOException {
    GAME.listenNoMore();
    for (String path : List.of(OPERATORS, WHITELIST)) {
      Client.Reply set = set(path, op("Notch")).expect(200);
      assertEquals("down", set.json().getJsonObject("server").getString("state"));
    }
    assertTrue(file("ops.json").contains(NOTCH) && file("whitelist.json").contains(NOTCH));
  }

  @ParameterizedTest
  @CsvSource({"silent, 504", "closing, 502", "garbage, 502", "wrong password, 502"})
  void changesNothingWhenTheGameFails(String fault, int status) {
    GAME.does((talk, frame) -> {
      switch (fault) {
        case "silent" -> talk.hang();
        case "closing" -> talk.hangUp();
        case "garbage" -> talk.write("HTTP/1.1 400\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        default -> talk.send(-1, 2, "");
      }
    });
    for (String path : List.of(OPERATORS, WHITELIST)) {
      Client.Reply refused = set(path, op("Notch")).expect(status);
      assertTrue(refused.error().endsWith("; nothing was changed"), refused.error());
      assertEquals("failed", last().getString("outcome"));
    }
    assertFalse(Files.exists(FOLDER.resolve("ops.json")));
    assertFalse(Files.exists(FOLDER.resolve("whitelist.json")));
  }

  @Test
  void reportsUnknownOutcomeAfterDisconnect() {
    GAME.does((talk, frame) -> {
      if (frame.command() && frame.payload().endsWith("jeb_")) {
        talk.hangUp();
      } else {
        talk.asTheGame(frame);
      }
    });
    Client.Reply lost = set(OPERATORS, op("Notch"), op("jeb_")).expect(504);
    assertTrue(lost.error().contains("during the change; check the result"), lost.error());
    assertEquals("unknown", last().getString("outcome"));
    GAME.says(command -> "ok");
    set(OPERATORS, op("Notch"), op("jeb_")).expect(200);
  }

  @Test
  void reportsAndKeepsATruncatedFile() throws IOException {
    for (String path : List.of(OPERATORS, WHITELIST)) {
      String name = path.equals(OPERATORS) ? "ops.json" : "whitelist.json";
      write(name, "[{\"uuid\": \"069a79");
      Client.Reply read = NODE.owner("GET", path).expect(502);
      assertTrue(read.error().contains(name), read.error());
      if (path.equals(OPERATORS)) {
        assertEquals(502, set(path, op("Notch")).status(), "who is in the game's memory?");
        GAME.listenNoMore();
      }
      set(path, op("Notch")).expect(200);
      assertEquals("[{\"uuid\": \"069a79", file(name + ".broken"));
      assertTrue(last().getJsonArray("details").encode().contains(".broken"));
      NODE.owner("GET", path).expect(200);
      GAME.listen();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"Nobody\"}",
        "{\"name\":\"Notch\"},{\"name\":\"NOTCH\"}",
        "{\"name\":\"Notch\"},{\"name\":\"Other\",\"uuid\":\"069a79f444e94726a5befca90e38aaf5\"}"
      })
  void whatIsNoListOfOperatorsIsRefused(String operators) {
    byte[] body = ("{\"operators\":[" + operators + "]}").getBytes(StandardCharsets.UTF_8);
    Client.Reply refused = NODE.owner("POST", OPERATORS).body("application/json", body).expect(400);
    assertTrue(refused.error().contains("operators"), refused.error());
    assertFalse(Files.exists(FOLDER.resolve("ops.json")));
  }

  @Test
  void resolvesOnlyUnlistedPlayers() {
    set(WHITELIST, op("Notch")).expect(200);
    PROFILES.fails();
    set(WHITELIST, op("notch"), op("Other").put("uuid", JEB.replace("-", ""))).expect(200);
    set(WHITELIST, op("Stranger")).expect(502);
    PROFILES.works();
    String offline = PlayerIds.offline("Notch").toString();
    write("whitelist.json", "[{\"uuid\":\"" + offline + "\",\"name\":\"Notch\"}]");
    JsonArray resolved = JsonArray.of(player(NOTCH, "Notch"));
    assertEquals(resolved, set(WHITELIST, op("Notch")).json().getJsonArray("whitelist"));
  }

  /** Lists as a server with Floodgate writes them. */
  @Test
  void acceptsWhatItLists() throws IOException {
    String list =
        "[{\"uuid\":\"00000000-0000-0000-0009-01f1a2b3c4d5\",\"name\":\".TheGuy123\"},"
            + "{\"uuid\":\"00000000-0000-0000-0009-01f1a2b3c4d6\",\"name\":\".The Guy 1\"},"
            + "{\"uuid\":\"00000000-0000-0000-0000-000000000001\",\"name\":\"g\"}]";
    write("whitelist.json", list);
    List<JsonObject> more = new ArrayList<>(NODE.owner("GET", WHITELIST).send().list("whitelist"));
    JsonArray shown = new JsonArray(list);
    assertEquals(shown, new JsonArray(new ArrayList<>(more)));
    more.add(op("Notch"));
    Client.Reply set = set(WHITELIST, more.toArray(JsonObject[]::new)).expect(200);
    assertEquals(shown.copy().add(player(NOTCH, "Notch")), set.json().getJsonArray("whitelist"));
    JsonObject byId = JsonObject.of("uuid", "00000000000000000009-01f1a2b3c4d5".replace("-", ""));
    Client.Reply ids = set(WHITELIST, byId, op(".The Guy 1")).expect(200);
    assertEquals(List.of(".TheGuy123", ".The Guy 1"), ids.texts("whitelist", "name"));
    assertEquals(
        "whitelist[0].name must have 3 to 16 letters, digits or _: for another name, send the uuid"
            + " too",
        set(WHITELIST, op(".Stranger")).error());
    assertEquals(
        "whitelist[0].name is required for a player who is not in the list",
        set(WHITELIST, JsonObject.of("uuid", NOTCH.toString())).error());
    set(WHITELIST, new JsonObject()).expect(400);
    write("ops.json", new JsonArray().add(operator(JEB, "x", 0)).encode());
    set(OPERATORS, operators().getJsonObject(0)).expect(200);
  }

  @ParameterizedTest
  @CsvSource({
    "That player does not exist, refused",
    "Unknown or incomplete command§7 see below for error, refused",
    "You do not have permission to use this command, refused",
    "Incorrect argument for commandop Notch<--[HERE], refused",
    "The vanilla OP system is disabled on this server., refused",
    "§cYou do not have access to that command., refused",
    "Usage: /op <player>, refused",
    "No targets matched selector, refused",
    "Player not found, refused",
    "Made Notch a server operator, applied",
    "Made Error_Cannot a server operator, applied",
    "Nothing changed. The player already is an operator, applied",
    "'', applied",
  })
  void takesTheServersWord(String reply, String state) {
    GAME.says(command -> reply);
    JsonObject set = set(OPERATORS, op("Notch")).json();
    assertEquals(state, set.getJsonObject("server").getString("state"), set.encode());
  }

  @Test
  void rejectsOperatorChangeWithUnsafeName() throws IOException {
    write("ops.json", "[{\"uuid\":\"" + JEB + "\",\"name\":\"two words\\nstop\",\"level\":4}]");
    set(OPERATORS, op("Notch")).expect(409);
    assertEquals(List.of(), GAME.commands());
    GAME.listenNoMore();
    set(OPERATORS, op("Notch")).expect(200);
  }

  /** One conversation at a time: the scripted game drops frames that come together. */
  @Test
  void serializesConcurrentChanges() throws Exception {
    List<Client.Reply> replies =
        Concurrently.times(
            30, i -> set(i % 2 == 0 ? OPERATORS : WHITELIST, op("Notch"), op("jeb_")));
    replies.forEach(each -> assertTrue(List.of(200, 503).contains(each.status()), each.text()));
    assertEquals(2, operators().size());
  }

  @Test
  void logsEveryChange() {
    set(OPERATORS, op("Notch"));
    set(OPERATORS, op("Notch").put("level", 2));
    JsonObject changed = last();
    assertEquals("operators.replace", changed.getString("action"));
    String change = "changed " + NOTCH + " Notch 4 to " + NOTCH + " Notch 2";
    assertEquals(
        JsonArray.of("1 operators", change, "server: applied"), changed.getJsonArray("details"));
  }

  private JsonObject last() {
    return NODE.owner("GET", "/games/blockgame/audit?limit=1").send().list("entries").getFirst();
  }

  private JsonArray operators() {
    return NODE.owner("GET", OPERATORS).expect(200).json().getJsonArray("operators");
  }

  private Client.Reply set(String path, JsonObject... players) {
    String field = path.substring(path.lastIndexOf('/') + 1);
    return NODE.owner("POST", path)
        .json(JsonObject.of(field, new JsonArray(List.of(players))))
        .send();
  }

  private static JsonObject op(String name) {
    return JsonObject.of("name", name);
  }

  private static JsonObject player(String uuid, String name) {
    return JsonObject.of("uuid", uuid, "name", name);
  }

  private static JsonObject operator(String uuid, String name, int level) {
    return player(uuid, name).put("level", level);
  }

  private static String file(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name));
  }

  private static void write(String name, String text) {
    Unchecked.get(() -> Files.writeString(FOLDER.resolve(name), text));
  }
}
