package dev.gatehouse.node.doctor;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.areas.notifications.mail.TestCertificate;
import dev.gatehouse.node.SettingsReaders;
import dev.gatehouse.node.doctor.Doctor.AgeChecks;
import dev.gatehouse.settings.SettingsCheck;
import dev.gatehouse.time.TimeSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Broken set-ups, each of which the doctor names with a remedy. */
@Tag("slow")
class DoctorTest {
  private static final Duration LIMIT = Duration.ofMillis(1_500);

  @TempDir static Path certificates;
  @TempDir Path home;

  private final Map<String, String> environment = new HashMap<>();
  private Path data;
  @AutoClose private ServerSocket server;
  private Instant now;

  @BeforeAll
  static void makeCertificate() throws Exception {
    var own = new TestCertificate(certificates, "dns:localhost");
    own.pem();
    own.key();
    byte[] other = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate().getEncoded();
    Files.writeString(
        certificates.resolve("other.pem"),
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(other)
            + "\n-----END PRIVATE KEY-----\n");
  }

  @BeforeEach
  void prepare() throws IOException {
    now = TimeSource.system().instant();
    data = Files.createDirectory(home.resolve("data"));
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    set("DATA_DIR", data.toString());
    set("HTTP_PORT", "0");
    set("MANAGEMENT_PORT", "0");
    set("STORE_RESERVE", "1KB");
  }

  private void set(String name, Object value) {
    environment.put("GATEHOUSE_" + name, value.toString());
  }

  private List<Finding> examine() {
    return examine(LIMIT);
  }

  private List<Finding> examine(Duration limit) {
    InstantSource clock = () -> now;
    SettingsCheck check =
        SettingsReaders.check(home, environment, TimeSource.system(), new Random(1));
    return new Doctor(clock, limit).examine(check);
  }

  /** Answers one connection with this text after each line that the client sends. */
  private void answer(String... replies) {
    Thread.ofVirtual()
        .start(() -> {
          try (Socket client = server.accept()) {
            OutputStream out = client.getOutputStream();
            for (String reply : replies) {
              out.write((reply + "\r\n").getBytes(StandardCharsets.UTF_8));
              out.flush();
            }
            client.getInputStream().readAllBytes();
          } catch (IOException closed) {
            // The test has ended.
          }
        });
  }

  private void breakSetup(String setup) throws IOException {
    int port = server.getLocalPort();
    switch (setup) {
      case "unknown key" -> set("HTTP_PROT", "1");
      case "wrong type" -> set("JOBS_LEASE", "long");
      case "port taken" -> set("HTTP_PORT", port);
      case "foreign management port" -> set("MANAGEMENT_PORT", port);
      case "certificate absent" -> tls("absent.pem", "key.pem");
      case "certificate expired" -> {
        tls("certificate.pem", "key.pem");
        now = now.plus(Duration.ofDays(200));
      }
      case "certificate for days" -> {
        tls("certificate.pem", "key.pem");
        now = now.plus(Duration.ofDays(85));
      }
      case "key of another certificate" -> tls("certificate.pem", "other.pem");
      case "host unknown" -> set("PUBLIC_URL", "https://gatehouse.invalid");
      case "clock wrong" -> {
        set("PUBLIC_URL", "http://127.0.0.1:" + port);
        answer("HTTP/1.1 200 OK\r\nDate: Tue, 15 Nov 1994 08:12:31 GMT\r\nContent-Length: 0\r\n");
      }
      case "disk full" -> set("STORE_RESERVE", "1000000GB");
      case "data is a file" ->
          set("DATA_DIR", Files.writeString(home.resolve("file"), "").toString());
      case "store damaged" -> store("no database".repeat(1_000));
      case "files absent" -> set("BLOBS_DIR", home.resolve("absent").toString());
      case "backup old" -> {
        store("");
        Path note = Files.writeString(data.resolve("last-backup"), "/backup\n");
        Files.setLastModifiedTime(note, FileTime.from(now.minus(Duration.ofDays(30))));
      }
      case "backup folder absent" -> set("BACKUP_FOLDER", home.resolve("absent").toString());
      case "password wrong" -> {
        set("SMTP_URL", "smtp://user:secret@127.0.0.1:" + port);
        answer("220 mail", "250-mail\r\n250 AUTH PLAIN", "535 wrong");
      }
      case "mail server hangs" -> set("SMTP_URL", "smtp://127.0.0.1:" + port);
      case "Redis absent" -> {
        server.close();
        set("REDIS_URL", "redis://127.0.0.1:" + port);
      }
      default -> throw new IllegalArgumentException(setup);
    }
  }

  private void store(String content) throws IOException {
    Files.writeString(
        Files.createDirectory(data.resolve("documents")).resolve("documents.sqlite"), content);
  }

  private void tls(String certificate, String key) {
    set("HTTP_TLS_CERTIFICATE", certificates.resolve(certificate));
    set("HTTP_TLS_KEY", certificates.resolve(key));
  }

  @ParameterizedTest
  @CsvSource({
    "unknown key, settings, did you mean GATEHOUSE_HTTP_PORT?",
    "wrong type, settings, jobs.lease: not a duration",
    "port taken, ports, cannot be used",
    "foreign management port, ports, cannot be used",
    "certificate absent, settings, absent.pem",
    "certificate expired, tls, expired at",
    "certificate for days, tls, within days",
    "key of another certificate, settings, is not the key",
    "host unknown, public, public",
    "clock wrong, clock, differs",
    "disk full, disk, MB are free",
    "data is a file, folders, is a file",
    "store damaged, store, cannot be opened",
    "files absent, folders, is not a folder",
    "backup old, backup, 720 hours old",
    "backup folder absent, backup, cannot be written",
    "password wrong, smtp, 535 wrong",
    "mail server hangs, smtp, ''",
    "Redis absent, redis, cannot be used",
  })
  void namesTheProblemOfABrokenSetup(String setup, String check, String words) throws IOException {
    breakSetup(setup);
    List<Finding> findings = examine();
    List<Finding> found =
        findings.stream()
            .filter(each -> each.isProblem() && each.check().equals(check))
            .filter(
                each -> each.message().contains(words) || each.message().contains("did not end"))
            .toList();
    assertFalse(found.isEmpty(), findings::toString);
    assertTrue(found.getFirst().remedy().matches("[A-Z].*\\."), found::toString);
    assertFalse(findings.toString().contains("secret"), findings::toString);
  }

  @Test
  void findsNothingInASoundSetup() throws IOException {
    tls("certificate.pem", "key.pem");
    List<Finding> findings = examine(Duration.ofMinutes(1));
    assertEquals(
        List.of(), findings.stream().filter(Finding::isProblem).toList(), findings::toString);
    assertTrue(findings.stream().anyMatch(each -> each.check().equals("tls")), findings::toString);
    assertTrue(findings.size() > 8, findings::toString);
  }

  /** A name server that does not reply stops many checks. */
  @Test
  void hangingChecksShareTheTimeLimit() {
    Map<String, Callable<List<Finding>>> checks = new HashMap<>();
    for (int i = 0; i < 20; i++) {
      checks.put(
          "check " + i,
          () -> {
            new CountDownLatch(1).await();
            return List.of();
          });
    }
    long begun = System.nanoTime();
    List<Finding> findings = new Doctor(() -> now, LIMIT).run(checks);
    assertTrue(System.nanoTime() - begun < LIMIT.multipliedBy(15).toNanos());
    assertEquals(20, findings.stream().filter(Finding::isProblem).count());
  }

  @Test
  void warnsOfOldReleaseAndJava() {
    List<String> ages =
        new AgeChecks(() -> Instant.parse("2099-01-01T00:00:00Z"))
            .check().stream().map(Finding::text).toList();
    assertEquals(2, ages.size());
    ages.forEach(text -> assertTrue(text.startsWith("warning  age"), text));
    assertTrue(ages.getFirst().contains("Gatehouse development is of 20"), ages::toString);
    List<Finding> young = new AgeChecks(() -> Instant.EPOCH).check();
    young.forEach(finding -> assertEquals("ok", finding.result(), finding::text));
  }

  @Test
  void warnsOfForgottenSettings() throws IOException {
    set("STOREFRONT_PROVIDER", "local");
    String warnings =
        examine(Duration.ofMinutes(1)).stream()
            .filter(each -> each.result().equals("warning"))
            .map(Finding::message)
            .collect(Collectors.joining("\n"));
    for (String words : List.of("owner.email is not set", "products.open is true", "smtp.url")) {
      assertTrue(warnings.contains(words), warnings);
    }
  }
}
