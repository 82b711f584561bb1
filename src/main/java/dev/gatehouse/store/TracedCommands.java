package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.tracing.Span;
import java.lang.reflect.Proxy;

/** Commands that record a span each, if the work of their thread is traced. */
public final class TracedCommands {
  /** Names in spans, by method. Other methods have no span. */
  private static final Map<String, String> OPERATIONS =
      Map.of(
          "insert", "insert",
          "replace", "replace",
          "findOne", "find",
          "find", "find",
          "count", "count",
          "update", "update",
          "updateAll", "update",
          "remove", "delete",
          "removeAll", "delete");

  private TracedCommands() {}

  /**
   * Returns commands that run others.
   *
   * @param system name of the database in spans
   */
  public static DocumentCommands of(DocumentCommands commands, String system) {
    return (DocumentCommands)
        Proxy.newProxyInstance(
            DocumentCommands.class.getClassLoader(),
            new Class<?>[] {DocumentCommands.class},
            (proxy, method, arguments) -> {
              String operation = OPERATIONS.get(method.getName());
              Span span = Span.NONE;
              if (operation != null && Span.current().isRecorded()) {
                span =
                    Span.current()
                        .child(operation + ' ' + arguments[0], Span.Kind.CLIENT)
                        .with("db.system.name", system)
                        .with("db.operation.name", operation)
                        .with("db.collection.name", (String) arguments[0]);
              }
              try {
                return method.invoke(commands, arguments);
              } catch (InvocationTargetException e) {
                span.failed(e.getCause().getClass().getSimpleName());
                throw e.getCause();
              } finally {
                span.end();
              }
            });
  }
}
