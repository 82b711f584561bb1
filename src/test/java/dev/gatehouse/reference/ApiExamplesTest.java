package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Ran;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the reference are accepted by a node, and are valid in their languages. */
class ApiExamplesTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0").with("LIMITS_OPERATOR_PER_MINUTE", "0");

  /** The records need not exist, and providers need not be configured. */
  @Test
  void areAcceptedByANode() {
    Map<String, String> rejected = new TreeMap<>();
    Client client = NODE.client();
    String token = client.token(TestNode.CODE);
    new ApiPages()
        .examples()
        .forEach((id, example) -> {
          boolean file = !example.type().isEmpty() && !(example.body() instanceof JsonObject);
          boolean form = example.type().startsWith("multipart");
          if (!ExampleReplies.NOT_SENT.containsKey(id)
              && !file
              && !form
              && !id.equals("access.logout")) {
            Client.Reply reply = send(client, token, example);
            String code = reply.status() < 400 ? "" : reply.json().getString("code", "");
            if (!ExampleReplies.areAccepted(id, reply.status(), code)) {
              rejected.put(id, reply.status() + " " + reply.text());
            }
          }
        });
    assertEquals(Map.of(), rejected);
  }

  private static Client.Reply send(Client client, String token, Example example) {
    Client.Request request =
        client.request(example.operation().method().toUpperCase(Locale.ROOT), example.path());
    switch (Example.credential(example.operation())) {
      case "key" -> request.key(TestNode.KEY);
      case "token" -> request.token(token);
      default -> {
        // It needs none.
      }
    }
    return (example.body() instanceof JsonObject json ? request.json(json) : request).send();
  }

  @Test
  void areValidInTheirLanguages(@TempDir Path folder) throws Exception {
    Map<String, Example> examples = new ApiPages().examples();
    Set<String> broken = new TreeSet<>();
    Path shell = folder.resolve("all.sh");
    Path python = folder.resolve("all.py");
    Path script = folder.resolve("all.mjs");
    Files.writeString(
        shell, examples.values().stream().map(Example::curl).collect(Collectors.joining("\n")));
    Files.writeString(
        python, examples.values().stream().map(Example::python).collect(Collectors.joining("\n")));
    Files.writeString(
        script,
        examples.values().stream()
            .map(each -> "{\n" + each.script() + "\n}")
            .collect(Collectors.joining("\n")));
    check(broken, "bash -n " + shell);
    check(broken, "python3 -m py_compile " + python);
    check(broken, "node --check " + script);
    assertEquals(Set.of(), broken);
  }

  private static void check(Set<String> broken, String command) throws Exception {
    String program = command.substring(0, command.indexOf(' '));
    if (Ran.of("command -v " + program).exit() == 0) {
      Ran ran = Ran.of(command);
      if (ran.exit() != 0) {
        broken.add(command + ": " + ran.output());
      }
    }
  }
}
