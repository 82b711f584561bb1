package dev.gatehouse.areas.site.hosting;

import module java.base;

import dev.gatehouse.areas.site.hosting.HostingSettings.Account;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.provider.ProviderRequest;

/**
 * API of a hosting provider: its URLs, and the names in its answers.
 *
 * @param list field with the list of deployments; empty if the answer is the list
 * @param element field of an element with its deployment; empty if the element is the deployment
 * @param states statuses of {@link Deployment} by the provider's; {@code *_failed} is all with this
 *     end
 */
record HostingApi(
    Query query, String list, String element, Fields fields, Map<String, String> states) {
  /** Number of latest deployments that are requested for each project. */
  static final int PAGE = 20;

  private static final Pattern CANCELED = Pattern.compile("(?is)(cancell?ed|skipped)\\b.*");

  /** The APIs by the names of their providers. */
  static final Map<String, HostingApi> ALL =
      Map.of(
          "koyeb",
          new HostingApi(
              new Query("https://app.koyeb.com", "/v1/deployments", "limit", "service_id"),
              "deployments",
              "",
              new Fields(
                  "id",
                  new Place("service_id", "definition.name", "", null),
                  "status",
                  "",
                  "",
                  "created_at"),
              states(
                  Map.of(
                      "queued", "PENDING SCHEDULED STASHED",
                      "building", "PROVISIONING ALLOCATING STARTING",
                      "ready", "HEALTHY DEGRADED",
                      "failed", "UNHEALTHY ERROR ERRORING",
                      "canceled", "CANCELED CANCELING STOPPED STOPPING",
                      "sleeping", "SLEEPING"))),
          "netlify",
          new HostingApi(
              new Query(
                  "https://api.netlify.com", "/api/v1/sites/{project}/deploys", "per_page", ""),
              "",
              "",
              new Fields(
                  "id",
                  new Place("site_id", "name", "context", null),
                  "state",
                  "",
                  "deploy_ssl_url ssl_url",
                  "created_at"),
              states(
                  Map.of(
                      "queued", "new enqueued pending_review",
                      "building", "uploading uploaded preparing prepared processing building",
                      "ready", "ready",
                      "failed", "error rejected",
                      "canceled", "skipped"))),
          "render",
          new HostingApi(
              new Query("https://api.render.com", "/v1/services/{project}/deploys", "limit", ""),
              "",
              "deploy",
              new Fields("id", new Place("", "", "", null), "status", "", "", "createdAt"),
              states(
                  Map.of(
                      "queued", "created queued",
                      "building", "build_in_progress update_in_progress pre_deploy_in_progress",
                      "ready", "live",
                      "failed", "*_failed",
                      "canceled", "canceled deactivated"))),
          "vercel",
          new HostingApi(
              new Query("https://api.vercel.com", "/v6/deployments", "limit", "projectId"),
              "deployments",
              "",
              new Fields(
                  "uid",
                  new Place("projectId", "name", "target", "preview"),
                  "readyState state",
                  "https://",
                  "url",
                  "created createdAt"),
              states(
                  Map.of(
                      "queued", "QUEUED INITIALIZING",
                      "building", "BUILDING",
                      "ready", "READY",
                      "failed", "ERROR",
                      "canceled", "CANCELED"))));

  /**
   * Address of the list of deployments.
   *
   * @param url the usual one of the API
   * @param limit parameter of the number of deployments
   * @param project parameter of the project; empty if the path contains it
   */
  record Query(String url, String path, String limit, String project) {}

  /**
   * Names of a deployment's fields. Of several names, the first with a value counts.
   *
   * @param urlStart beginning of the URL that the provider leaves out
   */
  record Fields(
      String id, Place place, String status, String urlStart, String url, String createdAt) {}

  /**
   * Names of the fields that tell the deployed site. A name can be that of a field of an object.
   *
   * @param usualEnvironment without a value; null if unknown
   */
  record Place(String project, String name, String environment, String usualEnvironment) {}

  private static Map<String, String> states(Map<String, String> words) {
    Map<String, String> states = new HashMap<>();
    words.forEach(
        (status, own) -> List.of(own.split(" ")).forEach(word -> states.put(word, status)));
    return Map.copyOf(states);
  }

  static HostingApi of(String provider) {
    return Optional.ofNullable(ALL.get(provider))
        .orElseThrow(() -> new IllegalArgumentException("unknown hosting provider: " + provider));
  }

  boolean needsProject() {
    return query.path().contains("{project}");
  }

  /**
   * Returns the URL of the list of the latest deployments.
   *
   * @param project the provider's id; empty for all projects
   */
  String list(Account account, String project) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(query.limit(), Integer.toString(PAGE));
    parameters.put(query.project(), project);
    parameters.put("teamId", account.team());
    parameters.entrySet().removeIf(each -> each.getKey().isEmpty() || each.getValue().isEmpty());
    return account.url()
        + query.path().replace("{project}", ProviderRequest.encode(project))
        + '?'
        + ProviderRequest.query(parameters);
  }

  /**
   * Returns the objects of an answer, one per deployment.
   *
   * @param body plain maps, lists and scalars
   * @throws IllegalArgumentException if the answer has another form
   */
  List<Item> items(Object body) {
    List<Item> items = Item.list(list.isEmpty() ? body : Item.of(body).fields().get(list));
    return element.isEmpty() ? items : items.stream().map(item -> item.item(element)).toList();
  }

  /**
   * Converts an object to a deployment.
   *
   * @param project the requested project; empty for all
   * @return empty if the object is invalid
   */
  Optional<Deployment> deployment(String provider, Item item, String project) {
    return text(item, fields.id())
        .map(id ->
            new Deployment(
                id,
                provider,
                text(item, fields.place().project()).orElse(PlainText.emptyToNull(project)),
                text(item, fields.place().name()).orElse(null),
                text(item, fields.place().environment()).orElse(fields.place().usualEnvironment()),
                text(item, fields.status())
                    .map(this::status)
                    .map(status -> canceled(item) ? "canceled" : status)
                    .orElse(Deployment.UNKNOWN),
                first(fields.url(), name -> item.text(name).flatMap(this::link)).orElse(null),
                HostingApi.<Instant>first(fields.createdAt(), item::time).orElse(null),
                null));
  }

  /** Returns whether Netlify has canceled a build, which it reports as an error. */
  private static boolean canceled(Item item) {
    return item.text("error_message").filter(CANCELED.asMatchPredicate()).isPresent();
  }

  private Optional<String> link(String url) {
    return Item.link(fields.urlStart() + url);
  }

  private String status(String state) {
    String any = state.endsWith("_failed") ? '*' + "_failed" : state;
    return states.getOrDefault(state, states.getOrDefault(any, Deployment.UNKNOWN));
  }

  private static Optional<String> text(Item item, String names) {
    return first(
        names,
        name -> {
          int dot = name.indexOf('.');
          if (dot < 0) {
            return item.text(name);
          }
          return item.item(name.substring(0, dot)).text(name.substring(dot + 1));
        });
  }

  private static <T> Optional<T> first(String names, Function<String, Optional<T>> read) {
    return Stream.of(names.split(" ")).flatMap(name -> read.apply(name).stream()).findFirst();
  }
}
