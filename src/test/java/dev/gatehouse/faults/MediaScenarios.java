package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Wavs;
import dev.gatehouse.areas.games.SaveForms;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Audio, resume, DNA, world saves and market data. */
final class MediaScenarios extends ScenarioGroup {
  private static final String DATA = "/api/proxy/historical-data/";
  private static final String CSV = "timeUtc,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n";

  private final Map<String, byte[]> files = new HashMap<>();

  MediaScenarios(Runs runs) {
    super(runs);
  }

  @Override
  void addAll() {
    media();
    games();
    market();
  }

  private void media() {
    Function<String, Client.Reply> upload =
        run ->
            owner(run, "POST", "/audio/upload").file("file", run + ".wav", Wavs.tone(500)).send();
    add("upload audio", upload, 201, count("audio", 1, NONE));
    add(
        "delete audio",
        before(upload),
        run -> owner(run, "DELETE", "/audio/" + run + ".wav").send(),
        200,
        count("audio", -1, GONE));
    add(
        "put resume",
        run ->
            owner(run, "PUT", "/api/proxy/resume")
                .body("application/pdf", bytes("%PDF-1.7 " + run))
                .send(),
        200,
        nothing());
    Function<String, Client.Reply> dna = sent("POST", "/services/DNA", json("dna", "ATCG"));
    add("store DNA", dna, 201, count("dna", 1, NONE));
    add("delete DNA", made(dna, "id"), deleted("/services/DNA/"), 200, count("dna", -1, GONE));
  }

  private void games() {
    String path = SaveForms.PATH + '/';
    Function<String, Client.Reply> upload =
        run ->
            SaveForms.upload(
                    owner(run, "POST", SaveForms.PATH), run, run + ".zip", SaveForms.world(1, 500))
                .send();
    add("upload save", upload, 201, count("blockgameSaves", 1, NONE));
    add("delete save", made(upload, "_id"), deleted(path), 200, count("blockgameSaves", -1, GONE));
    add(
        "keep one save",
        before(upload).andThen(before(upload)),
        run -> owner(run, "DELETE", path + "keep/1?serverName=" + run).send(),
        200,
        count("blockgameSaves", -1, NONE));
  }

  private void market() {
    Function<String, Client.Reply> put =
        run -> owner(run, "PUT", DATA + run).body("text/csv", bytes(CSV)).send();
    Function<String, Client.Reply> add =
        run ->
            owner(run, "POST", DATA + run + "/bars")
                .json(json("bars", new JsonArray().add(bar())))
                .send();
    add("put symbol", put, 200, count("symbols", 1, NONE));
    add(
        "replace symbol",
        before(put)
            .andThen(before(add))
            .andThen(run ->
                files.put(run, visitor(run, "GET", DATA + run + "/download").send().bytes())),
        run ->
            owner(run, "PUT", DATA + run).body("application/octet-stream", files.get(run)).send(),
        200,
        count("symbols", 0, NONE));
    add("first bars", add, 200, count("symbols", 1, NONE));
    add("more bars", before(put), add, 200, count("symbols", 0, NONE));
    add(
        "delete symbol",
        before(put),
        run -> owner(run, "DELETE", DATA + run).send(),
        200,
        count("symbols", -1, GONE));
    add(
        "import symbol",
        run -> Unchecked.run(() -> Files.writeString(file(run), CSV)),
        run -> manage("trading.import", json("symbol", run, "file", file(run).toString())),
        200,
        count("symbols", 1, NONE));
  }

  private static JsonObject bar() {
    return json("timeUtc", "2026-02-03")
        .put("open", 1)
        .put("high", 2)
        .put("low", 0.5)
        .put("close", 1.5);
  }

  private Path file(String run) {
    return node.data().resolve(run + ".csv");
  }
}
