package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ClassFiles;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.messages.Messages;
import dev.gatehouse.messages.Messages.Declared;
import dev.gatehouse.messages.Nothing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Declarations of messages and the handlers that do not fit them. */
class MessageCheckTest {
  private static final Contract CONTRACT = ContractFiles.load("X-API-Key", "");
  private static final Message<Nothing, Done> MESSAGE =
      Message.of("site.doSomething", Nothing.class, Done.class);
  private static final Message<Nothing, Done> COMMAND =
      Message.command("trash.sort", Nothing.class, Done.class);

  private static Area fake(String name, Message.Handlers messages) {
    return Area.of(name, List.of(), messages);
  }

  private static <Q> Message.Handlers on(Message<Q, Done> message) {
    return Message.Handlers.of().on(message, (call, request) -> new Done(true, ""));
  }

  private static void check(List<Message<?, ?>> declared, Message.Handlers site) {
    check(declared, site, Message.Handlers.of());
  }

  private static void check(
      List<Message<?, ?>> declared, Message.Handlers site, Message.Handlers commands) {
    MessageCheck.messages(
        declared.stream()
            .<Declared>map(message -> new Declared(message, "messages/SiteMessages.java"))
            .toList(),
        Map.of(
            "site", fake("site", site),
            "node", fake("node", Message.Handlers.of())),
        commands,
        CONTRACT);
  }

  @Test
  void acceptsOneHandlerForEach() {
    assertDoesNotThrow(() -> check(List.of(MESSAGE, COMMAND), on(MESSAGE), on(COMMAND)));
  }

  private static Arguments fault(
      String message, List<Message<?, ?>> declared, Message.Handlers site) {
    return Arguments.of(message, declared, site);
  }

  static Stream<Arguments> faults() {
    String file = "messages/SiteMessages.java: ";
    var elsewhere = Message.of("node.do", Nothing.class, Done.class);
    var operation = Message.operation("site.robots", Nothing.class, Done.class);
    var unknown = Message.operation("site.unknown", Nothing.class, Done.class);
    var taken = Message.of("site.robots", Nothing.class, Done.class);
    var nowhere = Message.of("nowhere.do", Nothing.class, Done.class);
    var other = Message.of("site.doSomething", Done.class, Done.class);
    var none = Message.Handlers.of();
    var twice = on(MESSAGE).and(on(MESSAGE));
    String undeclared =
        "area site handles site.doSomething, which no file of messages/Messages.java declares";
    String areas = "the areas of node/Modules.java are node, site";
    String add = "has no handler: add one to messages() of area site";
    return Stream.of(
        fault(file + "site.doSomething " + add, List.of(MESSAGE), none),
        fault(file + "trash.sort has no handler", List.of(COMMAND), on(MESSAGE)),
        fault(file + "site.doSomething has 2 handlers in [site]", List.of(MESSAGE), twice),
        fault(undeclared, List.of(), on(MESSAGE)),
        fault(undeclared, List.of(MESSAGE), on(other)),
        fault(file + "nowhere.do belongs to no area: " + areas, List.of(nowhere), none),
        fault(
            file + "node.do is handled by [site]: move the handler",
            List.of(elsewhere),
            on(elsewhere)),
        fault(
            "area site handles site.robots in messages(): bind an operation in operations()",
            List.of(operation),
            on(operation)),
        fault("area site handles trash.sort in messages()", List.of(COMMAND), on(COMMAND)),
        fault(file + "site.doSomething is declared twice", List.of(MESSAGE, MESSAGE), on(MESSAGE)),
        fault(file + "site.unknown is not an operation", List.of(unknown), none),
        fault(
            file + "site.robots is also the operationId of an operation",
            List.of(taken),
            on(taken)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void rejects(String fault, List<Message<?, ?>> declared, Message.Handlers site) {
    var thrown = assertThrows(IllegalStateException.class, () -> check(declared, site));
    assertTrue(thrown.getMessage().contains("\n  " + fault), thrown.getMessage());
  }

  @Test
  void rejectsStreamOfUndeclaredEvent() {
    List<EventType<?>> events =
        Messages.events().stream().filter(event -> !event.name().equals("trading.logged")).toList();
    var thrown =
        assertThrows(IllegalStateException.class, () -> MessageCheck.events(events, CONTRACT));
    assertTrue(
        thrown.getMessage().contains("trading.tailLogs streams trading.logged"),
        thrown.getMessage());
  }

  @Test
  void rejectsMalformedAddress() {
    assertThrows(
        IllegalArgumentException.class, () -> Message.of("site", Nothing.class, Done.class));
  }

  /** A file that the list lacks would not be checked. */
  @Test
  void listsEveryMessagesClass() {
    Set<String> files =
        ClassFiles.ofTheProduct("dev.gatehouse.messages").stream()
            .map(ClassFiles.Type::simpleName)
            .filter(name -> name.matches("\\w+Messages"))
            .collect(Collectors.toSet());
    assertEquals(
        files, Messages.FILES.stream().map(Class::getSimpleName).collect(Collectors.toSet()));
  }
}
