package dev.gatehouse.http;

import module java.base;

import dev.gatehouse.Unchecked;
import java.security.cert.X509Certificate;

/** A connection that sends some requests, or part of them, and closes in one of several ways. */
final class LeavingClient {
  private static final int PATIENCE_MILLIS = 300;

  /** Timeout for sending to a peer that does not read. */
  private static final int SENDING_SECONDS = 30;

  private final URI address;
  private final boolean tls;
  private final Random random;

  LeavingClient(String address, boolean tls, Random random) {
    this.address = URI.create(address);
    this.tls = tls;
    this.random = random;
  }

  /** Sends and disconnects. Returns the number of bytes read. */
  long play(RandomRequests requests) throws IOException, GeneralSecurityException {
    var bytes = new ByteArrayOutputStream();
    int pipelined = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
    for (int i = 0; i < pipelined; i++) {
      bytes.writeBytes(requests.next());
    }
    boolean whole = random.nextInt(3) > 0;
    int length = whole ? bytes.size() : random.nextInt(bytes.size());
    try (Socket raw = new Socket(address.getHost(), address.getPort())) {
      Socket socket = tls ? secured(raw) : raw;
      socket.setSoTimeout(PATIENCE_MILLIS);
      var sent = new CompletableFuture<Void>();
      sent.orTimeout(SENDING_SECONDS, TimeUnit.SECONDS).exceptionally(late -> close(raw));
      socket.getOutputStream().write(bytes.toByteArray(), 0, length);
      socket.getOutputStream().flush();
      sent.complete(null);
      return leave(raw, socket);
    } catch (IOException refused) {
      // It was answered before it had sent everything.
      return 0;
    }
  }

  private long leave(Socket raw, Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    long read = 0;
    switch (random.nextInt(6)) {
      case 0 -> {}
      case 1 -> raw.setSoLinger(true, 0);
      case 2 -> {
        read = read(in, 1 + random.nextInt(20_000));
        raw.setSoLinger(true, 0);
      }
      case 3 -> read = read(in, 1 + random.nextInt(500));
      case 4 -> {
        socket.shutdownOutput();
        read = read(in, Long.MAX_VALUE);
      }
      default -> read = read(in, Long.MAX_VALUE);
    }
    return read;
  }

  /** Reads up to {@code most} bytes, or until no more arrive. */
  private static long read(InputStream in, long most) throws IOException {
    byte[] buffer = new byte[8_192];
    long read = 0;
    try {
      for (int n = 0; n >= 0 && read < most; read += Math.max(0, n)) {
        n = in.read(buffer);
      }
    } catch (SocketTimeoutException silence) {
      // An event stream, or a server that waits for the rest.
    }
    return read;
  }

  private static Void close(Socket raw) {
    return Unchecked.get(() -> {
      raw.close();
      return null;
    });
  }

  static SSLSocket secured(Socket raw) throws IOException, GeneralSecurityException {
    return (SSLSocket)
        trusting()
            .getSocketFactory()
            .createSocket(raw, raw.getInetAddress().getHostAddress(), raw.getPort(), true);
  }

  static SSLContext trusting() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Trusting()}, null);
    return context;
  }

  /** The certificate is the test's own. */
  private static final class Trusting implements X509TrustManager {
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
