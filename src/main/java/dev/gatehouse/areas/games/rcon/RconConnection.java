package dev.gatehouse.areas.games.rcon;

import module java.base;

import dev.gatehouse.bus.Deadline;
import dev.gatehouse.time.Extremes;
import io.vertx.core.buffer.Buffer;

/**
 * A session with a game server's console, for one thread. Each frame is sent only after the
 * previous one was answered, because the game drops frames that arrive together.
 *
 * <p>A reply may have several frames, and the last is not marked. After the first frame, a frame
 * without a command is therefore sent; its reply follows the complete first reply. For a server
 * that does not answer it, reading ends after a short time.
 */
public final class RconConnection implements AutoCloseable {
  private static final int NO_COMMAND = RconFrame.REPLY;
  private static final int MAX_REPLY = 1 << 20;

  /** More than any server sends at once. The game's server splits at 4,096 bytes of payload. */
  private static final int MAX_FRAME = 64 * 1_024;

  private final Socket socket;
  private final Times times;
  private final Deadline deadline;
  private int lastId;

  /** Set if a frame did not end in time, so that what follows cannot be read. */
  private boolean cut;

  /**
   * Timeouts for the server.
   *
   * @param answer for the first frame of a reply
   * @param rest for the reply to the frame without a command
   */
  record Times(Duration answer, Duration rest) {}

  /**
   * @param deadline of the whole session
   */
  RconConnection(Socket socket, Times times, Deadline deadline) {
    this.socket = socket;
    this.times = times;
    this.deadline = deadline;
  }

  void login(String password) throws RconException {
    int id = send(RconFrame.LOGIN, password);
    while (true) {
      RconFrame answer = next(times.answer());
      if (answer.id() == RconFrame.REFUSED) {
        throw new RconException(RconException.Kind.REFUSED, "the password is wrong");
      }
      // Some servers send an empty reply before the actual one.
      if (answer.id() == id && answer.type() != RconFrame.REPLY) {
        return;
      }
    }
  }

  /**
   * Sends a command and returns the server's reply without color codes. Blocks.
   *
   * @throws RconException if it is unknown whether the command was carried out
   */
  public String run(RconCommand command) throws RconException {
    if (deadline.passed()) {
      throw new RconException(RconException.Kind.SLOW, "no time is left for another command");
    }
    int id = send(RconFrame.COMMAND, command.toString());
    Buffer reply = Buffer.buffer().appendBuffer(answerTo(id).payload());
    int end = send(NO_COMMAND, "");
    while (true) {
      RconFrame more;
      try {
        more = next(times.rest());
      } catch (RconException silent) {
        if (silent.kind() == RconException.Kind.SLOW && !cut && !deadline.passed()) {
          return plain(reply);
        }
        throw silent;
      }
      if (more.id() == end) {
        return plain(reply);
      }
      if (more.id() == id) {
        reply.appendBuffer(more.payload());
      }
      if (reply.length() > MAX_REPLY) {
        throw new RconException(RconException.Kind.BROKEN, "the reply does not end");
      }
    }
  }

  /** Returns the first frame of a reply. Skips late frames of earlier requests. */
  private RconFrame answerTo(int id) throws RconException {
    RconFrame answer = next(times.answer());
    while (answer.id() != id) {
      if (answer.id() == RconFrame.REFUSED) {
        throw new RconException(
            RconException.Kind.REFUSED, "the session is no longer authenticated");
      }
      answer = next(times.answer());
    }
    return answer;
  }

  private int send(int type, String payload) throws RconException {
    lastId++;
    try {
      socket.getOutputStream().write(RconFrame.of(lastId, type, payload).encoded().getBytes());
    } catch (IOException e) {
      throw new RconException(RconException.Kind.BROKEN, e.toString());
    }
    return lastId;
  }

  /**
   * Returns the next frame. Blocks.
   *
   * @param patience for its first byte
   * @throws RconException SLOW if it does not begin or end in time; BROKEN if no more frames can
   *     arrive
   */
  private RconFrame next(Duration patience) throws RconException {
    try {
      Buffer length = Buffer.buffer(read(1, until(patience)));
      cut = true;
      Deadline end = until(times.answer());
      int bytes = length.appendBytes(read(Integer.BYTES - 1, end)).getIntLE(0);
      if (bytes < RconFrame.FRAMING || bytes > MAX_FRAME) {
        throw new RconException(RconException.Kind.BROKEN, "a frame of " + bytes + " bytes");
      }
      RconFrame frame = RconFrame.decoded(Buffer.buffer(read(bytes, end)));
      cut = false;
      return frame;
    } catch (SocketTimeoutException e) {
      throw new RconException(RconException.Kind.SLOW, "no frame arrived in time");
    } catch (IOException e) {
      throw new RconException(RconException.Kind.BROKEN, e.toString());
    }
  }

  private Deadline until(Duration patience) {
    return Deadline.in(Extremes.min(patience, deadline.remaining()));
  }

  private byte[] read(int count, Deadline until) throws IOException {
    byte[] bytes = new byte[count];
    for (int have = 0; have < count; ) {
      Duration left = until.remaining();
      if (!left.isPositive()) {
        throw new SocketTimeoutException();
      }
      // Zero would mean no limit.
      socket.setSoTimeout((int) left.toMillis() + 1);
      int more = socket.getInputStream().read(bytes, have, count - have);
      if (more < 0) {
        throw new EOFException("the connection is closed");
      }
      have += more;
    }
    return bytes;
  }

  /** Returns the text without color codes, line ends and other invisible characters. */
  private static String plain(Buffer reply) {
    return text(reply.getBytes()).replaceAll("\u00a7.", "").replaceAll("\\p{Cntrl}+", " ").strip();
  }

  /**
   * Decodes a whole reply, because a character may be split between two frames. Some servers send
   * invalid UTF-8.
   */
  private static String text(byte[] reply) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(reply)).toString();
    } catch (CharacterCodingException e) {
      return new String(reply, StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is left to do with it.
    }
  }

  /**
   * One frame of the protocol: length (excluding itself), id and type as little-endian 32-bit
   * integers, the payload, and two zero bytes.
   */
  record RconFrame(int id, int type, Buffer payload) {
    static final int LOGIN = 3;
    static final int COMMAND = 2;
    static final int REPLY = 0;

    /** The id of the reply to a wrong password. */
    static final int REFUSED = -1;

    /** Bytes around the payload that are included in the length. */
    static final int FRAMING = 10;

    private static final int INT = 4;

    static RconFrame of(int id, int type, String text) {
      return new RconFrame(id, type, Buffer.buffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    Buffer encoded() {
      return Buffer.buffer(INT + FRAMING + payload.length())
          .appendIntLE(FRAMING + payload.length())
          .appendIntLE(id)
          .appendIntLE(type)
          .appendBuffer(payload)
          .appendShort((short) 0);
    }

    /**
     * @param frame without its length
     */
    static RconFrame decoded(Buffer frame) {
      Buffer payload = frame.getBuffer(2 * INT, frame.length() - 2);
      return new RconFrame(frame.getIntLE(0), frame.getIntLE(INT), payload);
    }
  }

  /** Thrown when a command to a game server's console fails. */
  public static final class RconException extends Exception {
    private final Kind kind;

    public enum Kind {
      /** The connection is refused: the server is down, or its console is disabled. */
      ABSENT("does not listen"),
      /** The server cannot be reached, so it is unknown whether it runs. */
      UNREACHABLE("cannot be reached"),
      /** The server rejects the password. */
      REFUSED("rejects the password"),
      /** The server took too long. */
      SLOW("took too long"),
      /** The connection ended early, or the server sent invalid RCON data. */
      BROKEN("failed");

      private final String words;

      Kind(String words) {
        this.words = words;
      }

      /** Returns a phrase that follows "the game server" in messages. */
      public String words() {
        return words;
      }
    }

    RconException(Kind kind, String why) {
      super(why);
      this.kind = kind;
    }

    public Kind kind() {
      return kind;
    }
  }
}
