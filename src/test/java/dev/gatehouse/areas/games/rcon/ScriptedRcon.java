package dev.gatehouse.areas.games.rcon;

import module java.base;

import dev.gatehouse.Unchecked;

/**
 * A game server's console on loopback, as the protocol's pages describe it and the game itself does
 * it, until a test has it do something else.
 */
public final class ScriptedRcon implements AutoCloseable {
  public static final String PASSWORD = "console-password";
  private static final int LOGIN = 3;
  private static final int COMMAND = 2;
  private static final int MAX_PAYLOAD = 4_096;

  private final int port;
  private volatile ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Function<String, String> replies = command -> "";
  private volatile Script script = Talk::asTheGame;

  /** Behaviour for a received frame. */
  @FunctionalInterface
  public interface Script {
    void answer(Talk talk, Frame frame) throws IOException, InterruptedException;
  }

  /** Received frame. */
  public record Frame(int id, int type, String payload) {
    public boolean login() {
      return type == LOGIN;
    }

    public boolean command() {
      return type == COMMAND;
    }
  }

  public ScriptedRcon() {
    server = bound(0);
    port = server.getLocalPort();
    accept(server);
  }

  private static ServerSocket bound(int port) {
    return Unchecked.get(() -> new ServerSocket(port, 50, InetAddress.getLoopbackAddress()));
  }

  public int port() {
    return port;
  }

  /** Stops listening. */
  public void listenNoMore() {
    Unchecked.run(server::close);
  }

  /** Listens again on the same port. */
  public void listen() {
    if (server.isClosed()) {
      server = bound(port);
      accept(server);
    }
  }

  /** Sets the server's replies to commands. */
  public void says(Function<String, String> next) {
    replies = next;
    script = Talk::asTheGame;
  }

  public void does(Script next) {
    script = next;
  }

  /** Returns the commands of logged-in clients so far. */
  public List<String> commands() {
    return commands;
  }

  private void accept(ServerSocket listening) {
    Thread.ofVirtual()
        .start(() -> {
          while (!listening.isClosed()) {
            try {
              Socket socket = listening.accept();
              open.add(socket);
              Thread.ofVirtual().start(() -> talk(socket));
            } catch (IOException closed) {
              return;
            }
          }
        });
  }

  private void talk(Socket socket) {
    try (socket) {
      new Talk(socket).hold();
    } catch (IOException | InterruptedException left) {
      // The client has left, or the test is over.
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    listenNoMore();
    open.forEach(socket -> Unchecked.run(socket::close));
  }

  /** One connection. */
  public final class Talk {
    private final DataInputStream in;
    private final OutputStream out;
    private boolean admitted;

    Talk(Socket socket) throws IOException {
      in = new DataInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    }

    private void hold() throws IOException, InterruptedException {
      try {
        while (true) {
          script.answer(this, read());
        }
      } catch (EOFException left) {
        // As everyone does in the end.
      }
    }

    private Frame read() throws IOException {
      byte[] bytes = new byte[Integer.reverseBytes(in.readInt())];
      in.readFully(bytes);
      if (in.available() > 0) {
        throw new IOException("the game drops frames that come together");
      }
      ByteBuffer frame = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      String payload = new String(bytes, 8, bytes.length - 10, StandardCharsets.UTF_8);
      return new Frame(frame.getInt(), frame.getInt(), payload);
    }

    /** Does what the game does. */
    public void asTheGame(Frame frame) throws IOException {
      if (frame.login()) {
        admitted = frame.payload().equals(PASSWORD);
        send(admitted ? frame.id() : -1, COMMAND, "");
      } else if (frame.command() && !admitted) {
        send(-1, COMMAND, "");
      } else if (frame.command()) {
        commands.add(frame.payload());
        reply(frame, replies.apply(frame.payload()));
      } else {
        send(frame.id(), 0, "Unknown request " + Integer.toHexString(frame.type()));
      }
    }

    private void reply(Frame frame, String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      int at = 0;
      do {
        int end = Math.min(bytes.length, at + MAX_PAYLOAD);
        out.write(frame(frame.id(), 0, Arrays.copyOfRange(bytes, at, end)));
        at = end;
      } while (at < bytes.length);
    }

    public void send(int id, int type, String payload) throws IOException {
      write(frame(id, type, payload.getBytes(StandardCharsets.UTF_8)));
    }

    /** A frame in pieces of one byte. */
    public void sendInPieces(int id, int type, String payload) throws IOException {
      for (byte piece : frame(id, type, payload.getBytes(StandardCharsets.UTF_8))) {
        write(new byte[] {piece});
      }
    }

    public void write(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    /** Answers nothing until the test is over. */
    public void hang() throws InterruptedException {
      closing.await();
    }

    public void hangUp() throws IOException {
      throw new EOFException();
    }
  }

  private static byte[] frame(int id, int type, byte[] payload) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(little(payload.length + 10));
    out.writeBytes(little(id));
    out.writeBytes(little(type));
    out.writeBytes(payload);
    out.writeBytes(new byte[2]);
    return out.toByteArray();
  }

  private static byte[] little(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }
}
