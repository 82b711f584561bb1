package dev.gatehouse.areas.games.rcon;

import dev.gatehouse.bus.Deadline;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A conversation with a game server's console, by one thread: one frame is sent, and the next only
 * when it has been answered, since the game drops those that come together.
 *
 * <p>A reply may come in several frames, of which nothing marks the last. So after the first a
 * frame is sent that is no command; its answer comes behind all of the reply. A server that does
 * not answer it has a moment for the rest.
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
   * The times that a server has.
   *
   * @param answer for the first frame of an answer
   * @param rest for an answer to what is no command
   */
  record Times(Duration answer, Duration rest) {}

  /**
   * @param deadline of everything together
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
      // Some servers send an empty reply before their answer.
      if (answer.id() == id && answer.type() != RconFrame.REPLY) {
        return;
      }
    }
  }

  /**
   * Gives a command and returns what the server says to it, without colours; blocks.
   *
   * @throws RconException when it is not known whether the command was carried out
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
        throw new RconException(RconException.Kind.BROKEN, "a reply without an end");
      }
    }
  }

  /** The first frame of an answer; late ones of what was asked before are passed over. */
  private RconFrame answerTo(int id) throws RconException {
    RconFrame answer = next(times.answer());
    while (answer.id() != id) {
      if (answer.id() == RconFrame.REFUSED) {
        throw new RconException(RconException.Kind.REFUSED, "not logged in any more");
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

  /** Without colour codes, line ends and what else is not to be seen. */
  private static String plain(Buffer reply) {
    return text(reply.getBytes()).replaceAll("\u00a7.", "").replaceAll("\\p{Cntrl}+", " ").strip();
  }

  /** A letter may lie in two frames, and some servers send what is no UTF-8. */
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
