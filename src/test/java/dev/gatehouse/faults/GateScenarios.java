package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Bans, keys, tokens, tickets and codes. */
final class GateScenarios extends ScenarioGroup {
  private static final int NONE_USED = -1;

  GateScenarios(Runs runs) {
    super(runs);
  }

  @Override
  void addAll() {
    gate();
    codes();
  }

  private void gate() {
    Function<String, Client.Reply> bait = run -> visitor(run, "GET", "/.env").send();
    add("be banned", bait, 403, count("bans", 1, NONE));
    add(
        "ban",
        run -> address(run),
        run -> manage("access.ban", json("address", address(run), "reason", "a test")),
        200,
        count("bans", 1, NONE));
    add(
        "unban",
        before(bait),
        run -> node.owner("DELETE", "/api/proxy/bans/" + address(run)).send(),
        200,
        count("bans", -1, GONE));
    Function<String, Client.Reply> addKey =
        run -> manage("access.addKey", json("name", run, "scopes", new JsonArray()));
    add("add a key", addKey, 201, count("apiKeys", 1, KNOWN));
    add(
        "revoke a key",
        made(addKey, "key"),
        run -> {
          Client.Reply reply = manage("access.revokeKey", json("name", run));
          if (reply.status() == 200) {
            int status =
                node.request("GET", "/deployment/info")
                    .from(node.freshAddress())
                    .key(made.get(run))
                    .send()
                    .status();
            if (status == 200) {
              throw new AssertionError("a revoked key opens");
            }
          }
          return reply;
        },
        200,
        count("apiKeys", -1, GONE));
    Consumer<String> signedIn = run -> made.put(run, signIn(run).json().getString("token"));
    add(
        "log out",
        signedIn,
        run -> visitor(run, "POST", "/api/proxy/auth/logout").token(made.get(run)).send(),
        200,
        // A repeated request with a revoked token gets the expected result.
        count("revocations", 1, Set.of(403)));
    add(
        "take a ticket",
        signedIn,
        run -> visitor(run, "POST", "/api/proxy/auth/ticket").token(made.get(run)).send(),
        201,
        count("tickets", 1, NONE));
  }

  private Client.Reply signIn(String run) {
    return visitor(run, "POST", "/api/proxy/auth/validate-access")
        .json(json("code", TestNode.CODE))
        .send();
  }

  private void codes() {
    add("sign in", this::signIn, 200, nothing());
    add(
        "guess",
        run ->
            visitor(run, "POST", "/api/proxy/auth/validate-access")
                .json(json("code", "wrong"))
                .send(),
        401,
        nothing());
    Consumer<String> another =
        run ->
            made.put(run, manage("access.reissueCode", new JsonObject()).json().getString("code"));
    add(
        "use the code",
        another,
        run ->
            owner(run, "POST", "/api/proxy/daily-code/use")
                .json(json("code", made.get(run), "usedBy", run))
                .send(),
        200,
        new Scenario.Counted(this::used, 1, KNOWN));
    add("replace the code", run -> manage("access.reissueCode", new JsonObject()), 200, nothing());
  }

  private long used() {
    JsonObject day = store.one("dailyCodes");
    return day.getInteger("usedReissue", NONE_USED) >= day.getInteger("reissue") ? 1 : 0;
  }
}
