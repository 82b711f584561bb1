package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.Ran;
import dev.gatehouse.TestNode;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.contract.ErrorCode.Group;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the reference are accepted by a node, and are valid in their languages. */
class ApiExamplesTest {
  /** Operations that no example can call, with the reason. */
  private static final Map<String, String> NOT_SENT =
      Map.of(
          "payments.webhook", "needs the signature of the provider",
          "notifications.stream", "does not end",
          "trading.tailLogs", "does not end");

  /** Codes of examples whose codes, products or hosts do not exist on the node. */
  private static final Map<String, String> MISSING =
      Map.of(
          "access.useCode", "code_not_current",
          "access.validateAccess", "code_invalid",
          "commerce.submitReview", "verification_code_invalid",
          "notifications.subscribe", "parameter_invalid",
          "storefront.saveCart", "parameter_invalid");

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
          if (!NOT_SENT.containsKey(id) && !file && !form && !id.equals("access.logout")) {
            Client.Reply reply = send(client, token, example);
            if (isRejected(reply, MISSING.getOrDefault(id, ""))) {
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

  private static boolean isRejected(Client.Reply reply, String expected) {
    if (reply.status() < 400) {
      return false;
    }
    String code = reply.json().getString("code", "");
    if (code.equals(expected)) {
      return false;
    }
    Set<Group> invalid = Set.of(Group.REQUESTS, Group.ACCESS, Group.FAILURES);
    return ErrorCode.ofWire(code).filter(each -> !invalid.contains(each.group())).isEmpty();
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
