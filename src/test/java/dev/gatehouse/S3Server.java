package dev.gatehouse;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real S3 object store in a separate process, as a static extension. Stored data survives a kill.
 * It ends with this JVM, even if the JVM crashes.
 */
public final class S3Server implements BeforeAllCallback, AfterAllCallback {
  public static final String BUCKET = "files";
  public static final String OTHER_BUCKET = "others";
  public static final String ACCESS_KEY = "access";
  public static final String SECRET_KEY = "secret-secret";

  /** The shell waits for the end of its input, which comes when this JVM ends. */
  private static final String WITH_US =
      "\"$@\" </dev/null >/dev/null 2>&1 & echo $!; cat >/dev/null; kill -9 $!";

  private final int port;
  private Path folder;
  private Process shell;
  private ProcessHandle server;

  public S3Server() {
    port = FreePort.next();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    folder = Files.createTempDirectory("gatehouse-s3");
    start();
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
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            "sh",
            "-c",
            WITH_US,
            "s3",
            java,
            "-Xmx400m",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            program(),
            "--http.port=" + port,
            "--server.port=0",
            "--com.adobe.testing.s3mock.max-payload-size=64MB",
            "--com.adobe.testing.s3mock.store.root=" + folder,
            "--com.adobe.testing.s3mock.store.retain-files-on-exit=true",
            "--com.adobe.testing.s3mock.store.initial-buckets=" + BUCKET + "," + OTHER_BUCKET);
    shell = new ProcessBuilder(command).start();
    server = ProcessHandle.of(Long.parseLong(shell.inputReader().readLine())).orElseThrow();
    Waiting.until(Duration.ofSeconds(60), this::answers);
  }

  private boolean answers() {
    try {
      var look = (HttpURLConnection) URI.create(url() + "/" + BUCKET).toURL().openConnection();
      look.setRequestMethod("HEAD");
      return look.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Sends SIGKILL. */
  public void kill() {
    server.destroyForcibly();
    server.onExit().join();
    shell.destroyForcibly().onExit().join();
  }

  public int port() {
    return port;
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (shell != null) {
      kill();
      TestNode.deleteTree(folder);
    }
  }
}
