package dev.gatehouse.areas.site.hosting;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.StoredTime;

/**
 * Deployments that the owner's own scripts report. A later state of a commit replaces the earlier
 * one. The latest of each project are kept.
 */
public final class OwnDeployments {
  private static final String PROVIDER = "own";
  private static final String PROJECT = "project";
  private static final int ID_BYTES = 12;

  /**
   * Maximum number of all deployments, so that a script with random names cannot fill the store.
   */
  private static final int MAX = 4_000;

  private final DocumentCollection<Stored> deployments;
  private final InstantSource clock;

  /**
   * A reported deployment.
   *
   * @param commit empty if unknown
   * @param url empty if unknown
   * @param createdAt time of the first report
   */
  private record Stored(
      String id,
      String project,
      String environment,
      String state,
      String commit,
      String url,
      Instant createdAt,
      Instant updatedAt) {
    Deployment view() {
      return new Deployment(
          id,
          PROVIDER,
          project,
          project,
          environment,
          state,
          url.isEmpty() ? null : url,
          createdAt,
          commit.isEmpty() ? null : commit);
    }
  }

  private record DeploymentReport(
      String project, String state, String environment, String commit, String url) {}

  private record Reported(boolean success, Deployment deployment) {}

  public OwnDeployments(Documents documents, InstantSource clock) {
    this.deployments =
        documents.collection(
            "deployments", Stored.class, Query.by(PROJECT).then("createdAt").down());
    this.clock = clock;
  }

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.reportDeployment",
        Area.returning(Reported.class, DeploymentReport.class, this::report));
  }

  /** Returns all reported deployments. Blocks. */
  List<Deployment> all() {
    return deployments.all(Stored::id).map(Stored::view).toList();
  }

  private Answer report(Call call, DeploymentReport report) {
    String commit = Objects.requireNonNullElse(report.commit(), "");
    String url = Objects.requireNonNullElse(report.url(), "");
    try {
      url = url.isEmpty() ? url : WebAddress.parse(url).text();
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid("url", e.getMessage());
    }
    Instant now = StoredTime.now(clock);
    String id =
        commit.isEmpty()
            ? deployments.newId()
            : Sha256.hex(
                String.join("\n", report.project(), report.environment(), commit), ID_BYTES);
    Optional<Stored> before = deployments.find(id);
    var next =
        new Stored(
            id,
            report.project(),
            report.environment(),
            report.state(),
            commit,
            url.isEmpty() ? before.map(Stored::url).orElse("") : url,
            before.map(Stored::createdAt).orElse(now),
            now);
    store(next, before.isPresent());
    deleteOld(report.project());
    return Answer.created(new Reported(true, next.view()));
  }

  private void store(Stored next, boolean known) {
    try {
      if (known) {
        deployments.save(next, next.id());
      } else if (!deployments.insert(next, next.id(), MAX)) {
        throw ApiException.of(
            ErrorCode.RECORD_LIMIT_REACHED, "the maximum of " + MAX + " deployments is reached");
      }
    } catch (DuplicateKeyException reported) {
      // A concurrent report has created it.
      deployments.save(next, next.id());
    }
  }

  private void deleteOld(String project) {
    deployments
        .find(
            where(PROJECT).is(project).json(),
            Query.by(PROJECT).then("createdAt").down().json(),
            HostingApi.PAGE,
            0)
        .forEach(old -> deployments.delete(Query.id(old.id())));
  }
}
