package dev.gatehouse.areas.codehost;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** GraphQL API of the simulated provider, with its repositories and branches. */
final class CodeHostGraph {
  private final List<JsonObject> repositories;
  private final Map<String, Map<String, JsonObject>> branches;

  /**
   * @param branches the last commit of each branch, by the full name of the repository
   */
  CodeHostGraph(List<JsonObject> repositories, Map<String, Map<String, JsonObject>> branches) {
    this.repositories = repositories;
    this.branches = branches;
  }

  /** Answers one of the two known queries, which differ in their variables. */
  String answer(JsonObject request) {
    JsonObject variables = request.getJsonObject("variables");
    int after = Integer.parseInt(variables.getString("after", "0"));
    JsonObject data = new JsonObject();
    if (variables.containsKey("name")) {
      String fullName = variables.getString("owner") + '/' + variables.getString("name");
      data.put("repository", JsonObject.of("refs", refs(fullName, after)));
    } else {
      List<JsonObject> own =
          repositories.stream()
              .filter(each -> !each.getBoolean("fork") && !each.getBoolean("archived"))
              .toList();
      JsonObject page = slice(own.stream().map(this::node).toList(), after, 25);
      data.put("repositoryOwner", JsonObject.of("repositories", page));
    }
    return JsonObject.of("data", data).encode();
  }

  private JsonObject node(JsonObject repository) {
    String fullName = repository.getString("full_name");
    return new JsonObject()
        .put("name", repository.getString("name"))
        .put("nameWithOwner", fullName)
        .put("url", repository.getString("html_url"))
        .put("defaultBranchRef", JsonObject.of("name", repository.getString("default_branch")))
        .put("refs", refs(fullName, 0));
  }

  private JsonObject refs(String fullName, int after) {
    List<JsonObject> refs = new ArrayList<>();
    branches
        .getOrDefault(fullName, Map.of())
        .forEach((name, commit) -> refs.add(ref(name, commit)));
    return slice(refs, after, 100);
  }

  private static JsonObject ref(String name, JsonObject commit) {
    JsonObject inner = commit.getJsonObject("commit");
    JsonObject user = JsonObject.of("login", commit.getJsonObject("author").getString("login"));
    JsonObject author = JsonObject.of("name", inner.getJsonObject("author").getString("name"));
    JsonObject target =
        JsonObject.of("oid", commit.getString("sha"), "author", author.put("user", user))
            .put("committedDate", inner.getJsonObject("committer").getString("date"));
    JsonObject rule = name.equals("master") ? JsonObject.of("pattern", "master") : null;
    return JsonObject.of("name", name, "refUpdateRule", rule, "target", target);
  }

  private static JsonObject slice(List<JsonObject> all, int after, int size) {
    int end = Math.min(all.size(), after + size);
    JsonObject info =
        JsonObject.of("hasNextPage", end < all.size(), "endCursor", Integer.toString(end));
    List<JsonObject> nodes = new ArrayList<>(all.subList(after, end));
    return JsonObject.of("pageInfo", info, "nodes", new JsonArray(nodes));
  }
}
