package dev.gatehouse.areas.codehost;

import module java.base;

import dev.gatehouse.formats.HttpDate;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Simulated GitHub-like provider on loopback that follows the published payloads. Supports pages
 * with {@code Link}, entity tags, quotas that 304 does not consume, and REST and GraphQL over the
 * same repositories. A test may script other answers.
 */
public final class CodeHostSimulator implements AutoCloseable {
  public static final String TOKEN = "ghp_secret_0123456789";

  private static final Pattern REPOSITORY =
      Pattern.compile("/repos/([^/]+/[^/]+)/(languages|branches|commits/(\\w+))");
  private static final int QUOTA = 5_000;

  final List<JsonObject> repositories = Collections.synchronizedList(new ArrayList<>());
  final List<JsonObject> issues = Collections.synchronizedList(new ArrayList<>());
  final List<JsonObject> pullRequests = Collections.synchronizedList(new ArrayList<>());

  /** Languages by the full name of the repository. */
  final Map<String, JsonObject> languages = new ConcurrentHashMap<>();

  /** Last commit of each branch, by the full name of the repository and the name of the branch. */
  final Map<String, Map<String, JsonObject>> branches = new ConcurrentHashMap<>();

  private final CodeHostGraph graph = new CodeHostGraph(repositories, branches);
  final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final Map<Pattern, Script> scripts = Collections.synchronizedMap(new LinkedHashMap<>());
  private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> charged = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Received request. */
  record Asked(String method, String target, MultiMap headers, String body) {
    String header(String name) {
      return headers.get(name);
    }
  }

  /** Scripted answer. Header names and values alternate. */
  record Answer(int status, String body, String... headers) {}

  /** Scripted behaviour for requests of a kind. */
  @FunctionalInterface
  interface Script {
    Answer answer(Asked asked) throws InterruptedException;
  }

  public CodeHostSimulator() {
    server = vertx.createHttpServer().requestHandler(this::handle).listen(0, "127.0.0.1").await();
  }

  public String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /**
   * Answers every request whose target with its query matches the pattern in this way, from now on.
   */
  void script(String target, Script script) {
    scripts.put(Pattern.compile(target), script);
  }

  void script(String target, int status, String body, String... headers) {
    script(target, request -> new Answer(status, body, headers));
  }

  void unscript() {
    scripts.clear();
  }

  /** Sends no answer until the provider is closed. */
  Answer hang() throws InterruptedException {
    closing.await();
    return new Answer(500, "");
  }

  /** Returns the requests whose target matches. */
  List<Asked> asked(String target) {
    Pattern pattern = Pattern.compile(target);
    synchronized (asked) {
      return asked.stream().filter(each -> pattern.matcher(each.target()).find()).toList();
    }
  }

  /** Returns the consumed part of a quota. */
  int charged(String quota) {
    return charged.getOrDefault(quota, 0);
  }

  /** Adds a public repository with its languages. */
  public JsonObject add(String name, Object... languagesAndBytes) {
    JsonObject repository = Published.repository(name);
    JsonObject bytes = new JsonObject();
    for (int i = 0; i < languagesAndBytes.length; i += 2) {
      bytes.put((String) languagesAndBytes[i], languagesAndBytes[i + 1]);
    }
    languages.put(repository.getString("full_name"), bytes);
    branches.put(
        repository.getString("full_name"), Collections.synchronizedMap(new LinkedHashMap<>()));
    repositories.add(repository);
    return repository;
  }

  /** Returns the number of repositories. */
  public int repositories() {
    return repositories.size();
  }

  /** Adds a branch whose last commit has the given day. */
  public void branch(String repository, String name, String day) {
    Map<String, JsonObject> those = branches.get("octocat/" + repository);
    int number = (repository + ' ' + name + ' ' + day).hashCode();
    String sha = HexFormat.of().toHexDigits(number).repeat(5);
    those.put(name, Published.commit(sha, day));
  }

  private void handle(HttpServerRequest request) {
    request.body().onSuccess(body -> Thread.ofVirtual().start(() -> handle(request, body)));
  }

  private void handle(HttpServerRequest request, Buffer body) {
    var came =
        new Asked(request.method().name(), request.uri(), request.headers(), body.toString());
    asked.add(came);
    try {
      Answer answer = answer(came);
      HttpServerResponse response = request.response().setStatusCode(answer.status());
      for (int i = 0; i < answer.headers().length; i += 2) {
        response.putHeader(answer.headers()[i], answer.headers()[i + 1]);
      }
      response.putHeader("Date", HttpDate.text(Instant.now())).end(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer answer(Asked request) throws InterruptedException {
    Script script = null;
    synchronized (scripts) {
      for (Map.Entry<Pattern, Script> each : scripts.entrySet()) {
        script = each.getKey().matcher(request.target()).find() ? each.getValue() : script;
      }
    }
    if (script != null) {
      return script.answer(request);
    }
    boolean known =
        ("Bearer " + TOKEN).equals(request.header("Authorization"))
            && "gatehouse".equals(request.header("User-agent"))
            && "2022-11-28".equals(request.header("X-github-api-version"));
    return known ? reported(request) : new Answer(401, "{\"message\":\"Bad credentials\"}");
  }

  private Answer reported(Asked request) {
    String path = request.target().replaceFirst("\\?.*", "");
    Matcher repository = REPOSITORY.matcher(path);
    if (repository.matches()) {
      return of(request, repository);
    }
    return switch (path) {
      case "/user", "/users/octocat" -> tagged(request, "core", Published.text("user"));
      case "/users/octocat/repos", "/user/repos" -> page(request, repositories);
      case "/issues" -> page(request, issues);
      case "/search/issues" -> search(request);
      case "/graphql" ->
          charge("graphql", new Answer(200, graph.answer(new JsonObject(request.body()))));
      default -> new Answer(404, "{\"message\":\"Not Found\"}");
    };
  }

  private Answer of(Asked request, Matcher path) {
    Map<String, JsonObject> those = branches.getOrDefault(path.group(1), Map.of());
    return switch (path.group(2).replaceFirst("/.*", "")) {
      case "languages" ->
          tagged(request, "core", languages.getOrDefault(path.group(1), new JsonObject()).encode());
      case "branches" -> page(request, items(those));
      default ->
          those.values().stream()
              .filter(commit -> commit.getString("sha").equals(path.group(3)))
              .findFirst()
              .map(commit -> tagged(request, "core", commit.encode()))
              .orElse(new Answer(422, "{\"message\":\"No commit found\"}"));
    };
  }

  private static List<JsonObject> items(Map<String, JsonObject> branches) {
    List<JsonObject> items = new ArrayList<>();
    branches.forEach((name, commit) ->
        items.add(
            new JsonArray(Published.text("branches"))
                .getJsonObject(0)
                .put("name", name)
                .put("protected", name.equals("master"))
                .put("commit", JsonObject.of("sha", commit.getString("sha")))));
    return items;
  }

  private Answer search(Asked request) {
    List<JsonObject> shown = pullRequests.subList(0, Math.min(1_000, pullRequests.size()));
    JsonObject body =
        new JsonObject()
            .put("total_count", pullRequests.size())
            .put("incomplete_results", false)
            .put("items", cut(request, shown));
    return linked(request, shown.size(), tagged(request, "search", body.encode()));
  }

  private Answer page(Asked request, List<JsonObject> all) {
    return linked(request, all.size(), tagged(request, "core", cut(request, all).encode()));
  }

  private static JsonArray cut(Asked request, List<JsonObject> all) {
    int size = number(request, "per_page", 30);
    int from = Math.min(all.size(), (number(request, "page", 1) - 1) * size);
    return new JsonArray(new ArrayList<>(all.subList(from, Math.min(all.size(), from + size))));
  }

  private Answer linked(Asked request, int total, Answer answer) {
    int page = number(request, "page", 1);
    if (page * number(request, "per_page", 30) >= total) {
      return answer;
    }
    String first = request.target().replaceFirst("&page=\\d+", "");
    List<String> headers = new ArrayList<>(List.of(answer.headers()));
    headers.add("Link");
    String next = "<%s%s&page=%s>; rel=\"next\", <%s>; rel=\"last\"";
    headers.add(next.formatted(url(), first, page + 1, url()));
    return new Answer(answer.status(), answer.body(), headers.toArray(String[]::new));
  }

  private static int number(Asked request, String name, int fallback) {
    Matcher value = Pattern.compile("[?&]" + name + "=(\\d+)").matcher(request.target());
    return value.find() ? Integer.parseInt(value.group(1)) : fallback;
  }

  /**
   * Returns an answer with a weak entity tag, like the provider. A 304 does not consume the quota.
   */
  private Answer tagged(Asked request, String quota, String body) {
    String tag = "W/\"" + Integer.toHexString(body.hashCode()) + '"';
    return tag.equals(request.header("If-none-match"))
        ? new Answer(304, "", "ETag", tag)
        : charge(quota, new Answer(200, body, "ETag", tag));
  }

  private Answer charge(String quota, Answer answer) {
    int used = charged.merge(quota, 1, Integer::sum);
    List<String> headers = new ArrayList<>(List.of(answer.headers()));
    headers.addAll(List.of("X-RateLimit-Remaining", Integer.toString(QUOTA - used)));
    headers.addAll(List.of("X-RateLimit-Resource", quota));
    headers.addAll(List.of("Content-Type", "application/json; charset=utf-8"));
    return new Answer(answer.status(), answer.body(), headers.toArray(String[]::new));
  }

  @Override
  public void close() {
    closing.countDown();
    vertx.close().await();
  }
}
