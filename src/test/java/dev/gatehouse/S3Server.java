package dev.gatehouse;

import module java.base;

import dev.gatehouse.store.s3.S3Location;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real S3 object store in a separate process, as a static extension. All classes of a JVM share
 * the process, which takes ten CPU seconds to start; each class uses separate buckets. Stored data
 * survive a kill. The process ends with this JVM, even if the JVM crashes.
 */
public final class S3Server implements BeforeAllCallback {
  /** Buckets of the simulated store. */
  public static final String BUCKET = "files";

  public static final String OTHER_BUCKET = "others";
  public static final String ACCESS_KEY = "access";
  public static final String SECRET_KEY = "secret-secret";

  /** The shell waits for the end of its input, which comes when this JVM ends. */
  private static final String WITH_US =
      "\"$@\" </dev/null >/dev/null 2>&1 & echo $!; cat >/dev/null; kill -9 $!; rm -rf \"$FOLDER\"";

  private static final int PORT = FreePort.next();
  private static final AtomicInteger CLASSES = new AtomicInteger();
  private static Path folder;
  private static Process shell;
  private static ProcessHandle server;

  private final int number = CLASSES.incrementAndGet();

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    if (server == null || !server.isAlive()) {
      start();
    }
    for (String bucket : List.of(bucket(), otherBucket())) {
      status("PUT", bucket);
    }
  }

  /**
   * Returns the place of a bucket for a client.
   *
   * @param certificate what the client trusts besides the authorities of the JVM
   */
  public static S3Location location(
      String url, Optional<Path> certificate, String bucket, Duration timeout) {
    var server = new S3Location.Server(URI.create(url), Optional.empty(), certificate);
    var credential = new S3Location.Credential(ACCESS_KEY, SECRET_KEY);
    return new S3Location(server, bucket, "us-east-1", credential, timeout);
  }

  /** Returns a bucket that only this class uses. */
  public String bucket() {
    return BUCKET + number;
  }

  /** Returns another bucket that only this class uses. */
  public String otherBucket() {
    return OTHER_BUCKET + number;
  }

  private static String program() {
    String[] jars =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .split(File.pathSeparator);
    return Stream.of(jars)
        .filter(jar -> jar.matches(".*s3mock.*-exec\\.jar"))
        .findFirst()
        .orElseThrow();
  }

  /** Starts it with the stored data. */
  public void start() throws Exception {
    if (folder == null) {
      folder = Files.createTempDirectory("gatehouse-s3");
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            "sh",
            "-c",
            WITH_US,
            "s3",
            java,
            "-Xmx400m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            program(),
            "--http.port=" + PORT,
            "--server.port=0",
            "--com.adobe.testing.s3mock.max-payload-size=64MB",
            "--com.adobe.testing.s3mock.store.root=" + folder,
            "--com.adobe.testing.s3mock.store.retain-files-on-exit=true");
    var builder = new ProcessBuilder(command);
    builder.environment().put("FOLDER", folder.toString());
    shell = builder.start();
    server = ProcessHandle.of(Long.parseLong(shell.inputReader().readLine())).orElseThrow();
    Waiting.until(Duration.ofMinutes(2), () -> status("GET", "") == HttpURLConnection.HTTP_OK);
  }

  /** Returns the status of a request for a bucket; 0 if there is no server. */
  private int status(String method, String bucket) {
    try {
      var request = (HttpURLConnection) URI.create(url() + "/" + bucket).toURL().openConnection();
      request.setRequestMethod(method);
      return request.getResponseCode();
    } catch (IOException notYet) {
      return 0;
    }
  }

  /** Sends SIGKILL. A test that does so must start it again. */
  public void kill() {
    server.destroyForcibly();
    server.onExit().join();
    shell.destroyForcibly().onExit().join();
  }

  public int port() {
    return PORT;
  }

  public String url() {
    return "http://127.0.0.1:" + PORT;
  }
}
