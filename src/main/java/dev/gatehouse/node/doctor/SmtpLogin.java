package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.formats.PemTrust;
import dev.gatehouse.formats.ServerUrl;
import dev.gatehouse.settings.MailSettings;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;

/** Signs in to the SMTP server without sending an email. */
final class SmtpLogin {
  private static final String SMTP = "smtp";
  private static final int SUBMISSION = 587;
  private static final int SUBMISSION_TLS = 465;

  private static final Pattern AUTH_PLAIN = Pattern.compile("(?im)^250[- ]AUTH[ =].*\\bPLAIN\\b");
  private static final Pattern AUTH_LOGIN = Pattern.compile("(?im)^250[- ]AUTH[ =].*\\bLOGIN\\b");

  private final MailSettings.Smtp settings;
  private final int millis;

  SmtpLogin(MailSettings.Smtp settings, Duration limit) {
    this.settings = settings;
    this.millis = (int) limit.toMillis();
  }

  List<Finding> check() {
    if (settings.url().isEmpty()) {
      return List.of(
          Finding.warning(
              SMTP,
              "smtp.url is not set, so emails are written to files and reach nobody",
              "Set smtp.url; docs/providers/smtp.md has the values of services."));
    }
    URI url = URI.create(settings.url());
    try (Socket plain = new Socket()) {
      return List.of(dialogue(url, plain));
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      return List.of(
          Finding.problem(
              SMTP,
              "no dialogue with " + url.getHost() + " is possible: " + e,
              "Correct smtp.url, smtp.certificate or the firewall."));
    }
  }

  private Finding dialogue(URI url, Socket plain) throws IOException, GeneralSecurityException {
    boolean tls = url.getScheme().equals("smtps");
    int usual = tls ? SUBMISSION_TLS : SUBMISSION;
    int port = ServerUrl.port(url, usual);
    plain.connect(new InetSocketAddress(url.getHost(), port), millis);
    plain.setSoTimeout(millis);
    var session = new Session(tls ? secured(plain, url.getHost(), port) : plain);
    session.expect("220", null);
    String offers = session.expect("250", "EHLO doctor");
    if (!tls && offers.contains("STARTTLS") && !settings.startTls().equals("off")) {
      session.expect("220", "STARTTLS");
      session = new Session(secured(plain, url.getHost(), port));
      offers = session.expect("250", "EHLO doctor");
      tls = true;
    }
    boolean wanted = settings.startTls().equals("required");
    boolean exposed =
        url.getRawUserInfo() != null
            && settings.startTls().equals("auto")
            && !settings.isLoopback();
    if (!tls && (wanted || exposed)) {
      return Finding.problem(
          SMTP, "the SMTP server offers no TLS", "Use smtps:// or a server with STARTTLS.");
    }
    Finding finding = signIn(session, offers, ServerUrl.login(url));
    session.send("QUIT");
    return finding;
  }

  private Socket secured(Socket plain, String host, int port)
      throws IOException, GeneralSecurityException {
    TrustManager[] trusted = null;
    if (settings.trustsLoopback()) {
      trusted = InsecureTrustManagerFactory.INSTANCE.getTrustManagers();
    } else if (!settings.certificate().isEmpty()) {
      trusted = new TrustManager[] {PemTrust.pinning(Path.of(settings.certificate()))};
    }
    return encrypted(plain, host, port, trusted, !settings.trustsLoopback());
  }

  private static Finding signIn(Session session, String offers, Optional<ServerUrl.Login> user)
      throws IOException {
    if (user.isEmpty()) {
      return Finding.ok(SMTP, "the SMTP server responds; smtp.url has no login");
    }
    String name = user.get().name();
    String password = user.get().password();
    if (AUTH_PLAIN.matcher(offers).find()) {
      session.send("AUTH PLAIN " + base64('\0' + name + '\0' + password));
    } else if (AUTH_LOGIN.matcher(offers).find()) {
      session.expect("334", "AUTH LOGIN");
      session.expect("334", base64(name));
      session.send(base64(password));
    } else {
      return Finding.warning(
          SMTP,
          "the login was not tried: neither AUTH PLAIN nor LOGIN",
          "Send a test email: gatehouse mail test.");
    }
    String reply = session.reply();
    if (reply.startsWith("235")) {
      return Finding.ok(SMTP, "the SMTP server accepts the login");
    }
    return Finding.problem(
        SMTP,
        "the SMTP server rejected the login: " + reply.strip(),
        "Correct the user and password in smtp.url; percent-encode special characters.");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Commands and replies over one connection. */
  private static final class Session {
    private static final int MAX_LINES = 100;

    private final Socket socket;
    private final BufferedReader lines;

    Session(Socket socket) throws IOException {
      this.socket = socket;
      this.lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends a command, unless it is null, and returns the reply with the expected code. */
    String expect(String code, String command) throws IOException {
      if (command != null) {
        send(command);
      }
      String reply = reply();
      if (!reply.startsWith(code)) {
        throw new IOException("unexpected reply " + reply.strip());
      }
      return reply;
    }

    void send(String command) throws IOException {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
    }

    String reply() throws IOException {
      var reply = new StringBuilder();
      for (int i = 0; i < MAX_LINES; i++) {
        String line = lines.readLine();
        if (line == null) {
          throw new IOException("the server closed the connection");
        }
        reply.append(line).append('\n');
        if (line.length() < 4 || line.charAt(3) != '-') {
          return reply.toString();
        }
      }
      throw new IOException("the reply has too many lines");
    }
  }

  /**
   * Completes a handshake.
   *
   * @param trusted verifies the server's certificate; null for the certificates of the JDK
   * @param named whether the server's name is verified, too
   */
  static Socket encrypted(
      Socket plain, String host, int port, TrustManager[] trusted, boolean named)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted, null);
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    if (named) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    return socket;
  }
}
