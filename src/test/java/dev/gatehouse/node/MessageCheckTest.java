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

  private static void rejects(String fault, List<Message<?, ?>> declared, Message.Handlers site) {
    var thrown = assertThrows(IllegalStateException.class, () -> check(declared, site));
    assertTrue(thrown.getMessage().contains("\n  " + fault), thrown.getMessage());
  }

  @Test
  void acceptsOneHandlerForEach() {
    assertDoesNotThrow(() -> check(List.of(MESSAGE, COMMAND), on(MESSAGE), on(COMMAND)));
  }

  @Test
  void rejectsMessageWithoutHandler() {
    rejects(
        "messages/SiteMessages.java: site.doSomething has no handler: add one to messages() of"
            + " area site",
        List.of(MESSAGE),
        Message.Handlers.of());
    rejects("messages/SiteMessages.java: trash.sort has no handler", List.of(COMMAND), on(MESSAGE));
  }

  @Test
  void rejectsMessageWithTwoHandlers() {
    rejects(
        "messages/SiteMessages.java: site.doSomething has 2 handlers in [site]",
        List.of(MESSAGE),
        on(MESSAGE).and(on(MESSAGE)));
  }

  @Test
  void rejectsHandlerWithoutDeclaration() {
    rejects(
        "area site handles site.doSomething, which no file of messages/Messages.java declares",
        List.of(),
        on(MESSAGE));
  }

  @Test
  void rejectsHandlerOfOtherTypes() {
    rejects(
        "area site handles site.doSomething, which no file of messages/Messages.java declares",
        List.of(MESSAGE),
        on(Message.of("site.doSomething", Done.class, Done.class)));
  }

  @Test
  void rejectsAddressWithoutArea() {
    rejects(
        "messages/SiteMessages.java: nowhere.do belongs to no area: the areas of"
            + " node/Modules.java are node, site",
        List.of(Message.of("nowhere.do", Nothing.class, Done.class)),
        Message.Handlers.of());
  }

  @Test
  void rejectsHandlerInAnotherArea() {
    Message<Nothing, Done> message = Message.of("node.do", Nothing.class, Done.class);
    rejects(
        "messages/SiteMessages.java: node.do is handled by [site]: move the handler",
        List.of(message),
        on(message));
  }

  @Test
  void rejectsOperationAmongMessages() {
    Message<Nothing, Done> operation = Message.operation("site.robots", Nothing.class, Done.class);
    rejects(
        "area site handles site.robots in messages(): bind an operation in operations()",
        List.of(operation),
        on(operation));
    rejects("area site handles trash.sort in messages()", List.of(COMMAND), on(COMMAND));
  }

  @Test
  void rejectsDuplicateAddress() {
    rejects(
        "messages/SiteMessages.java: site.doSomething is declared twice",
        List.of(MESSAGE, MESSAGE),
        on(MESSAGE));
  }

  @Test
  void rejectsUnknownOperation() {
    rejects(
        "messages/SiteMessages.java: site.unknown is not an operation",
        List.of(Message.operation("site.unknown", Nothing.class, Done.class)),
        Message.Handlers.of());
  }

  @Test
  void rejectsMessageWithOperationAddress() {
    Message<Nothing, Done> message = Message.of("site.robots", Nothing.class, Done.class);
    rejects(
        "messages/SiteMessages.java: site.robots is also the operationId of an operation",
        List.of(message),
        on(message));
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
