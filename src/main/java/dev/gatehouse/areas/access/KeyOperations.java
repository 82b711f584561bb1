package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.access.ChangeLog.Kind;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.AccessMessages.AddedKey;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.KeyPage;
import dev.gatehouse.messages.AccessMessages.KeyRenewal;
import dev.gatehouse.messages.AccessMessages.ListedKey;
import dev.gatehouse.messages.AccessMessages.NewKey;
import dev.gatehouse.messages.AccessMessages.StoredKey;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.security.KeyUses;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.json.JsonObject;

/** Operations on API keys for the CLI and the console: create, list and revoke. */
final class KeyOperations {
  private static final String NAME = "[A-Za-z0-9._-]{1,64}";

  private static final String PREVIOUS = ".previous";
  private static final int MAX_PER_MINUTE = 100_000;

  private final KeyRepository keys;
  private final KeyUseRepository keyUses;
  private final Set<String> scopes;
  private final SecurityStateSync securityState;
  private final InstantSource clock;
  private final SecureRandom random;

  /**
   * @param scopes scopes that at least one operation names
   */
  KeyOperations(
      KeyRepository keys,
      KeyUseRepository keyUses,
      Set<String> scopes,
      SecurityStateSync securityState,
      InstantSource clock,
      SecureRandom random) {
    this.keys = keys;
    this.keyUses = keyUses;
    this.scopes = new TreeSet<>(scopes);
    this.securityState = securityState;
    this.clock = clock;
    this.random = random;
  }

  record MadeKey(boolean success, String name, String key, List<String> scopes) {}

  record KeyList(
      boolean success,
      List<ListedKey> keys,
      List<String> scopes,
      PageOrder.Pagination pagination) {}

  AddedKey add(Call call, NewKey order) {
    return made(
        new MakeKeyRequest(order.name(), order.scopes(), order.perMinute(), null),
        expiry(order.lifetimeSeconds()));
  }

  /**
   * Replaces a key by one with the same name, scopes and limit. The replaced key remains valid
   * during the overlap, under the name with {@code .previous} at its end.
   */
  AddedKey renew(Call call, KeyRenewal order) {
    ApiKey old =
        Optional.ofNullable(order.name())
            .flatMap(keys::find)
            .orElseThrow(() -> unknown(order.name()));
    String previous = order.name() + PREVIOUS;
    keys.find(previous).ifPresent(this::revoked);
    Instant end = clock.instant().plusSeconds(order.overlapSeconds());
    securityState.changing(Kind.KEY, old.id(), () -> keys.retire(old.id(), previous, end));
    return made(
        new MakeKeyRequest(order.name(), List.copyOf(old.scopes()), old.perMinute(), null),
        order.lifetimeSeconds() == null && old.expiresAt() != null
            ? clock.instant().plus(Duration.between(old.createdAt(), old.expiresAt()))
            : expiry(order.lifetimeSeconds()));
  }

  private Instant expiry(Long seconds) {
    return seconds == null ? null : clock.instant().plusSeconds(seconds);
  }

  /** A key as messages carry it. */
  static StoredKey stored(ApiKey key) {
    return new StoredKey(
        key.id(),
        key.name(),
        key.hash(),
        key.scopes(),
        key.createdAt(),
        key.perMinute(),
        key.expiresAt());
  }

  /**
   * Creates a key, for a token of the owner only. A key must not create keys, because they would
   * remain valid after its own revocation.
   */
  Answer make(Call call, MakeKeyRequest order) {
    AddedKey made =
        made(
            order,
            order.expiresInDays() == null
                ? null
                : clock.instant().plus(Duration.ofDays(order.expiresInDays())));
    return Answer.created(new MadeKey(true, made.name(), made.key(), made.scopes()));
  }

  private AddedKey made(MakeKeyRequest order, Instant expiry) {
    Set<String> wanted = order.scopes() == null ? Set.of() : new TreeSet<>(order.scopes());
    if (order.name() == null || !order.name().matches(NAME)) {
      throw ApiException.of(
          ErrorCode.PARAMETER_INVALID,
          "name",
          "name must have 1 to 64 characters: letters, digits, dots, - and _");
    }
    if (!scopes.containsAll(wanted)) {
      throw ApiException.of(
          ErrorCode.PARAMETER_INVALID,
          "scopes",
          "scopes must contain only " + String.join(", ", scopes));
    }
    if (order.perMinute() != null
        && (order.perMinute() < 1 || order.perMinute() > MAX_PER_MINUTE)) {
      throw ApiException.of(
          ErrorCode.PARAMETER_INVALID, "perMinute", "perMinute must be 1 to " + MAX_PER_MINUTE);
    }
    String key = ApiKey.generate(random);
    String id = ApiKey.newId(random);
    var made =
        new ApiKey(
            id, order.name(), ApiKey.hash(key), wanted, clock.instant(), order.perMinute(), expiry);
    try {
      securityState.changing(Kind.KEY, id, () -> keys.add(made));
    } catch (DuplicateKeyException taken) {
      throw ApiException.of(
          ErrorCode.KEY_EXISTS, "name", "an API key with this name exists: " + order.name());
    }
    return new AddedKey(order.name(), key, List.copyOf(wanted));
  }

  private boolean revoked(ApiKey key) {
    return securityState.ending(
        Kind.KEY,
        key.id(),
        () -> keys.revoke(key.id()),
        gate -> gate.keys().update(List.of(key.id()), List.of()));
  }

  /** Returns one page in order of names. The CLI requests further pages. */
  KeyPage list(Call call, PageOrder page) {
    var shown = ListPage.of(page, keys.select(null), key -> key);
    return new KeyPage(listed(shown.entries()), shown.pagination());
  }

  /** Returns one page together with the scopes that a key may have. */
  Answer page(Call call) {
    var page = ListPage.of(call, keys.select(call.text("q")), key -> key);
    return Answer.ok(
        new KeyList(true, listed(page.entries()), List.copyOf(scopes), page.pagination()));
  }

  private List<ListedKey> listed(List<ApiKey> found) {
    Map<String, KeyUseRepository.StoredUse> used =
        keyUses.find(found.stream().map(ApiKey::id).toList());
    return found.stream().map(key -> listed(key, used.get(key.id()))).toList();
  }

  private static ListedKey listed(ApiKey key, KeyUseRepository.StoredUse use) {
    return new ListedKey(
        key.name(),
        key.scopes().stream().sorted().toList(),
        key.createdAt(),
        key.perMinute(),
        key.expiresAt(),
        use == null ? 0 : use.count(),
        use == null ? null : use.lastUsedAt(),
        use == null ? null : use.lastAddress());
  }

  Done revoke(Call call, KeyName key) {
    return revoke(key.name());
  }

  Answer end(Call call) {
    return Answer.ok(revoke(call.text("name")));
  }

  /** Revokes a key and the one that it has replaced, which may be the stolen one. */
  private Done revoke(String name) {
    Optional<ApiKey> key = Optional.ofNullable(name).flatMap(keys::find);
    boolean replaced = key.isPresent() && end(name + PREVIOUS);
    if (!key.map(this::end).orElse(false)) {
      throw unknown(name);
    }
    return new Done(
        true, replaced ? name + " and " + name + PREVIOUS + " are revoked" : name + " is revoked");
  }

  private boolean end(String name) {
    return keys.find(name).map(this::end).orElse(false);
  }

  private boolean end(ApiKey key) {
    boolean revoked = revoked(key);
    keyUses.delete(key.id());
    return revoked;
  }

  private static ApiException unknown(String name) {
    return ApiException.of(ErrorCode.KEY_NOT_FOUND, "no such API key: " + name);
  }

  /**
   * Request to create an API key.
   *
   * @param scopes permitted scopes; none permits everything
   * @param perMinute requests in a minute; null for the general limits
   * @param expiresInDays null for a key that does not expire
   */
  record MakeKeyRequest(
      String name, List<String> scopes, Integer perMinute, Integer expiresInDays) {}

  /** Stores how often and when keys were last used. All nodes add to the same documents. */
  static final class KeyUseRepository {
    private final DocumentCollection<StoredUse> uses;

    /**
     * Uses of a key.
     *
     * @param id of the key
     * @param lastAddress of the last client
     */
    record StoredUse(String id, long count, Instant lastUsedAt, String lastAddress) {}

    KeyUseRepository(Documents documents) {
      this.uses = documents.collection("apiKeyUses", StoredUse.class);
    }

    /** Stores the uses that a node has counted. Blocks. */
    void store(KeyUses counted) {
      counted
          .take()
          .forEach((id, use) -> {
            JsonObject change =
                Query.set("lastUsedAt", use.last(), "lastAddress", use.address())
                    .put("$inc", new JsonObject().put("count", use.count()));
            try {
              uses.upsert(Query.id(id), change);
            } catch (UnknownOutcomeException e) {
              // The uses are not stored again, because they might be counted twice.
            } catch (DocumentStoreException e) {
              counted.restore(id, use);
              throw e;
            }
          });
    }

    Map<String, StoredUse> find(Collection<String> ids) {
      return uses.find(Query.where("_id").in(ids).json(), Query.all(), 0, 0).stream()
          .collect(Collectors.toMap(StoredUse::id, Function.identity()));
    }

    void delete(String id) {
      uses.take(Query.id(id));
    }
  }
}
