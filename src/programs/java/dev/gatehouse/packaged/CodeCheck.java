package dev.gatehouse.packaged;

import dev.gatehouse.Client;
import dev.gatehouse.histories.CodeModel;
import dev.gatehouse.histories.Models;
import dev.gatehouse.histories.Step;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The code of the day, which is replaced, and then used once. */
final class CodeCheck extends HistoryCheck {
  static final String NAME = "codes";

  private static final String OBJECT = "code of the day";

  /** Replacements of earlier runs with an unknown outcome, which may still take effect. */
  private static final AtomicInteger UNKNOWN = new AtomicInteger();

  CodeCheck(Nodes nodes, History history) {
    super(NAME, nodes, history);
  }

  @Override
  void open() {
    for (int i = 0; i < UNKNOWN.get(); i++) {
      add(OBJECT, new CodeModel(), Step.unknown("reissue", System.nanoTime()));
    }
    UNKNOWN.set(0);
  }

  @Override
  void episode() {
    Optional<String> code =
        step(
            OBJECT,
            new CodeModel(),
            "reissue",
            any(),
            node -> {
              Client.Reply reply = call(node, "access.reissueCode", new JsonObject()).send();
              return reply.status() == 200
                  ? Optional.of(reply.json().getString("code"))
                  : Optional.empty();
            });
    if (code.isEmpty()) {
      UNKNOWN.incrementAndGet();
      pause(200);
      return;
    }
    rivals(
        OBJECT,
        new CodeModel(),
        "use " + code.get(),
        (rival, node) -> use(code.get(), rival, node));
  }

  private Optional<String> use(String code, int rival, int node) {
    Client.Reply reply =
        owner(node, "POST", "/api/proxy/daily-code/use")
            .json(new JsonObject().put("code", code).put("usedBy", "rival " + rival))
            .send();
    return reply.status() == 404 ? Optional.of(Models.NONE) : taken(reply);
  }
}
