package dev.gatehouse.areas.games.players;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.areas.games.players.PlayerResolver.PlayerNames;
import dev.gatehouse.provider.ProviderCache;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.Providers;

/** Looks up accounts of the game's publisher by name. Recent results are cached. */
public final class ProfileService implements PlayerNames {
  private static final ProviderOptions OPTIONS = ProviderOptions.of("blockgame");
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(24));
  private static final int MAX_NAMES = 5_000;
  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;

  private final ProviderClient provider;
  private final String url;
  private final ProviderCache<Optional<Profile>> profileCache;

  /**
   * @param url base URL, to which a slash and the name are appended
   */
  public ProfileService(Providers providers, String url) {
    this.provider = providers.client(OPTIONS);
    this.url = url.replaceFirst("/+$", "");
    this.profileCache = provider.cache(AGES, MAX_NAMES);
  }

  /**
   * Finds the account of a name, ignoring case.
   *
   * @throws dev.gatehouse.bus.ApiException 502, 503 or 504 if there is no response
   */
  @Override
  public Optional<Profile> find(String name) {
    return profileCache.get(key(name), () -> fetch(name)).value();
  }

  private Optional<Profile> fetch(String name) {
    ProviderReply reply =
        provider.call(ProviderRequest.get(url + '/' + ProviderRequest.encode(name)));
    if (reply.status() == NO_CONTENT || reply.status() == NOT_FOUND) {
      return Optional.empty();
    }
    return Optional.of(provider.read(reply, JsonNode.class, account -> profile(name, account)));
  }

  /** An account that is not read exactly could admit another player, so it is refused. */
  private Profile profile(String asked, JsonNode account) {
    String name = account.path("name").asText();
    String id = account.path("id").asText();
    boolean right = account.path("id").isTextual() && asked.equalsIgnoreCase(name);
    return Optional.of(id)
        .filter(text -> right)
        .flatMap(PlayerIds::parse)
        .map(parsed -> new Profile(parsed, name))
        .orElseThrow(() -> provider.invalid("account of " + asked));
  }

  @Override
  public String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Rejects ids derived from a name, because they were created in offline mode. */
  @Override
  public boolean trusts(UUID id) {
    return PlayerIds.ofAnAccount(id);
  }
}
