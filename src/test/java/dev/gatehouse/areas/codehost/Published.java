package dev.gatehouse.areas.codehost;

import module java.base;

import dev.gatehouse.Samples;
import dev.gatehouse.bus.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Published example payloads of the provider, and others derived from them. */
final class Published {
  private static final JsonObject REPOSITORY = new JsonArray(text("users_repos")).getJsonObject(0);
  private static final JsonObject ISSUE = new JsonArray(text("issues_assigned")).getJsonObject(0);
  private static final JsonObject PULL_REQUEST =
      new JsonObject(text("search_issues")).getJsonArray("items").getJsonObject(0);

  private Published() {}

  static String text(String name) {
    return Samples.resource("/upstreams/codehost/" + name + ".json");
  }

  /** Returns a public repository of the account {@code octocat}. */
  static JsonObject repository(String name) {
    String fullName = "octocat/" + name;
    return REPOSITORY
        .copy()
        .put("name", name)
        .put("full_name", fullName)
        .put("html_url", "https://github.com/" + fullName);
  }

  /** Returns an assigned issue of a repository. */
  static JsonObject issue(int id, String repository) {
    return ISSUE
        .copy()
        .put("id", id)
        .put("number", id)
        .put("html_url", "https://github.com/octocat/" + repository + "/issues/" + id)
        .put("repository", repository(repository));
  }

  /** Returns a pull request in the format of the search. */
  static JsonObject pullRequest(int id) {
    return PULL_REQUEST.copy().put("id", id).put("number", id);
  }

  /** Returns a commit of a day. */
  static JsonObject commit(String sha, String day) {
    JsonObject commit = new JsonObject(text("commit")).put("sha", sha);
    commit.getJsonObject("commit").getJsonObject("committer").put("date", day + "T12:00:00Z");
    return commit;
  }

  /** Returns the result as a client receives it. */
  static JsonObject shown(Object value) {
    return new JsonObject(Json.encode(value));
  }
}
