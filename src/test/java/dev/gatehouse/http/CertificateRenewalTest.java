package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.notifications.mail.TestCertificate;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** New files of the certificate are served without a restart; unusable ones are reported. */
@Tag("slow")
class CertificateRenewalTest {
  private static final TestNode NODE = new TestNode().with("HTTP_MAX_HANDSHAKES_PER_MINUTE", "0");
  private static final String EXPIRY = "gatehouse_http_certificate_expiry_seconds";

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws Exception {
    System.setProperty("jdk.internal.httpclient.disableHostnameVerification", "true");
    var first = new TestCertificate(folder, "dns:localhost,ip:127.0.0.1");
    NODE.with("HTTP_TLS_CERTIFICATE", first.pem().toString())
        .with("HTTP_TLS_KEY", first.key().toString())
        .beforeAll((ExtensionContext) null);
  }

  @AfterAll
  static void stop() {
    NODE.afterAll((ExtensionContext) null);
  }

  private static void look() throws IOException {
    NODE.manage("jobs.run", JsonObject.of("name", "http.certificate")).expect(200);
  }

  /** Replaces both files as certbot does: the new ones are moved over the old ones. */
  private static X509Certificate renew() throws Exception {
    Path aside = Files.createDirectories(folder.resolve("aside"));
    var renewed = new TestCertificate(aside, "dns:localhost,ip:127.0.0.1");
    Files.move(
        renewed.pem(), folder.resolve("certificate.pem"), StandardCopyOption.REPLACE_EXISTING);
    Files.move(renewed.key(), folder.resolve("key.pem"), StandardCopyOption.REPLACE_EXISTING);
    try (InputStream in = Files.newInputStream(folder.resolve("certificate.pem"))) {
      return (X509Certificate)
          java.security.cert.CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static X509Certificate served() throws Exception {
    URI address = URI.create(NODE.address());
    try (var socket =
        (SSLSocket)
            LeavingClient.trusting()
                .getSocketFactory()
                .createSocket("127.0.0.1", address.getPort())) {
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  @Test
  void servesRenewedCertificateUnderLoad() throws Exception {
    var stop = new AtomicBoolean();
    var replies = new AtomicInteger();
    List<String> failures = new CopyOnWriteArrayList<>();
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean fresh = i % 2 == 0;
      clients.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  load(stop, fresh, replies);
                } catch (Exception e) {
                  failures.add(e.toString());
                }
              }));
    }
    X509Certificate before = served();
    for (int i = 0; i < 5; i++) {
      X509Certificate renewed = renew();
      assertNotEquals(before, renewed);
      look();
      assertEquals(renewed, served());
      assertEquals(renewed.getNotAfter().toInstant().getEpochSecond(), NODE.metric(EXPIRY));
    }
    stop.set(true);
    for (Thread client : clients) {
      client.join();
    }
    assertEquals(List.of(), failures);
    assertTrue(replies.get() > 20, replies + " replies");
  }

  private static void load(AtomicBoolean stop, boolean fresh, AtomicInteger replies)
      throws Exception {
    var request = HttpRequest.newBuilder(URI.create(NODE.address() + "/robots.txt")).build();
    while (!stop.get()) {
      try (HttpClient client =
          HttpClient.newBuilder().sslContext(LeavingClient.trusting()).build()) {
        for (int i = 0; i < (fresh ? 1 : 50) && !stop.get(); i++) {
          int status = client.send(request, BodyHandlers.discarding()).statusCode();
          if (status != 200) {
            throw new IOException("status " + status);
          }
          replies.incrementAndGet();
        }
      }
    }
  }

  @Test
  void keepsCertificateWhileFilesAreUnusable() throws Exception {
    X509Certificate before = renew();
    look();
    Path certificate = folder.resolve("certificate.pem");
    byte[] sound = Files.readAllBytes(certificate);
    var other = new TestCertificate(Files.createDirectories(folder.resolve("other")), "ip:::1");
    for (byte[] broken :
        List.of(
            new byte[0],
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
                .getBytes(StandardCharsets.US_ASCII),
            Arrays.copyOf(sound, sound.length / 2),
            Files.readAllBytes(other.pem()))) {
      Files.write(certificate, broken);
      // A renewal replaces one file after the other, so the first look reports nothing.
      look();
      look();
      assertEquals(before, served());
      Waiting.until(() -> ready().contains("is still served"));
    }
    Files.delete(certificate);
    look();
    look();
    Waiting.until(() -> ready().contains("does not exist"));
    Files.write(certificate, sound);
    look();
    assertEquals(before, served());
    Waiting.until(() -> !ready().contains("still served"));
  }

  /** Returns the health report, which may be a second old. */
  private static String ready() {
    return new Client(NODE.managementAddress()).get("/readyz").text();
  }
}
