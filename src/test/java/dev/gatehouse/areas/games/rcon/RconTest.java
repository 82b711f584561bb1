package dev.gatehouse.areas.games.rcon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.Unchecked;
import dev.gatehouse.areas.games.rcon.RconConnection.RconException;
import dev.gatehouse.areas.games.rcon.RconConnection.RconException.Kind;
import dev.gatehouse.areas.games.rcon.RconConnection.RconFrame;
import dev.gatehouse.areas.games.rcon.ScriptedRcon.Script;
import dev.gatehouse.bus.Deadline;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations with a console, as the protocol has them and as they go wrong. */
@Timeout(30)
class RconTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** For servers that are silent after an answer. */
  private static final Duration LITTLE = Duration.ofSeconds(4);

  private static final RconCommand RELOAD = RconCommand.RELOAD_WHITELIST;

  @AutoClose private final ScriptedRcon server = new ScriptedRcon();

  /** Frames of the protocol's own description. */
  @ParameterizedTest
  @CsvSource({
    "7, 3, pw, 0c000000070000000300000070770000",
    "7, 2, '', 0a00000007000000020000000000",
    "-1, 2, '', 0a000000ffffffff020000000000",
    "8, 2, list, 0e00000008000000020000006c6973740000",
    "8, 0, '', 0a00000008000000000000000000"
  })
  void encodesAndDecodesProtocolFrames(int id, int type, String payload, String hex) {
    RconFrame frame = RconFrame.of(id, type, payload);
    assertEquals(hex, HexFormat.of().formatHex(frame.encoded().getBytes()));
    Buffer whole = Buffer.buffer(HexFormat.of().parseHex(hex));
    assertEquals(frame, RconFrame.decoded(whole.getBuffer(4, whole.length())));
  }

  @Test
  void runsCommandsInOrder() throws RconException {
    server.says(command -> "§aDone: §l" + command + "\n");
    try (RconConnection connection = connect()) {
      List<RconCommand> many =
          Stream.of("Notch", "jeb_", ".Bridge")
              .flatMap(name -> Stream.of(RconCommand.op(name), RconCommand.deop(name)))
              .map(Optional::orElseThrow)
              .toList();
      for (RconCommand command : many) {
        assertEquals("Done: " + command, connection.run(command));
      }
      assertEquals(many.stream().map(RconCommand::toString).toList(), server.commands());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4_095, 4_096, 4_097, 8_192, 500_000})
  void joinsRepliesOfManyFrames(int length) throws RconException {
    String text = "0123456789".repeat(length / 10 + 1).substring(0, length);
    server.says(command -> text);
    try (RconConnection connection = connect()) {
      assertEquals(text, connection.run(RELOAD));
      assertEquals(text, connection.run(RELOAD));
    }
  }

  /** The game splits between bytes, not between characters. */
  @Test
  void joinsCharactersSplitAcrossFrames() throws RconException {
    String text = "x" + "é".repeat(5_000);
    server.says(command -> text);
    try (RconConnection connection = connect()) {
      assertEquals(text, connection.run(RELOAD));
    }
  }

  /** As npm rcon-server and games of old encode. */
  @Test
  void decodesInvalidUtf8AsLatin1() throws RconException {
    server.does((talk, frame) -> {
      if (frame.command()) {
        talk.write(HexFormat.of().parseHex("0d0000000200000000000000a761e40000"));
      } else {
        talk.asTheGame(frame);
      }
    });
    try (RconConnection connection = connect()) {
      assertEquals("ä", connection.run(RELOAD));
    }
  }

  @Test
  void reassemblesFragmentedFrames() throws RconException {
    server.does((talk, frame) -> {
      String reply = frame.login() ? "" : frame.command() ? "reloaded" : "?";
      talk.sendInPieces(frame.id(), frame.login() ? 2 : 0, reply);
    });
    try (RconConnection connection = connect()) {
      assertEquals("reloaded", connection.run(RELOAD));
    }
  }

  /** Answers of npm rcon-server: another frame type, and one frame of any length in one piece. */
  @Test
  void acceptsVariantsOfOtherServers() throws RconException {
    server.does((talk, frame) -> {
      if (frame.login()) {
        talk.send(frame.id(), 0, "");
        talk.send(frame.id(), 3, "x");
      } else if (frame.command()) {
        talk.send(99, 0, "of somebody else");
        talk.send(frame.id(), 0, "x".repeat(6_000));
      }
    });
    try (RconConnection connection = connect(PATIENCE)) {
      assertEquals(6_000, connection.run(RELOAD).length());
    }
  }

  static Stream<Arguments> faultsAtTheDoor() {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII);
    return Stream.of(
        fault("silent", Kind.SLOW, (talk, frame) -> talk.hang()),
        fault("closing", Kind.BROKEN, (talk, frame) -> talk.hangUp()),
        fault("another's id", Kind.SLOW, (talk, frame) -> talk.send(99, 2, "")),
        fault("no frame", Kind.BROKEN, (talk, frame) -> talk.write(http)),
        fault("too short", Kind.BROKEN, (talk, frame) -> talk.write(new byte[8])),
        fault("negative", Kind.BROKEN, (talk, frame) -> talk.write(new byte[] {-1, -1, -1, -1})),
        fault(
            "half a frame",
            Kind.SLOW,
            (talk, frame) -> {
              talk.write(new byte[] {10, 0, 0, 0, 1});
              talk.hang();
            }),
        fault("wrong password", Kind.REFUSED, (talk, frame) -> talk.send(-1, 2, "")));
  }

  private static Arguments fault(String name, Kind kind, Script script) {
    return Arguments.of(name, kind, script);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultsAtTheDoor")
  void reportsFailedLogins(String name, Kind kind, Script script) {
    server.does(script);
    Duration patience = kind == Kind.SLOW ? Duration.ofMillis(300) : PATIENCE;
    assertEquals(kind, assertThrows(RconException.class, () -> connect(patience)).kind());
  }

  static Map<String, Script> faultsInside() {
    return Map.of(
        "silent", (talk, frame) -> talk.hang(),
        "closing", (talk, frame) -> talk.hangUp(),
        "logged out", (talk, frame) -> talk.send(-1, 2, ""),
        "endless",
            (talk, frame) -> {
              while (true) {
                talk.send(frame.id(), 0, "x".repeat(4_096));
              }
            },
        "closing in the reply",
            (talk, frame) -> {
              talk.send(frame.id(), 0, "x".repeat(4_096));
              talk.hangUp();
            },
        "half a reply",
            (talk, frame) -> {
              talk.write(new byte[] {0, 16, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 'x'});
              talk.hang();
            });
  }

  static Stream<String> insideNames() {
    return faultsInside().keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("insideNames")
  void reportsUnconfirmedCommands(String fault) throws RconException {
    Script inside = faultsInside().get(fault);
    server.does((talk, frame) -> {
      if (frame.login()) {
        talk.asTheGame(frame);
      } else {
        inside.answer(talk, frame);
      }
    });
    boolean late = fault.equals("silent") || fault.equals("half a reply");
    try (RconConnection connection = connect(late ? LITTLE : PATIENCE)) {
      Kind kind = assertThrows(RconException.class, () -> connection.run(RELOAD)).kind();
      assertTrue(late ? kind == Kind.SLOW : kind != Kind.SLOW, fault + ": " + kind);
    }
  }

  @Test
  void reportsAbsentServer() throws IOException {
    RconServer absent = server(FreePort.next(), ScriptedRcon.PASSWORD, PATIENCE);
    assertEquals(Kind.ABSENT, refusal(absent));
  }

  @Test
  void reportsRejectedPassword() {
    RconServer wrong = server(server.port(), "wrong", PATIENCE);
    assertEquals(Kind.REFUSED, refusal(wrong));
    assertEquals(List.of(), server.commands());
  }

  /** Each answer in time, and all of them too late. */
  @Test
  void enforcesOneDeadlinePerConnection() throws RconException {
    server.says(command -> "ok");
    var now = new AtomicLong();
    Deadline deadline = Deadline.in(Duration.ofSeconds(10), now::get);
    try (RconConnection connection =
        server(server.port(), ScriptedRcon.PASSWORD, PATIENCE).connect(deadline)) {
      assertEquals("ok", connection.run(RELOAD));
      now.set(Duration.ofSeconds(11).toNanos());
      assertEquals(
          Kind.SLOW, assertThrows(RconException.class, () -> connection.run(RELOAD)).kind());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "a b", "a\nstop", "a\r\nstop", "/stop", "a/b", "§4red",
        "a;stop", "a\u0000", "@a", "a\u2028b", "..", "-", "ünïcode", "seventeen_letters"
      })
  void noNameBringsAnotherCommand(String name) {
    assertEquals(Optional.empty(), RconCommand.op(name).map(RconCommand::toString));
    assertEquals(Optional.empty(), RconCommand.deop(name).map(RconCommand::toString));
  }

  private static Kind refusal(RconServer server) {
    return assertThrows(RconException.class, () -> server.connect(Deadline.in(PATIENCE))).kind();
  }

  /** The rest of a reply may also be late, which the client itself permits for a second only. */
  private RconConnection connect() throws RconException {
    Socket socket = Unchecked.get(() -> new Socket("127.0.0.1", server.port()));
    var times = new RconConnection.Times(PATIENCE, PATIENCE);
    var connection = new RconConnection(socket, times, Deadline.in(PATIENCE));
    connection.login(ScriptedRcon.PASSWORD);
    return connection;
  }

  private RconConnection connect(Duration patience) throws RconException {
    return server(server.port(), ScriptedRcon.PASSWORD, patience).connect(Deadline.in(PATIENCE));
  }

  private static RconServer server(int port, String password, Duration patience) {
    return new RconServer(new RconServer.Address("127.0.0.1", port), password, patience);
  }
}
