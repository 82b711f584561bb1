package dev.gatehouse.node;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.ApiKeys;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.KnownGoodCredentials;
import dev.gatehouse.security.OwnerCode;
import dev.gatehouse.security.PermanentCode;
import dev.gatehouse.security.Revocations;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.SecretsOrigin;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** The owner's code and key, either from the settings or generated at the first start. */
final class OwnerCredentials {
  private static final int PROVEN_ADDRESSES = 4_096;
  private static final String FILTER = "permanent-code-filter";

  private final NodeServices node;
  private final List<String> initial = new ArrayList<>();
  private final OwnerCode permanentCode;
  private final ApiKey key;

  OwnerCredentials(NodeServices node) throws IOException {
    this.node = node;
    Settings.Access settings = node.settings().access();
    if (sharesDocuments() && makesAny(settings)) {
      new SecretsOrigin(node.documents()).mustBe(node.secrets());
    }
    this.permanentCode = permanentCode(settings.permanentCode());
    this.key = key(settings.apiKey());
  }

  /** Returns whether other nodes may use the same documents, which holds for a document server. */
  private boolean sharesDocuments() {
    return !node.settings().mongo().url().isEmpty();
  }

  private static boolean makesAny(Settings.Access settings) {
    return settings.permanentCode().isEmpty()
        || settings.apiKey().isEmpty()
        || settings.jwt().secrets().isEmpty();
  }

  private OwnerCode permanentCode(String given) throws IOException {
    if (!given.isEmpty()) {
      var chosen = PermanentCode.given(given, node.random());
      return new OwnerCode(chosen, Optional.empty(), OwnerCode.FilterFile.NONE, node.random());
    }
    AtomicReference<String> made = new AtomicReference<>();
    String hash =
        node.secrets()
            .keep(
                "permanent-code",
                () -> {
                  made.set(PermanentCode.generate(node.random()));
                  initial.add("permanent code: " + made.get());
                  return PermanentCode.of(made.get(), node.random()).stored();
                });
    var code =
        new OwnerCode(
            PermanentCode.parse(hash),
            node.secrets().find(FILTER),
            text -> node.secrets().put(FILTER, text),
            node.random());
    if (made.get() != null) {
      code.learn(made.get());
    }
    return code;
  }

  private ApiKey key(String given) throws IOException {
    String hash = given.isEmpty() ? madeKey() : ApiKey.hash(ApiKey.chosen(given));
    return new ApiKey(ApiKey.OWNER, "owner", hash, Set.of(), Instant.EPOCH);
  }

  private String madeKey() throws IOException {
    return node.secrets()
        .keep(
            "api-key",
            () -> {
              String made = ApiKey.generate(node.random());
              initial.add("API key: " + made);
              return ApiKey.hash(made);
            });
  }

  OwnerCode permanentCode() {
    return permanentCode;
  }

  /** Returns the codes and keys that this start generated, one per line, to be shown once. */
  List<String> initial() {
    return List.copyOf(initial);
  }

  /** Creates an empty gate that knows the owner's key and the tokens that this node signs. */
  Gate gate() throws IOException {
    Settings.Jwt jwt = node.settings().access().jwt();
    List<String> given = jwt.secrets();
    var tokens =
        new Tokens(
            node.vertx(),
            given.isEmpty() ? List.of(node.secrets().random("jwt-secret")) : given,
            jwt.issuer(),
            jwt.audience(),
            node.clock(),
            node.random());
    int max = node.settings().security().maxEntriesInMemory();
    return new Gate(
        new Bans(max),
        new Revocations(max),
        new ApiKeys(List.of(key), max),
        tokens,
        new KnownGoodCredentials(PROVEN_ADDRESSES));
  }
}
