package dev.gatehouse.areas.notifications.mail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An SMTP server that misbehaves as configured and stores every completely received email. */
public final class ScriptedSmtp implements AutoCloseable {
  private final ServerSocket socket;
  private final List<String> letters = new CopyOnWriteArrayList<>();
  private volatile Mode mode = Mode.ACCEPT;
  private volatile int ignored;
  private volatile String resetAt = "";

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
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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
    resetAt = "";
    ignored = 0;
  }

  /** Accepts emails, but resets the connection instead of answering this command. */
  public void resetAt(String command) {
    behave(Mode.ACCEPT);
    resetAt = command;
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
      } else {
        say(out, "220 scripted");
      }
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (mode == Mode.SILENT) {
          // The client may only be closing a kept connection, and then does not wait for an answer.
          ignored = line.startsWith("QUIT") ? ignored : client.getPort();
          continue;
        }
        String command = line.split("[ :]", 2)[0].toUpperCase(java.util.Locale.ROOT);
        if (command.equals(resetAt)) {
          client.setSoLinger(true, 0);
          return;
        }
        switch (command) {
          case "RCPT" -> say(out, recipient());
          case "DATA" -> {
            say(out, "354 go on");
            if (!data(in, out)) {
              return;
            }
          }
          case "QUIT" -> {
            say(out, "221 bye");
            return;
          }
          default -> say(out, "250 ok");
        }
      }
    } catch (IOException gone) {
      // The client left; the next one gets its own connection.
    }
  }

  private String recipient() {
    return switch (mode) {
      case REFUSE_RECIPIENT -> "550 no such user here";
      case TRY_LATER -> "450 come back later";
      default -> "250 ok";
    };
  }

  private boolean data(BufferedReader in, OutputStream out) throws IOException {
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
    if (mode == Mode.CLOSE_AFTER_DATA) {
      return false;
    }
    say(out, "250 queued");
    return true;
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
