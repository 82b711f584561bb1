package dev.gatehouse.areas.codehost;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.provider.ProviderCache;
import java.time.Duration;
import java.util.Objects;

/** The two accounts in use: the token's account, and the account whose repositories are shown. */
final class Accounts {
  private static final ProviderCache.Ages AGES =
      new ProviderCache.Ages(Duration.ofHours(6), Duration.ofHours(24), Duration.ofHours(24));

  private static final String VIEWER = "/user";

  private final CodeHostApi api;
  private final String shown;
  private final ProviderCache<Account> accountCache;

  record Account(
      String login, @JsonProperty("public_repos") int publicRepos, int followers, int following) {
    Account {
      Objects.requireNonNull(login);
      if (!login.matches("[A-Za-z0-9_.-]{1,100}")) {
        throw new IllegalArgumentException("invalid account name");
      }
    }
  }

  /**
   * @param shown the name of the account that is shown; empty for the token's account
   */
  Accounts(CodeHostApi api, String shown) {
    this.api = api;
    this.shown = shown;
    this.accountCache = api.client().cache(AGES, 2);
  }

  /** Returns the token's account. */
  Account viewer() {
    return account(VIEWER);
  }

  /** Returns the account whose repositories are shown. */
  Account owner() {
    return shown.isEmpty() ? viewer() : account("/users/" + shown);
  }

  /**
   * Returns the account whose repositories are shown, without the cache. Its numbers are part of a
   * reply that states when they were fetched.
   */
  Account currentOwner() {
    return api.read(shown.isEmpty() ? VIEWER : "/users/" + shown, Account.class);
  }

  /**
   * Returns the path of the list of the shown repositories. If the token belongs to the shown
   * account, the list includes private repositories.
   */
  String repositories() {
    String viewer = viewer().login();
    if (shown.isEmpty() || shown.equalsIgnoreCase(viewer)) {
      return "/user/repos?affiliation=owner&sort=pushed&";
    }
    return "/users/" + shown + "/repos?type=owner&sort=pushed&";
  }

  private Account account(String path) {
    return accountCache.get(path, () -> api.read(path, Account.class)).value();
  }
}
