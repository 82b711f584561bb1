package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.http.Row.Expected;
import dev.gatehouse.http.Row.Sent;
import dev.gatehouse.reference.ContractDocument;
import dev.gatehouse.reference.ContractDocument.Documented;
import dev.gatehouse.reference.SampleValues;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation rejects what the contract excludes, with the status, the code and the parameter
 * that the contract implies, and accepts what is just within its bounds.
 */
class OperationRowsTest {
  private static final int AT_ONCE = 8;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  private static final ContractDocument CONTRACT = new ContractDocument();
  private static final SampleValues SAMPLES = new SampleValues(CONTRACT);
  private static String token;

  @BeforeAll
  static void signIn() {
    token = NODE.client().token(TestNode.CODE);
  }

  static Stream<Documented> operations() {
    return CONTRACT.operations().stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void rejectsWhatContractExcludes(Documented operation) throws Exception {
    List<Callable<String>> checks = new ArrayList<>();
    for (Row row : OperationRows.of(CONTRACT, SAMPLES, operation)) {
      checks.add(() -> fault(operation, row));
    }
    List<String> faults = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (Future<String> each : threads.invokeAll(checks)) {
        faults.add(each.get());
      }
    }
    faults.removeIf(String::isEmpty);
    assertEquals("", String.join("\n", faults), operation.id());
  }

  private static String fault(Documented operation, Row row) {
    try {
      Client.Reply reply = send(operation, row.sent());
      String fault = fault(row.expected(), reply);
      return fault.isEmpty() ? "" : operation.id() + ' ' + row.name() + ": " + fault;
    } catch (RuntimeException | AssertionError e) {
      return operation.id() + ' ' + row.name() + ": " + e;
    }
  }

  private static String fault(Expected expected, Client.Reply reply) {
    JsonObject error = reply.status() < 400 ? new JsonObject() : reply.json();
    String code = error.getString("code", "");
    String param = error.getString("param", "");
    String found = reply.status() + " " + reply.text();
    if (expected.status() == 0) {
      return reply.status() == 400 && param.equals(expected.param())
          ? "is valid, got " + found
          : "";
    }
    boolean same =
        reply.status() == expected.status()
            && code.equals(expected.code())
            && param.equals(expected.param());
    return same ? "" : "expected " + expected + ", got " + found;
  }

  private static Client.Reply send(Documented operation, Sent sent) {
    Client.Request request = NODE.client().request(sent.method(), sent.path());
    sent.headers()
        .forEach((name, value) -> {
          if (!name.equals("Content-Type")) {
            request.header(name, value);
          }
        });
    switch (credential(operation)) {
      case "key" -> request.key(TestNode.KEY);
      case "token" -> request.token(token);
      default -> request.from(NODE.freshAddress());
    }
    String type = sent.headers().get("Content-Type");
    return (type == null ? request : request.body(type, sent.body())).send();
  }

  /** Returns a credential that serves: key, token or nothing. */
  private static String credential(Documented operation) {
    JsonArray security = operation.json().getJsonArray("security");
    if (security == null) {
      return operation.id().equals("access.logout") ? "token" : "key";
    }
    return security.isEmpty() ? "" : "token";
  }
}
