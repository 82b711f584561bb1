package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.Waiting;

/** An SMTP server that misbehaves as configured and stores every completely received email. */
public final class ScriptedSmtp implements AutoCloseable {
  private final ServerSocket socket;
  private final List<String> letters = new CopyOnWriteArrayList<>();
  private volatile Mode mode = Mode.ACCEPT;
  private final Phaser clients = new Phaser(1);
  private volatile int ignored;
  private volatile Fault fault = Fault.NONE;
  private volatile List<String> capabilities = List.of();
  private volatile Map<String, String> replies = Map.of();
  private final List<String> commands = new CopyOnWriteArrayList<>();

  /**
   * A fault at a step of the dialogue.
   *
   * @param step GREETING, BODY, DOT or the command that gets no answer
   * @param reset true resets the connection; false says nothing until the next change of behavior,
   *     and then answers
   */
  private record Fault(String step, boolean reset, CountDownLatch end) {
    static final Fault NONE = new Fault("", false, new CountDownLatch(0));
  }

  /** The modes of behavior. */
  public enum Mode {
    ACCEPT,
    REFUSE_RECIPIENT,
    TRY_LATER,
    /** Receives the email and closes the connection instead of answering. */
    CLOSE_AFTER_DATA,
    /** Closes while the email is being received. */
    CLOSE_IN_DATA,
    /** Accepts connections and sends nothing. */
    SILENT,
    /** Resets each connection before its greeting. */
    RESET
  }

  public ScriptedSmtp() {
    try {
      socket = new ServerSocket();
      // Small, so that a server that does not read stops the client within a long email.
      socket.setReceiveBufferSize(8192);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return socket.getLocalPort();
  }

  public void behave(Mode newMode) {
    mode = newMode;
    ignored = 0;
    Fault last = fault;
    fault = Fault.NONE;
    last.end.countDown();
  }

  /** Waits until all clients have left. */
  public void awaitClients() throws Exception {
    clients.awaitAdvanceInterruptibly(clients.arrive(), 20, TimeUnit.SECONDS);
  }

  /** Announces capabilities in the reply to EHLO. */
  public void announce(String... newCapabilities) {
    capabilities = List.of(newCapabilities);
  }

  /** Replies to some steps of the dialogue as a server did. GREETING and DOT are steps, too. */
  void reply(Map<String, String> newReplies) {
    replies = newReplies;
  }

  /** Returns the commands, without credentials. */
  List<String> commands() {
    return commands;
  }

  /** Accepts emails, but resets the connection instead of answering this step. */
  void resetAt(String step) {
    behave(Mode.ACCEPT);
    fault = new Fault(step, true, new CountDownLatch(0));
  }

  /** Accepts emails, but does not answer this step until the next change of behavior. */
  public void silentAt(String step) {
    behave(Mode.ACCEPT);
    fault = new Fault(step, false, new CountDownLatch(1));
  }

  /** Returns the port of the last client that got no answer, or 0. */
  public int ignored() {
    return ignored;
  }

  /** Returns the completely received emails, acknowledged or not. */
  public List<String> letters() {
    return letters;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        clients.register();
        Thread.ofVirtual().start(() -> talk(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void talk(Socket client) {
    try (client;
        var in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
      OutputStream out = client.getOutputStream();
      if (mode == Mode.RESET) {
        client.setSoLinger(true, 0);
        return;
      }
      if (mode == Mode.SILENT) {
        ignored = client.getPort();
      } else if (fails(client, "GREETING")) {
        return;
      } else {
        say(out, replies.getOrDefault("GREETING", "220 scripted"));
      }
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (mode == Mode.SILENT) {
          // The client may only be closing a kept connection, and then does not wait for an answer.
          ignored = line.startsWith("QUIT") ? ignored : client.getPort();
          continue;
        }
        String command = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
        if (fails(client, command)) {
          return;
        }
        commands.add(command.equals("AUTH") ? line.split(" ")[0] + ' ' + line.split(" ")[1] : line);
        switch (command) {
          case "RCPT" -> say(out, replies.getOrDefault(command, recipient()));
          case "DATA" -> {
            if (replies.containsKey(command)) {
              say(out, replies.get(command));
              continue;
            }
            say(out, "354 go on");
            if (fails(client, "BODY") || !data(client, in)) {
              return;
            }
          }
          case "QUIT" -> {
            say(out, "221 bye");
            return;
          }
          case "AUTH" -> {
            challenges(line).forEach(challenge -> answered(out, in, challenge));
            say(out, replies.getOrDefault(command, "235 ok"));
          }
          case "EHLO" -> say(out, replies.getOrDefault(command, greeting()));
          default -> say(out, replies.getOrDefault(command, "250 ok"));
        }
      }
    } catch (IOException | UncheckedIOException gone) {
      // The client left; the next one gets its own connection.
    } finally {
      clients.arriveAndDeregister();
    }
  }

  /** Returns the challenges of a method, in Base64: a user name, a password, a nonce. */
  private static List<String> challenges(String line) {
    return switch (line.toUpperCase(Locale.ROOT)) {
      case "AUTH LOGIN" -> List.of("VXNlcm5hbWU6", "UGFzc3dvcmQ6");
      case "AUTH CRAM-MD5" -> List.of("PDEyMy40NTZAbWFpbC5leGFtcGxlPg==");
      default -> List.of();
    };
  }

  private static void answered(OutputStream out, BufferedReader in, String challenge) {
    try {
      say(out, "334 " + challenge);
      in.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns true if the connection was reset; a silence is over when this returns. */
  private boolean fails(Socket client, String step) throws IOException {
    Fault current = fault;
    if (!current.step.equals(step)) {
      return false;
    }
    if (current.reset) {
      client.setSoLinger(true, 0);
      client.close();
      return true;
    }
    ignored = client.getPort();
    Waiting.on(current.end);
    return false;
  }

  private String greeting() {
    StringBuilder lines = new StringBuilder();
    capabilities.forEach(capability -> lines.append("250-").append(capability).append("\r\n"));
    return lines.append("250 ok").toString();
  }

  private String recipient() {
    return switch (mode) {
      case REFUSE_RECIPIENT -> "550 no such user here";
      case TRY_LATER -> "450 come back later";
      default -> "250 ok";
    };
  }

  private boolean data(Socket client, BufferedReader in) throws IOException {
    if (mode == Mode.CLOSE_IN_DATA) {
      in.readLine();
      return false;
    }
    var letter = new StringBuilder();
    for (String line = in.readLine(); !".".equals(line); line = in.readLine()) {
      if (line == null) {
        return false; // the client died during the email
      }
      letter.append(line).append('\n');
    }
    letters.add(letter.toString());
    if (mode == Mode.CLOSE_AFTER_DATA || fails(client, "DOT")) {
      return false;
    }
    say(client.getOutputStream(), replies.getOrDefault("DOT", "250 queued"));
    return true;
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    behave(mode);
    socket.close();
  }
}
