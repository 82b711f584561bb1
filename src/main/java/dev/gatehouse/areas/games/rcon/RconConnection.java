package dev.gatehouse.areas.games.rcon;

import module java.base;

import dev.gatehouse.bus.Deadline;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;

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

  private final NetSocket socket;
  private final FrameReader frames;
  private final Times times;
  private final Deadline deadline;
  private int lastId;

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
  RconConnection(NetSocket socket, FrameReader frames, Times times, Deadline deadline) {
    this.socket = socket;
    this.frames = frames;
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
        if (silent.kind() == RconException.Kind.SLOW && !deadline.passed()) {
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

  private int send(int type, String payload) {
    lastId++;
    socket.write(RconFrame.of(lastId, type, payload).encoded());
    return lastId;
  }

  private RconFrame next(Duration patience) throws RconException {
    return frames.next(Math.min(patience.toNanos(), deadline.remaining().toNanos()));
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
    socket.close();
  }
}
