package dev.gatehouse.areas.notifications.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

/** A submission server: implicit TLS or STARTTLS, then a login, and only then email. */
final class SecureSmtp implements AutoCloseable {
  private static final int BACKLOG = 10;

  private final ServerSocket socket;
  private final Offer offer;
  private final SSLContext tls;
  private final String login;
  private final List<String> clear = new CopyOnWriteArrayList<>();
  private final List<String> secret = new CopyOnWriteArrayList<>();
  private final List<String> letters = new CopyOnWriteArrayList<>();

  /** The start of TLS. */
  enum Offer {
    IMPLICIT,
    STARTTLS,
    NONE
  }

  SecureSmtp(Offer offer, SSLContext tls, String user, String password) throws IOException {
    this.offer = offer;
    this.tls = tls;
    this.login =
        Base64.getEncoder().encodeToString(("\0" + user + "\0" + password).getBytes(UTF_8));
    socket =
        offer == Offer.IMPLICIT
            ? tls.getServerSocketFactory()
                .createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())
            : new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  /** Returns the command lines sent without encryption. */
  List<String> clear() {
    return clear;
  }

  /** Returns the command lines sent within TLS. */
  List<String> secret() {
    return secret;
  }

  /** Returns the emails as received, with CR LF line ends and one byte per character. */
  List<String> letters() {
    return letters;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      boolean implicit = offer == Offer.IMPLICIT;
      say(client, "220 here");
      if (talk(client, implicit ? secret : clear, implicit)) {
        try (SSLSocket secured =
            (SSLSocket) tls.getSocketFactory().createSocket(client, null, 0, false)) {
          secured.setUseClientMode(false);
          talk(secured, secret, true);
        }
      }
    } catch (IOException gone) {
      // The client does not trust this server, or has stopped.
    }
  }

  /** Returns whether TLS starts now. */
  private boolean talk(Socket client, List<String> heard, boolean secure) throws IOException {
    var in = new BufferedReader(new InputStreamReader(client.getInputStream(), ISO_8859_1));
    boolean known = false;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      heard.add(line);
      String command = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
      switch (command) {
        case "EHLO" -> say(client, "250-here\r\n" + extensions(secure));
        case "STARTTLS" -> {
          say(client, "220 go on");
          return true;
        }
        case "AUTH" -> {
          known = line.equals("AUTH PLAIN " + login);
          say(client, known ? "235 welcome" : "535 who are you");
        }
        case "QUIT" -> {
          say(client, "221 bye");
          return false;
        }
        default -> {
          if (!known) {
            say(client, "530 log in first");
          } else if (command.equals("DATA")) {
            say(client, "354 go on");
            letters.add(letter(in));
            say(client, "250 queued");
          } else {
            say(client, "250 ok");
          }
        }
      }
    }
    return false;
  }

  private String extensions(boolean secure) {
    return offer == Offer.STARTTLS && !secure ? "250 STARTTLS" : "250 AUTH PLAIN";
  }

  private static String letter(BufferedReader in) throws IOException {
    var letter = new StringBuilder();
    for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
      letter.append(line.startsWith(".") ? line.substring(1) : line).append("\r\n");
    }
    return letter.toString();
  }

  private static void say(Socket client, String line) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write((line + "\r\n").getBytes(ISO_8859_1));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
