package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.ApiKeys;
import dev.gatehouse.security.Bans;
import dev.gatehouse.security.Gate;
import dev.gatehouse.security.KnownGoodCredentials;
import dev.gatehouse.security.OwnerCode;
import dev.gatehouse.security.PermanentCode;
import dev.gatehouse.security.Revocations;
import dev.gatehouse.security.StateConfirmation;
import dev.gatehouse.security.Tokens;
import dev.gatehouse.settings.AccessSettings;
import dev.gatehouse.store.InitialCredential;
import dev.gatehouse.store.Secrets.SecretsOrigin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's code and key, either from the settings or generated at the first start. */
final class OwnerCredentials {
  private static final int PROVEN_ADDRESSES = 4_096;
  private static final Logger LOG = LoggerFactory.getLogger(OwnerCredentials.class);
  private static final String CODE = "permanent-code";
  private static final String FILTER = "permanent-code-filter";
  private static final String KEY = "api-key";

  private final NodeServices node;
  private final InitialCredential initialCode;
  private final InitialCredential initialKey;
  private final OwnerCode permanentCode;
  private final ApiKey key;

  OwnerCredentials(NodeServices node) throws IOException {
    this.node = node;
    this.initialCode = new InitialCredential(node.secrets(), CODE);
    this.initialKey = new InitialCredential(node.secrets(), KEY);
    AccessSettings settings = node.settings().access();
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

  private static boolean makesAny(AccessSettings settings) {
    return settings.permanentCode().isEmpty()
        || settings.apiKey().isEmpty()
        || settings.jwt().secrets().isEmpty();
  }

  private OwnerCode permanentCode(String given) throws IOException {
    if (!given.isEmpty()) {
      String previous = node.settings().access().previous().permanentCode();
      return OwnerCode.given(
          PermanentCode.given(given, node.random()),
          Optional.of(previous)
              .filter(code -> !code.isEmpty())
              .map(code -> PermanentCode.given(code, node.random())),
          node.random());
    }
    boolean made = !node.secrets().holds(CODE);
    if (made) {
      initialCode.keep(() -> PermanentCode.generate(node.random()));
    }
    var hash =
        PermanentCode.parse(
            node.secrets()
                .keep(CODE, () -> PermanentCode.of(text(initialCode), node.random()).stored()));
    var files = new GeneratedCodeFiles();
    var code = new OwnerCode(hash, node.secrets().find(FILTER), files, node.random());
    if (made) {
      code.learn(text(initialCode));
    } else {
      deleteUnless(initialCode, code::isProbably);
    }
    return code;
  }

  private static String text(InitialCredential initial) {
    return initial.text().orElseThrow();
  }

  /** Deletes a plain text that belongs to another hash: of an interrupted reset, for example. */
  private static void deleteUnless(InitialCredential initial, Predicate<String> valid)
      throws IOException {
    Optional<String> wrong = initial.text().filter(valid.negate());
    if (wrong.isPresent()) {
      initial.delete(wrong.get());
    }
  }

  private ApiKey key(String given) throws IOException {
    return ofOwner(given.isEmpty() ? madeKey() : ApiKey.hash(ApiKey.chosen(given)));
  }

  private static ApiKey ofOwner(String hash) {
    return new ApiKey(ApiKey.OWNER, "owner", hash, Set.of(), Instant.EPOCH);
  }

  /** Returns the owner's key, and during a rotation also the previous one. */
  private List<ApiKey> keys() {
    String previous = node.settings().access().previous().apiKey();
    if (previous.isEmpty()) {
      return List.of(key);
    }
    return List.of(key, ofOwner(ApiKey.hash(ApiKey.chosen(previous)))).stream().distinct().toList();
  }

  private String madeKey() throws IOException {
    if (!node.secrets().holds(KEY)) {
      initialKey.keep(() -> ApiKey.generate(node.random()));
    }
    String hash = node.secrets().keep(KEY, () -> ApiKey.hash(text(initialKey)));
    deleteUnless(initialKey, text -> ApiKey.hash(text).equals(hash));
    return hash;
  }

  /** Files of the generated code in the node's secrets. */
  private final class GeneratedCodeFiles implements OwnerCode.CodeFiles {
    @Override
    public void writeFilter(String text) throws IOException {
      node.secrets().put(FILTER, text);
    }

    @Override
    public void replace(String code, String hash) throws IOException {
      initialCode.put(code);
      node.secrets().put(CODE, hash);
    }

    @Override
    public void use(String code) {
      if (initialCode.is(code)) {
        delete(initialCode, code);
      }
    }
  }

  private void useKey() {
    if (node.settings().access().apiKey().isEmpty()) {
      initialKey.text().ifPresent(text -> delete(initialKey, text));
    }
  }

  private void delete(InitialCredential initial, String text) {
    node.vertx()
        .executeBlocking(() -> initial.delete(text), false)
        .onFailure(e ->
            LOG.warn("initial credential not deleted, will retry at its use after a restart", e));
  }

  OwnerCode permanentCode() {
    return permanentCode;
  }

  /** Returns the generated code and key, one per line, each until the owner has used it. */
  List<String> initial() {
    AccessSettings given = node.settings().access();
    List<String> lines = new ArrayList<>();
    if (given.permanentCode().isEmpty()) {
      initialCode.text().ifPresent(text -> lines.add("permanent code: " + text));
    }
    if (given.apiKey().isEmpty()) {
      initialKey.text().ifPresent(text -> lines.add("API key: " + text));
    }
    return lines;
  }

  /** Creates an empty gate that knows the owner's key and the tokens that this node signs. */
  Gate gate() throws IOException {
    AccessSettings.Jwt jwt = node.settings().access().jwt();
    List<String> given = jwt.secrets();
    var tokens =
        new Tokens(
            node.vertx(),
            given.isEmpty() ? List.of(node.secrets().random("jwt-secret")) : given,
            jwt.issuer(),
            jwt.audience(),
            node.clock().guarded(),
            node.random());
    int max = node.settings().security().maxEntriesInMemory();
    return new Gate(
        new Bans(max),
        new Revocations(max),
        new ApiKeys(keys(), max, this::useKey),
        tokens,
        new KnownGoodCredentials(PROVEN_ADDRESSES),
        new StateConfirmation(node.documents().areShared(), node.clock()::nanoTime));
  }
}
