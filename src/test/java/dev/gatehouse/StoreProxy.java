package dev.gatehouse;

import module java.base;

import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * A proxy in front of a MongoDB-protocol server. It records commands, and can drop the reply to one
 * of them: the server executes the command, and the connection is closed.
 */
public final class StoreProxy implements AutoCloseable {
  private static final int HEAD = 16;

  /** Offset after the head: flags, section kind. */
  private static final int DOCUMENT_AT = HEAD + 4 + 1;

  /** Offset after the document's length and the type of its first field. */
  private static final int NAME_AT = DOCUMENT_AT + 4 + 1;

  private static final byte TEXT = 2;
  private static final int KIND_AT = 12;
  private static final int MESSAGE = 2013;

  private static final Set<String> OF_THE_DRIVER =
      Set.of("hello", "isMaster", "ismaster", "ping", "endSessions", "buildInfo", "getlasterror");

  private final ServerSocket server;
  private final int target;
  private final Set<String> unnoticed;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<String> seen = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private int swallowed = -1;
  private String swallowedName = "";
  private boolean leaving;
  private volatile boolean away;

  /**
   * @param unnoticed commands such as {@code find outbox} to ignore, because other callers send
   *     them
   */
  public StoreProxy(int target, Set<String> unnoticed) throws IOException {
    this.target = target;
    this.unnoticed = unnoticed;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /**
   * Restarts the recording of commands.
   *
   * @param index index of the next command whose reply is dropped; negative for none
   * @param leaves whether the server is unreachable afterwards, until {@link #comeBack}
   */
  public synchronized void watch(int index, boolean leaves) {
    seen.clear();
    times.clear();
    swallowed = index;
    swallowedName = "";
    leaving = leaves;
  }

  /**
   * Restarts the recording of commands.
   *
   * @param command command such as {@code find outbox}, whose first reply is dropped
   * @param leaves as for {@link #watch}
   */
  public synchronized void watchFor(String command, boolean leaves) {
    watch(-1, leaves);
    swallowedName = command;
  }

  /** Accepts connections again. */
  public void comeBack() {
    away = false;
  }

  /** Returns the commands since {@link #watch}, each with its collection. */
  public synchronized List<String> seen() {
    return List.copyOf(seen);
  }

  /**
   * Returns the {@code maxTimeMS} of each command of {@link #seen}; -1 for a command without it.
   */
  public synchronized List<Long> times() {
    return List.copyOf(times);
  }

  private synchronized boolean swallows(byte[] message) {
    String command = name(message);
    if (OF_THE_DRIVER.contains(command.split(" ")[0]) || unnoticed.contains(command)) {
      return false;
    }
    seen.add(command);
    times.add(maxTime(message));
    boolean cut = seen.size() - 1 == swallowed || command.equals(swallowedName);
    swallowedName = cut ? "" : swallowedName;
    away = away || (cut && leaving);
    return cut;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        if (away) {
          client.close();
          continue;
        }
        Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.addAll(List.of(client, there));
        Thread.ofVirtual().start(() -> serve(client, there));
      }
    } catch (IOException end) {
      // The proxy or the server behind it was closed.
    }
  }

  /** Relays one command at a time per connection. */
  private void serve(Socket client, Socket there) {
    try (client;
        there) {
      var commands = new DataInputStream(client.getInputStream());
      var replies = new DataInputStream(there.getInputStream());
      OutputStream back = client.getOutputStream();
      while (true) {
        byte[] command = message(commands);
        if (away) {
          return;
        }
        boolean cut = swallows(command);
        there.getOutputStream().write(command);
        byte[] reply = message(replies);
        if (cut || away) {
          return;
        }
        back.write(reply);
      }
    } catch (IOException gone) {
      // One side has closed, so the other side is closed too.
    } finally {
      sockets.removeAll(List.of(client, there));
    }
  }

  private static byte[] message(DataInputStream in) throws IOException {
    byte[] length = new byte[Integer.BYTES];
    in.readFully(length);
    ByteBuffer message =
        ByteBuffer.allocate(ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt());
    message.put(length);
    in.readFully(message.array(), Integer.BYTES, message.remaining());
    return message.array();
  }

  private static String name(byte[] message) {
    if (ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt(KIND_AT) != MESSAGE) {
      return "hello";
    }
    String command = text(message, NAME_AT);
    int valueAt = NAME_AT + command.length() + 1;
    return message[NAME_AT - 1] == TEXT
        ? command + ' ' + text(message, valueAt + Integer.BYTES)
        : command;
  }

  private static long maxTime(byte[] message) {
    int length = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt(DOCUMENT_AT);
    BsonValue time = new RawBsonDocument(message, DOCUMENT_AT, length).get("maxTimeMS");
    return time == null ? -1 : time.asNumber().longValue();
  }

  private static String text(byte[] message, int from) {
    int end = from;
    while (end < message.length && message[end] != 0) {
      end++;
    }
    return new String(message, from, end - from, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
