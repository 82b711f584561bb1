package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.settings.Http;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.security.cert.X509Certificate;

/**
 * Readiness check that sends a request to the node's HTTP port. It needs everything that a client
 * needs: a free connection, a TLS handshake, and an event loop that reads and replies.
 *
 * <p>The path is a random token. The request is answered before all stages, so it counts against no
 * rate limit and is not logged.
 */
public final class OwnPortProbe {
  /** Shorter than the time after which a check counts as failed. */
  private static final int PATIENCE_MILLIS = 1_800;

  private static final int PATH_BYTES = 16;
  private static final String FAULT = "the HTTP port does not answer: ";
  private static final String EXPECTED = "HTTP/1.1 204";

  private final Http settings;
  private final String path;

  /** True if the previous check got no reply in time. */
  private volatile boolean slow;

  private volatile Target target = new Target(0, 0);

  /**
   * Listener to probe.
   *
   * @param port 0 while the node does not listen
   * @param loops number of its event loops, which get new connections in turn
   */
  private record Target(int port, int loops) {}

  public OwnPortProbe(Http settings, SecureRandom random) {
    this.settings = settings;
    byte[] bytes = new byte[PATH_BYTES];
    random.nextBytes(bytes);
    this.path = "/" + HexFormat.of().formatHex(bytes);
  }

  /** Begins to probe a port. */
  public void listens(int port, int loops) {
    target = new Target(port, loops);
  }

  /** Returns the port; 0 while the node does not listen. */
  public int port() {
    return target.port();
  }

  /** Returns the secret path of the probe's request. */
  String path() {
    return path;
  }

  /** Creates a router that answers the probe's request. */
  static Router router(Vertx vertx) {
    Router router = Router.router(vertx);
    router
        .route()
        .handler(context ->
            context.response().setStatusCode(204).putHeader("Connection", "close").end());
    return router;
  }

  /**
   * Returns the fault of the port; empty if every event loop answers. A single slow check is no
   * fault, because load balancers would remove the node for a short peak. Blocks for two seconds.
   */
  public Optional<String> check() {
    try {
      Optional<String> fault = fault();
      slow = false;
      return fault;
    } catch (SocketTimeoutException late) {
      boolean again = slow;
      slow = true;
      return again ? Optional.of(FAULT + "no reply in time") : Optional.empty();
    }
  }

  private Optional<String> fault() throws SocketTimeoutException {
    Target now = target;
    if (now.port() == 0) {
      return Optional.empty();
    }
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < now.loops(); i++) {
        open.add(connect(now.port(), deadline));
      }
      for (Socket socket : open) {
        socket.setSoTimeout(left(deadline));
        ask(socket);
      }
      return Optional.empty();
    } catch (SocketTimeoutException late) {
      throw late;
    } catch (IOException | GeneralSecurityException e) {
      return Optional.of(FAULT + e.getMessage());
    } finally {
      open.forEach(OwnPortProbe::close);
    }
  }

  private Socket connect(int port, long deadline) throws IOException, GeneralSecurityException {
    var host = InetAddress.getByName(settings.host());
    var address =
        new InetSocketAddress(
            host.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : host, port);
    var plain = new Socket();
    try {
      plain.connect(address, left(deadline));
      plain.setSoTimeout(left(deadline));
      return settings.tls() ? encrypted(plain) : plain;
    } catch (IOException | GeneralSecurityException e) {
      close(plain);
      throw e;
    }
  }

  /** Accepts any certificate: the peer is this process, and the path is worthless elsewhere. */
  private static Socket encrypted(Socket plain) throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    return context
        .getSocketFactory()
        .createSocket(plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
  }

  private void ask(Socket socket) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    InputStream in = socket.getInputStream();
    byte[] status = in.readNBytes(EXPECTED.length());
    if (!new String(status, StandardCharsets.ISO_8859_1).equals(EXPECTED)) {
      throw new IOException(status.length == 0 ? "it closes the connection" : "unexpected reply");
    }
  }

  private static int left(long deadline) throws SocketTimeoutException {
    long millis = (deadline - System.nanoTime()) / 1_000_000;
    if (millis <= 0) {
      throw new SocketTimeoutException();
    }
    return (int) millis;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The connection is not needed any more.
    }
  }

  /** Accepts any certificate. */
  public static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
