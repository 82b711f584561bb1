package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The node survives an extension whose code fails in each callback. */
@Tag("slow")
class CarelessExtensionTest {
  private static final Path FOLDER = TestNode.folder("careless");
  private static final String CARELESS =
      """
      package careless;
      import dev.gatehouse.area.extension.*;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.concurrent.atomic.AtomicInteger;
      public final class Careless implements Extension {
        private final AtomicInteger first = new AtomicInteger();
        private final AtomicInteger second = new AtomicInteger();
        private final AtomicInteger attempts = new AtomicInteger();
        record Work(String text) {}
        record CarelessState(int first, int second, int attempts, String jar) {}
        public void setUp(ExtensionContext node) {
          WorkQueue<Work> queue = node.queue("work", Work.class, (id, work) -> {
            if (attempts.incrementAndGet() == 1) {
              throw new NoClassDefFoundError("library/Missing");
            }
          });
          node.onEvent("careless.happened", Work.class, work -> {
            first.incrementAndGet();
            throw new AssertionError("no");
          });
          node.onEvent("careless.happened", Work.class, work -> second.incrementAndGet());
          node.onClose(() -> { throw new AssertionError("no"); });
          String closed = node.setting("closed", "");
          node.onClose(() -> write(closed));
          node.onClose(() -> {
            try {
              Thread.sleep(60_000);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
          node.operation("careless.show", CarelessState.class, request -> ApiResponse.ok(
              new CarelessState(first.get(), second.get(), attempts.get(),
                  getClass().getProtectionDomain().getCodeSource().getLocation().getPath())));
          node.operation("careless.work", request -> {
            queue.add(node.newId(), "Work", new Work("text"));
            return ApiResponse.noContent();
          });
          node.operation("careless.publish", request -> {
            node.publish("careless.happened", new Work("text"));
            return ApiResponse.noContent();
          });
          node.operation("careless.declare", request -> {
            node.onEvent("careless.happened", Work.class, work -> {});
            return ApiResponse.noContent();
          });
          node.operation("careless.nothing", request -> null);
          node.operation("careless.gone", request -> ApiResponse.file(
              new FileStore.StoredFile("gone.txt", "a", 1, "", "text/plain")));
        }
        private static void write(String file) {
          try {
            Files.writeString(Path.of(file), "closed");
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        }
      }
      """;
  private static final String OPERATION =
      """
        /careless/%s:
          post:
            operationId: careless.%s
            summary: Fail
            description: Fails.
            security: []
            responses:
              '204': {description: Done}
      """;
  private static final String STATE =
      """
      api: 1
      name: careless
      description: A careless extension
      components:
        schemas:
          CarelessState:
            type: object
            required: [first, second, attempts, jar]
            properties:
              first: {type: integer, minimum: 0, maximum: 100}
              second: {type: integer, minimum: 0, maximum: 100}
              attempts: {type: integer, minimum: 0, maximum: 100}
              jar: {type: string, maxLength: 1000}
            additionalProperties: false
      paths:
        /careless:
          get:
            operationId: careless.show
            summary: Show
            description: Shows.
            security: []
            responses:
              '200':
                description: State
                content: {application/json: {schema: {$ref: '#/components/schemas/CarelessState'}}}
      """;
  private static final String OTHER =
      """
      package other;
      import dev.gatehouse.area.extension.*;
      import java.nio.file.Files;
      import java.nio.file.Path;
      public final class Other implements Extension {
        public void setUp(ExtensionContext node) {
          String file = node.setting("closed", "");
          node.operation("other.get", request -> ApiResponse.noContent());
          node.onClose(() -> {
            try {
              Files.writeString(Path.of(file), "closed");
            } catch (java.io.IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
        }
      }
      """;
  private static final Path CLOSED = FOLDER.resolve("careless-closed");
  private static final Path OTHER_CLOSED = FOLDER.resolve("other-closed");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("EXTENSIONS_FOLDER", jars())
          .with("EXTENSIONS_CARELESS_CLOSED", CLOSED.toString())
          .with("EXTENSIONS_OTHER_CLOSED", OTHER_CLOSED.toString())
          .with("DRAIN_TIMEOUT", "1s");

  private static String jars() {
    var operations = new StringBuilder(STATE);
    for (String name : new String[] {"work", "publish", "declare", "nothing", "gone"}) {
      operations.append(OPERATION.formatted(name, name));
    }
    String other =
        "api: 1\nname: other\ndescription: Other\npaths:\n"
            + OPERATION.formatted("get", "get").replace("careless", "other");
    ExtensionJars.extension(FOLDER, "careless.Careless", CARELESS, operations.toString());
    return ExtensionJars.extension(FOLDER, "other.Other", OTHER, other);
  }

  @AfterAll
  static void delete() {
    TestNode.deleteTree(FOLDER);
  }

  @Test
  void retriesWorkAfterError() throws Exception {
    assertEquals(204, status("work"));
    Waiting.until(() -> state().getInteger("attempts") == 1);
    Waiting.until(() -> {
      NODE.clock.advance(Duration.ofMinutes(1));
      return state().getInteger("attempts") == 2;
    });
  }

  @Test
  void passesEventToEachListener() throws Exception {
    assertEquals(204, status("publish"));
    assertEquals(204, status("publish"));
    Waiting.until(() -> state().getInteger("first") == 2);
    Waiting.until(() -> state().getInteger("second") == 2);
  }

  @Test
  void answersFaultsOfHandlers() {
    assertEquals(500, status("nothing"));
    assertEquals(500, status("declare"));
    assertEquals(404, status("gone"));
  }

  @Test
  void closesEverythingDespiteFaults() throws Exception {
    Path jar = Path.of(state().getString("jar"));
    assertTrue(Files.exists(jar));
    NODE.afterStop(() -> {
      assertTrue(Files.exists(CLOSED));
      assertTrue(Files.exists(OTHER_CLOSED));
      assertFalse(Files.exists(jar));
    });
  }

  private static int status(String operation) {
    return NODE.request("POST", "/careless/" + operation).send().status();
  }

  private static JsonObject state() {
    return NODE.get("/careless").json();
  }
}
