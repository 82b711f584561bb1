package dev.gatehouse.areas.codehost;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Branches by GraphQL, and by REST where GraphQL is unavailable, with the same result. */
@Timeout(180)
class BranchesTest extends CodeHostFixture {
  @BeforeEach
  void start() {
    simulator.add("one");
    simulator.branch("one", "master", "2026-11-01");
    simulator.branch("one", "feature/a b#c", "2025-01-01");
    simulator.add("two").put("private", true).put("visibility", "private");
    simulator.branch("two", "old", "2024-02-29");
    simulator.add("copy").put("fork", true);
    simulator.branch("copy", "theirs", "2020-01-01");
    simulator.add("over").put("archived", true);
    simulator.branch("over", "done", "2020-01-01");
    simulator.add("empty");
  }

  @Test
  void listsBranchesWithTheirLastCommit() {
    PartialList<Branch> branches = host.branches().value();
    assertTrue(branches.complete());
    assertEquals(
        Set.of("octocat/one master", "octocat/one feature/a b#c", "octocat/two old"),
        branches.items().stream()
            .map(each -> each.repository() + ' ' + each.name())
            .collect(Collectors.toSet()));
    Branch feature = named(branches, "feature/a b#c");
    assertEquals("https://github.com/octocat/one/tree/feature/a%20b%23c", feature.htmlUrl());
    assertEquals("octocat", feature.commit().author());
    assertEquals(Instant.parse("2025-01-01T12:00:00Z"), feature.commit().date());
    assertEquals(689, feature.age(NOW));
    assertEquals(0, feature.age(Instant.EPOCH));
    assertTrue(named(branches, "master").standing().isDefault());
    assertTrue(named(branches, "master").standing().isProtected());
    assertFalse(feature.standing().isProtected());
    assertEquals(List.of(), simulator.asked("/repos/"));
  }

  /** GraphQL is missing, forbidden for the token, failing, or answers in an unexpected format. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404 | {}",
        "403 | {\"message\":\"Resource not accessible by personal access token\"}",
        "400 | {}",
        "502 | <html>",
        "200 | <html>",
        "200 | []",
        "200 | {\"data\":null,\"errors\":[{\"type\":\"FORBIDDEN\"}]}",
        "200 | {\"errors\":[{\"message\":\"Something went wrong\"}]}",
        "200 | {\"data\":{\"repositoryOwner\":null}}",
        "200 | {\"data\":{\"repositoryOwner\":{\"repositories\":{\"nodes\":[{\"refs\":7}]}}}}",
      })
  void withoutGraphQlRestTellsTheSame(int status, String body) {
    PartialList<Branch> expected = host.branches().value();
    simulator.script("/graphql", status, body);
    PartialList<Branch> branches = host("", PATIENCE).branches().value();
    assertEquals(Set.copyOf(expected.items()), Set.copyOf(branches.items()));
    assertTrue(branches.complete());
    assertEquals(List.of(), simulator.asked("/repos/octocat/(copy|over)"));
  }

  /** A repository that the token may not read is null, and an error states the reason. */
  @Test
  void reportsPartialGraphQlReplyAsIncomplete() {
    simulator.script(
        "/graphql",
        request -> {
          JsonObject node =
              new JsonObject(
                  """
                  {"name":"r","nameWithOwner":"octocat/r","url":"https://github.com/octocat/r",
                   "refs":{"pageInfo":{"hasNextPage":true},"nodes":[null,{"name":"tag","target":{"oid":"1"}},
                    {"name":"b","target":{"oid":"2","committedDate":"2026-01-01T00:00:00Z"}}]}}\
                  """);
          return new CodeHostSimulator.Answer(
              200,
              "{\"errors\":[{\"type\":\"FORBIDDEN\"}],\"data\":{\"repositoryOwner\":{\"repositories\":"
                  + "{\"pageInfo\":{\"hasNextPage\":true,\"endCursor\":null},\"nodes\":[null,"
                  + node.encode()
                  + "]}}}}");
        });
    PartialList<Branch> branches = host.branches().value();
    assertEquals(List.of("b"), branches.items().stream().map(Branch::name).toList());
    assertFalse(branches.complete());
    assertEquals(1, simulator.asked("/graphql").size());
  }

  /** Pages that link back to themselves do not cause an endless loop. */
  @Test
  void stopsAfterAHundredPages() {
    simulator.script(
        "/graphql",
        200,
        "{\"data\":{\"repositoryOwner\":{\"repositories\":{\"pageInfo\":"
            + "{\"hasNextPage\":true,\"endCursor\":\"again\"},\"nodes\":[]}}}}");
    assertFalse(host.branches().value().complete());
    assertEquals(100, simulator.asked("/graphql").size());
  }

  @Test
  void readsAllPagesOfBranches() {
    for (int i = 0; i < 250; i++) {
      simulator.branch("one", "b" + i, "2026-01-01");
    }
    assertEquals(253, host.branches().value().items().size());
    assertEquals(3, simulator.asked("/graphql").size());
    simulator.script("/graphql", 404, "");
    assertEquals(253, host("", PATIENCE).branches().value().items().size());
  }

  /** With an exhausted quota, requests by REST would make the problem worse. */
  @Test
  void doesNotUseRestWhenGraphQlQuotaIsUsedUp() {
    String limited =
        "{\"errors\":[{\"type\":\"RATE_LIMITED\",\"message\":\"API rate limit exceeded\"}]}";
    simulator.script("/graphql", 200, limited, used(900));
    assertPaused(800, 900, failure(() -> host.branches()));
    assertEquals(List.of(), simulator.asked("/repos"));
    assertEquals(0, host.issues().value().totalCount());
  }

  /**
   * Repositories without a new push are not requested. For the others, only new commits are
   * requested.
   */
  @Test
  void fetchesCommitsOfChangedBranchesOnly() {
    simulator.script("/graphql", 404, "");
    host.branches();
    int asked = simulator.asked("/repos/").size();
    simulator.branch("two", "new", "2026-11-20");
    simulator.repositories.get(1).put("pushed_at", "2026-11-22T08:30:00Z");
    clock.advance(Duration.ofHours(25));
    assertEquals(4, host.branches().value().items().size());
    assertEquals(asked + 2, simulator.asked("/repos/").size());
  }

  private static Branch named(PartialList<Branch> branches, String name) {
    return branches.items().stream().filter(each -> each.name().equals(name)).findFirst().get();
  }
}
