package dev.gatehouse.bus;

import module java.base;

/** An area of groups of operations. */
record GroupedArea(
    String name, Map<String, Handler> operations, Message.Handlers messages, Runnable end)
    implements Area {
  static GroupedArea of(
      String name, List<Map<String, Handler>> groups, Message.Handlers messages, Runnable end) {
    Map<String, Handler> operations = new HashMap<>();
    groups.forEach(operations::putAll);
    return new GroupedArea(name, operations, messages, end);
  }

  @Override
  public void close() {
    end.run();
  }
}
