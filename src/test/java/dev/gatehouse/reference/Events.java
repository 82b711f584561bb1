package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.messages.Messages;
import dev.gatehouse.reference.ContractDocument.Documented;

/** Page of the event streams, and of the events that extensions receive. */
final class Events {
  private static final Path SOURCES = Path.of("src/main/java/dev/gatehouse/messages");

  private Events() {}

  static String page(ContractDocument contract, SchemaTables tables, String note)
      throws IOException {
    var page = new StringBuilder("# Events\n\n").append(note);
    page.append(
        """
        ## Event streams

        A client of an event stream (server-sent events) gets events while it is connected. A browser, whose `EventSource` sends no headers, opens
        a stream that needs a credential with a single-use ticket. After an interruption, the client sends the ID of its last event in `Last-Event-ID`, to any node.
        The stream then continues behind that event, without a hole and without a repetition, for 24 hours. `EventSource` in browsers does
        this by itself. A new stream begins with the ID of its position, without data. A client that keeps it, as Chromium does, also resumes before its first event.
        Firefox and the package `eventsource` ignore such an ID. If entries are left out, the stream sends an event named `gap`. A comment is sent in quiet times, so that proxies keep the connection.

        | Stream | Event | Operation |
        |---|---|---|
        """);
    for (Documented each : contract.operations()) {
      if (each.isStream()) {
        page.append(
            SchemaTables.row(
                "`GET " + each.path() + "`",
                "`" + each.json().getString("x-stream") + "`",
                "[" + each.title() + "](api/" + each.tag() + ".md)"));
      }
    }
    page.append(
        """

        ## Events inside Gatehouse

        An [extension](../extensions.md) receives these events with `onEvent`, on all nodes. Each is sent at most once to each node. A node that
        was cut off gets a `gap` event instead of those that it missed, so every field can be null. Do not use an event as the only trigger of
        work that must not be lost.

        | Event | Fields | Meaning |
        |---|---|---|
        """);
    for (EventType<?> event : events()) {
      page.append(SchemaTables.row("`" + event.name() + "`", fields(event.type()), meaning(event)));
    }
    return page.toString();
  }

  static List<EventType<?>> events() {
    return Messages.events().stream()
        .sorted(Comparator.comparing(EventType::name))
        .collect(Collectors.toList());
  }

  private static String fields(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getName)
        .map(name -> "`" + name + "`")
        .collect(Collectors.joining(", "));
  }

  /** Returns the comment of the event's declaration. */
  private static String meaning(EventType<?> event) throws IOException {
    Pattern declaration =
        Pattern.compile(
            "/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*public static final EventType<\\w+> \\w+ =\\s*"
                + "EventType\\.of\\(\\s*\""
                + Pattern.quote(event.name())
                + '"');
    for (Path file : FileTree.of(SOURCES)) {
      Matcher found = declaration.matcher(Files.readString(file));
      if (found.find()) {
        return found
            .group(1)
            .replaceAll("(?m)^\\s*\\*", " ")
            .replaceAll("\\{@\\w+ ([^}]*)}", "`$1`")
            .replaceAll("\\s+", " ")
            .strip();
      }
    }
    throw new IllegalStateException("the declaration of " + event.name() + " needs a comment");
  }
}
