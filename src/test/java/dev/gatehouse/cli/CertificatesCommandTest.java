package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code scripts/gatehouse cluster certificates}. */
@Tag("slow")
class CertificatesCommandTest {
  @TempDir Path folder;

  private final StringWriter output = new StringWriter();

  private int run(String... words) {
    return new CommandLine(new GatehouseCommand(Path.of("."), Map.of()))
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(output, true))
        .execute(words);
  }

  private int make(String nodes, String days) {
    return run(
        "cluster",
        "certificates",
        folder.resolve("made").toString(),
        "--nodes",
        nodes,
        "--days",
        days);
  }

  private X509Certificate certificate(String name) throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve("made").resolve(name + ".pem"))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @Test
  void addsNodesWithOneAuthority() throws Exception {
    assertEquals(0, make("n1", "30"), output::toString);
    byte[] authority = certificate("authority").getEncoded();
    assertEquals(0, make("n2", "30"), output::toString);
    assertArrayEquals(authority, certificate("authority").getEncoded());
    for (String node : List.of("n1", "n2")) {
      certificate(node).verify(certificate("authority").getPublicKey());
    }
    assertTrue(certificate("authority").getBasicConstraints() >= 0);
    assertTrue(certificate("n1").getBasicConstraints() < 0, "a node signs no certificates");
    assertTrue(output.toString().contains("GATEHOUSE_CLUSTER_TLS_KEY="), output::toString);
  }

  @Test
  void keepsExistingKeys() throws Exception {
    assertEquals(0, make("n1", "30"), output::toString);
    byte[] before = certificate("n1").getEncoded();
    assertEquals(2, make("n2,n1", "30"));
    assertArrayEquals(before, certificate("n1").getEncoded());
    assertFalse(Files.exists(folder.resolve("made/n2.pem")));
  }

  @ParameterizedTest
  @CsvSource({"../n1, 30", "'n1,CN=x', 30", "authority, 30", "n1, 0", "n1, 3651"})
  void rejectsInvalidArguments(String nodes, String days) {
    assertEquals(2, make(nodes, days), output::toString);
    assertFalse(Files.exists(folder.resolve("made")));
  }
}
