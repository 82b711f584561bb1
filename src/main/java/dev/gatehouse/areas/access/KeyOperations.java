package dev.gatehouse.areas.access;

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
import dev.gatehouse.messages.AccessMessages.ListedKey;
import dev.gatehouse.messages.AccessMessages.NewKey;
import dev.gatehouse.messages.AccessMessages.StoredKey;
import dev.gatehouse.security.ApiKey;
import dev.gatehouse.store.DuplicateKeyException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Operations on API keys for the CLI and the console: create, list and revoke. */
final class KeyOperations {
  private static final String NAME = "[A-Za-z0-9._-]{1,64}";

  private final KeyRepository keys;
  private final Set<String> scopes;
  private final SecurityStateSync view;
  private final InstantSource clock;
  private final SecureRandom random;

  /**
   * @param scopes scopes that at least one operation names
   */
  KeyOperations(
      KeyRepository keys,
      Set<String> scopes,
      SecurityStateSync view,
      InstantSource clock,
      SecureRandom random) {
    this.keys = keys;
    this.scopes = new TreeSet<>(scopes);
    this.view = view;
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
    return made(new MakeKeyRequest(order.name(), order.scopes()));
  }

  /** A key as messages carry it. */
  static StoredKey stored(ApiKey key) {
    return new StoredKey(key.id(), key.name(), key.hash(), key.scopes(), key.createdAt());
  }

  /**
   * Creates a key, for a token of the owner only. A key must not create keys, because they would
   * remain valid after its own revocation.
   */
  Answer make(Call call, MakeKeyRequest order) {
    AddedKey made = made(order);
    return Answer.created(new MadeKey(true, made.name(), made.key(), made.scopes()));
  }

  private AddedKey made(MakeKeyRequest order) {
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
    String key = ApiKey.generate(random);
    String id = ApiKey.newId(random);
    var made = new ApiKey(id, order.name(), ApiKey.hash(key), wanted, clock.instant());
    try {
      view.changing(Kind.KEY, id, () -> keys.add(made));
    } catch (DuplicateKeyException taken) {
      throw ApiException.of(
          ErrorCode.KEY_EXISTS, "name", "an API key with this name exists: " + order.name());
    }
    return new AddedKey(order.name(), key, List.copyOf(wanted));
  }

  private boolean revoked(ApiKey key) {
    return view.ending(
        Kind.KEY,
        key.id(),
        () -> keys.revoke(key.id()),
        gate -> gate.keys().update(List.of(key.id()), List.of()));
  }

  /** Returns one page in order of names. The CLI requests further pages. */
  KeyPage list(Call call, PageOrder page) {
    var shown = ListPage.of(page, keys.select(null), KeyOperations::listed);
    return new KeyPage(shown.entries(), shown.pagination());
  }

  /** Returns one page together with the scopes that a key may have. */
  Answer page(Call call) {
    var page = ListPage.of(call, keys.select(call.text("q")), KeyOperations::listed);
    return Answer.ok(new KeyList(true, page.entries(), List.copyOf(scopes), page.pagination()));
  }

  private static ListedKey listed(ApiKey key) {
    return new ListedKey(key.name(), key.scopes().stream().sorted().toList(), key.createdAt());
  }

  Done revoke(Call call, KeyName key) {
    return revoke(key.name());
  }

  Answer end(Call call) {
    return Answer.ok(revoke(call.text("name")));
  }

  private Done revoke(String name) {
    Optional<ApiKey> key = Optional.ofNullable(name).flatMap(keys::find);
    if (!key.map(this::revoked).orElse(false)) {
      throw ApiException.of(ErrorCode.KEY_NOT_FOUND, "no such API key: " + name);
    }
    return new Done(true, name + " is revoked");
  }
}
