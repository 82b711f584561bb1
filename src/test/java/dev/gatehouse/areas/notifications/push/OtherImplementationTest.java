package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.areas.notifications.push.PushSender.PushPayload;
import dev.gatehouse.areas.notifications.push.Subscriptions.Subscription;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The http_ece package of npm decrypts our messages. */
@Tag("slow")
class OtherImplementationTest {
  private static final String SCRIPT =
      """
      const ece = require('http_ece'), crypto = require('crypto'), fs = require('fs');
      const [key, secret, auth, message] = fs.readFileSync(0, 'utf8').trim().split(' ');
      const browser = crypto.createECDH('prime256v1');
      browser.setPrivateKey(Buffer.from(secret, 'base64url'));
      if (browser.getPublicKey('base64url') !== key) throw new Error('not this key');
      process.stdout.write(ece.decrypt(Buffer.from(message, 'base64url'),
          {version: 'aes128gcm', privateKey: browser, authSecret: auth}));
      """;

  @TempDir Path folder;

  @Test
  void encryptsMessageReadableByHttpEce() throws Exception {
    Assumptions.assumeTrue(run(List.of("npm", "--version"), "").code() == 0, "npm is needed");
    Run install =
        run(List.of("npm", "install", "--silent", "--ignore-scripts", "http_ece@1.2.1"), "");
    Assumptions.assumeTrue(install.code() == 0, "no package registry: " + install.out());
    Files.writeString(folder.resolve("open.js"), SCRIPT);

    PushSubscriber browser = PushSubscriber.fresh();
    JsonObject keys = browser.subscription("https://push.example.net/x").getJsonObject("keys");
    var subscription =
        new Subscription(
            "id",
            "https://push.example.net/x",
            new Subscription.Keys(keys.getString("p256dh"), keys.getString("auth")),
            new Subscription.Subscriber("owner", Instant.EPOCH, null),
            new Subscription.Seat(0, "owner#0"));
    byte[] payload = new PushPayload("id", "Grüße", "🎵".repeat(900)).json(PushPayload.MAX_BYTES);
    String message =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(PushClient.encrypted(subscription, payload));
    Run opened =
        run(
            List.of("node", "open.js"),
            String.join(
                " ",
                keys.getString("p256dh"),
                browser.privateScalar(),
                browser.authSecret(),
                message));
    assertEquals(new String(payload, StandardCharsets.UTF_8), opened.out());
  }

  private record Run(int code, String out) {}

  private Run run(List<String> command, String in) throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      try (OutputStream out = process.getOutputStream()) {
        out.write(in.getBytes(StandardCharsets.US_ASCII));
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), said);
    } catch (IOException absent) {
      return new Run(-1, absent.getMessage());
    }
  }
}
