package dev.gatehouse.node;

import dev.gatehouse.access.AccessModule;
import dev.gatehouse.access.PermanentCode;
import dev.gatehouse.gate.ApiKey;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.BaitPaths;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.Revocations;
import dev.gatehouse.gate.Secrets;
import dev.gatehouse.gate.Tokens;
import dev.gatehouse.media.DnaKeys;
import dev.gatehouse.notifications.push.VapidKeys;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** The owner's secrets: what the settings give, and what the first start makes and shows once. */
final class Owner {
  private static final int DNA_KEY_BYTES = 32;

  private final Settings settings;
  private final Documents documents;
  private final Secrets secrets;
  private final SecureRandom random;
  private final List<String> initialCredentials = new ArrayList<>();
  private final PermanentCode permanentCode;
  private final ApiKey key;

  Owner(Settings settings, Documents documents, SecureRandom random) throws IOException {
    this.settings = settings;
    this.documents = documents;
    this.random = random;
    this.secrets = new Secrets(settings.data().dir(), random);
    this.permanentCode = permanentCode(settings.access().permanentCode());
    this.key = key(settings.access().apiKey());
  }

  private PermanentCode permanentCode(String given) throws IOException {
    if (!given.isEmpty()) {
      return PermanentCode.of(given, random);
    }
    return PermanentCode.parse(
        secrets.keep(
            "permanent-code",
            () -> {
              String code = PermanentCode.generate(random);
              initialCredentials.add("permanent code: " + code);
              return PermanentCode.of(code, random).stored();
            }));
  }

  private ApiKey key(String given) throws IOException {
    String hash =
        given.isEmpty()
            ? secrets.keep(
                "api-key",
                () -> {
                  String made = ApiKey.generate(random);
                  initialCredentials.add("API key: " + made);
                  return ApiKey.hash(made);
                })
            : ApiKey.hash(given);
    return new ApiKey("owner", "owner", hash, Set.of(), Instant.EPOCH);
  }

  PermanentCode permanentCode() {
    return permanentCode;
  }

  List<String> initialCredentials() {
    return List.copyOf(initialCredentials);
  }

  /** What the gate holds in memory, and the tokens that this node signs. */
  AccessModule.Gate gate(Vertx vertx, Clock clock) throws IOException {
    List<String> given = settings.access().jwtSecret();
    var tokens =
        new Tokens(
            vertx,
            given.isEmpty() ? List.of(secrets.random("jwt-secret")) : given,
            settings.access().jwtIssuer(),
            settings.access().jwtAudience(),
            clock,
            random);
    return new AccessModule.Gate(new Bans(), new Revocations(), new ApiKeys(List.of(key)), tokens);
  }

  /**
   * What the daily codes follow from; kept in the documents, since all nodes must have the same.
   */
  String pepper() throws IOException {
    return documents.secret("daily-code-pepper", secrets.random("daily-code-pepper"));
  }

  /** What sequences are encrypted with; never in the documents, beside which they may lie. */
  static DnaKeys dnaKeys(Settings settings, SecureRandom random) throws IOException {
    List<String> given = settings.media().dnaKey();
    var secrets = new Secrets(settings.data().dir(), random);
    return new DnaKeys(
        given.isEmpty()
            ? List.of(
                secrets.keep(
                    "dna-key",
                    () -> {
                      byte[] key = new byte[DNA_KEY_BYTES];
                      random.nextBytes(key);
                      return HexFormat.of().formatHex(key);
                    }))
            : given);
  }

  /** What push services know this service by; all nodes must have the same. */
  String vapidKeys() throws IOException {
    return documents.secret(
        "vapid-keys", secrets.keep("vapid-keys", () -> VapidKeys.generate(random)));
  }

  /** Opens the command line's door. */
  String managementToken() throws IOException {
    return secrets.random("management-token");
  }

  /** The owner's list of bait paths, or the shipped one. */
  static BaitPaths baits(Path home) {
    Path file = home.resolve("conf/bait-paths.txt");
    try (InputStream in =
        Files.exists(file)
            ? Files.newInputStream(file)
            : Owner.class.getResourceAsStream("/conf/bait-paths.txt")) {
      return BaitPaths.parse(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
