package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.games.SaveForms;
import dev.gatehouse.areas.notifications.mail.TestCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/**
 * An export from a node that serves TLS itself, with a certificate for its public name only, and
 * reads keys from a header of another name.
 */
class ExportTlsTest {
  private static final byte[] WORLD = SaveForms.world(1, 70_000);
  private static final TestNode NODE = new TestNode();

  @TempDir static Path folder;

  private static TestCertificate certificate;

  @BeforeAll
  static void start() throws Exception {
    certificate = new TestCertificate(folder, "dns:site.example.org");
    NODE.beforeAll((ExtensionContext) null);
    Client.Request upload = NODE.owner("POST", SaveForms.PATH);
    SaveForms.upload(upload, "home", "world.zip", WORLD).expect(201);
    NODE.with("HTTP_TLS_CERTIFICATE", certificate.pem().toString())
        .with("HTTP_TLS_KEY", certificate.key().toString())
        .with("ACCESS_API_KEY_HEADER", "X-Site-Key");
    NODE.restart();
  }

  @AfterAll
  static void stop() {
    NODE.afterAll((ExtensionContext) null);
  }

  @Test
  void trustsTheCertificateOfTheSettings() throws IOException {
    Map<String, String> environment = OwnersCommand.of(NODE);
    environment.put("GATEHOUSE_HTTP_TLS_CERTIFICATE", certificate.pem().toString());
    environment.put("GATEHOUSE_HTTP_TLS_KEY", certificate.key().toString());
    environment.put("GATEHOUSE_ACCESS_API_KEY_HEADER", "X-Site-Key");
    var output = new StringWriter();
    Path mine = folder.resolve("mine");
    int status = OwnersCommand.run(Path.of("."), environment, output, "export", mine.toString());
    assertEquals(0, status, output::toString);
    assertTrue(Files.readString(mine.resolve("README.md")).contains("games/saves.csv: 1 records"));
    try (Stream<Path> saves = Files.list(mine.resolve("games"))) {
      Path save = saves.filter(file -> file.toString().endsWith(".zip")).findFirst().orElseThrow();
      assertArrayEquals(WORLD, Files.readAllBytes(save));
    }
  }
}
