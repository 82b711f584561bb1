package dev.gatehouse.security;

import module java.base;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Script that Redis runs over one shared connection. A connection that breaks, times out or returns
 * an error is dropped immediately. No request uses Redis until a new connection has run the script
 * in time, which is tried every second. An open connection is tested at the same interval, so that
 * requests rarely detect a failure.
 */
public final class RedisScript implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RedisScript.class);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration MAX_CONNECT = Duration.ofSeconds(3);
  private static final int MAX_WAITING = 16_384;

  private final Vertx vertx;
  private final RedisOptions options;
  private final String place;
  private final long patienceMillis;
  private final String text;
  private final Trial trial;
  private final AtomicReference<Link> link = new AtomicReference<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final AtomicBoolean logged = new AtomicBoolean();
  private volatile boolean closed;
  private volatile long timer;

  /**
   * Test run that shows whether Redis can do what requests need, including writes.
   *
   * @param key separate key for the test
   */
  public record Trial(String key, String... arguments) {}

  /**
   * Redis server.
   *
   * @param url {@code redis[s]://[[user]:password@]host[:port][/database]}
   * @param certificate PEM file of the trusted certificates; empty for those of the JDK
   * @param patience timeout of one run
   */
  public record Server(URI url, String certificate, Duration patience) {}

  /** Connection, and the digest under which its server cached the script. */
  private record Link(Redis client, RedisConnection connection, String digest) {
    Future<Response> run(Command command, String script, String key, String... arguments) {
      Request request = Request.cmd(command).arg(script).arg(1).arg(key);
      for (String argument : arguments) {
        request.arg(argument);
      }
      return connection.send(request);
    }
  }

  /** Creates the script without connecting to the server. */
  public RedisScript(Vertx vertx, Server server, String text, Trial trial) {
    this.vertx = vertx;
    this.options = options(server);
    this.place = server.url().getRawAuthority().replaceAll(".*@", "");
    this.patienceMillis = server.patience().toMillis();
    this.text = text;
    this.trial = trial;
  }

  /** Returns the options of a client of the server. */
  public static RedisOptions options(Server server) {
    return new RedisOptions()
        .setConnectionString(server.url().toString())
        .setNetClientOptions(connections(server))
        .setPoolCleanerInterval(-1)
        .setMaxWaitingHandlers(MAX_WAITING);
  }

  private static NetClientOptions connections(Server server) {
    var connections =
        new NetClientOptions()
            .setTcpNoDelay(true)
            .setConnectTimeout((int) MAX_CONNECT.toMillis())
            .setHostnameVerificationAlgorithm("HTTPS");
    if (server.certificate().isEmpty()) {
      return connections;
    }
    return connections.setTrustOptions(new PemTrustOptions().addCertPath(server.certificate()));
  }

  /** Connects and starts the periodic test. An unavailable Redis is not an error. */
  public void start() {
    look();
    timer = vertx.setPeriodic(LOOK.toMillis(), tick -> look());
  }

  public boolean isUp() {
    return link.get() != null;
  }

  /**
   * Runs the script.
   *
   * @return empty while Redis is down; otherwise a future that fails within the timeout on an error
   */
  Optional<Future<Response>> run(String key, String... arguments) {
    return Optional.ofNullable(link.get()).map(now -> run(now, key, arguments));
  }

  private Future<Response> run(Link through, String key, String... arguments) {
    return through
        .run(Command.EVALSHA, through.digest(), key, arguments)
        .recover(problem -> {
          if (isUnknown(problem)) {
            return through.run(Command.EVAL, text, key, arguments);
          }
          return Future.failedFuture(problem);
        })
        .timeout(patienceMillis, TimeUnit.MILLISECONDS)
        .onFailure(problem -> lose(through, problem));
  }

  /**
   * Returns whether the script is missing, as after a SCRIPT FLUSH. Running its text caches it
   * again.
   */
  private static boolean isUnknown(Throwable problem) {
    return problem.getMessage() != null && problem.getMessage().startsWith("NOSCRIPT");
  }

  private void look() {
    if (closed || !looking.compareAndSet(false, true)) {
      return;
    }
    Link now = link.get();
    Future<?> look = now == null ? connect() : run(now, trial.key(), trial.arguments());
    look.onComplete(done -> looking.set(false));
  }

  private Future<Link> connect() {
    Redis client = Redis.createClient(vertx, options);
    return client
        .connect()
        .compose(connection ->
            connection
                .send(Request.cmd(Command.SCRIPT).arg("LOAD").arg(text))
                .map(digest -> new Link(client, connection, digest.toString())))
        .compose(fresh -> run(fresh, trial.key(), trial.arguments()).map(fresh))
        .timeout(MAX_CONNECT.toMillis(), TimeUnit.MILLISECONDS)
        .onSuccess(this::use)
        .onFailure(problem -> {
          client.close();
          logOnce(problem);
        });
  }

  private void use(Link fresh) {
    fresh.connection().exceptionHandler(problem -> lose(fresh, problem));
    fresh.connection().endHandler(end -> lose(fresh, new IllegalStateException("hung up")));
    link.set(fresh);
    if (closed) {
      lose(fresh, new IllegalStateException("closed"));
    } else {
      logged.set(false);
      LOG.info("Redis at {} counts the requests of all nodes", place);
    }
  }

  private void lose(Link lost, Throwable problem) {
    if (link.compareAndSet(lost, null)) {
      lost.client().close();
      logOnce(problem);
    }
  }

  private void logOnce(Throwable problem) {
    if (!closed && logged.compareAndSet(false, true)) {
      LOG.warn(
          "Redis at {} is unavailable ({}): this node counts requests separately until it is back",
          place,
          problem.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
    Link last = link.getAndSet(null);
    if (last != null) {
      last.client().close();
    }
  }
}
