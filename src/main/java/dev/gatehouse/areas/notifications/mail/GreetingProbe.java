package dev.gatehouse.areas.notifications.mail;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Checks whether an SMTP server greets, with separate connections. The mail client does not notice
 * a server that closes the connection before its greeting, and waits for a silent one until the
 * timeout. Thread-safe.
 */
final class GreetingProbe {
  /** Time after which a server without a greeting is checked. */
  static final Duration USUAL = Duration.ofMillis(500);

  private static final Duration MAX_PATIENCE = Duration.ofSeconds(5);
  private static final int PATIENCE_PART = 4;
  private static final long REMEMBERED_NANOS = Duration.ofSeconds(30).toNanos();

  private final InetSocketAddress server;
  private final Duration patience;
  private volatile boolean silent;
  private volatile long silentSince;

  /** Thrown if the server does not greet. */
  static final class GreetingException extends IOException {
    private static final long serialVersionUID = 1;

    GreetingException(String message, IOException cause) {
      super(message, cause);
    }
  }

  /**
   * @param timeout time limit of an email
   */
  GreetingProbe(InetSocketAddress server, Duration timeout) {
    this.server = server;
    Duration part = timeout.dividedBy(PATIENCE_PART);
    this.patience = part.compareTo(MAX_PATIENCE) < 0 ? part : MAX_PATIENCE;
  }

  /**
   * Requires a greeting if the server was silent in the last 30 s, so that only the first emails
   * wait for the whole timeout.
   */
  void requireAfterSilence() throws GreetingException {
    if (silent && System.nanoTime() - silentSince < REMEMBERED_NANOS) {
      if (!greets(patience)) {
        throw new GreetingException("the server does not greet", null);
      }
      silent = false;
    }
  }

  /**
   * Checks a server that has not greeted in the usual time. It may only be slow.
   *
   * @throws GreetingException if it closes the connection
   */
  void check() throws GreetingException {
    if (!greets(USUAL)) {
      silentSince = System.nanoTime();
      silent = true;
    }
  }

  /** Records that the server has accepted an email. */
  void accepted() {
    silent = false;
  }

  private boolean greets(Duration time) throws GreetingException {
    int millis = (int) Math.max(1, time.toMillis());
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.getHostString(), server.getPort()), millis);
      socket.setSoTimeout(millis);
      if (socket.getInputStream().read() < 0) {
        throw new GreetingException("the connection was closed before the greeting", null);
      }
      return true;
    } catch (SocketTimeoutException slow) {
      return false;
    } catch (GreetingException closed) {
      throw closed;
    } catch (IOException e) {
      throw new GreetingException("the connection was closed before the greeting", e);
    }
  }
}
