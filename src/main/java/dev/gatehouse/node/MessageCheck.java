package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Message.Kind;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.messages.Messages.Declared;

/** Compares the declared messages and events with the areas' handlers at the start of a node. */
final class MessageCheck {
  private static final String LIST = "messages/Messages.java";
  private static final Set<Kind> OF_AREAS = Set.of(Kind.AREA, Kind.LOCAL);

  private final Map<String, Set<String>> areasOf = new HashMap<>();
  private final Map<Message<?, ?>, Integer> handlers = new HashMap<>();
  private final List<String> faults = new ArrayList<>();
  private final List<Declared> declared;
  private final Contract contract;

  private MessageCheck(List<Declared> declared, Contract contract) {
    this.declared = declared;
    this.contract = contract;
  }

  /**
   * Checks that each declared message has exactly one handler, and each handler a declaration.
   *
   * @param declared all declared messages
   * @param areas by name
   * @param commands the node's own handlers of the command line's messages
   * @throws IllegalStateException that lists the faults, each with the file to edit
   */
  static void messages(
      List<Declared> declared,
      Map<String, Area> areas,
      Message.Handlers commands,
      Contract contract) {
    var check = new MessageCheck(declared, contract);
    areas.forEach((name, area) -> check.handlersOf(name, area.messages(), OF_AREAS));
    check.handlersOf(NodeModule.NAME, commands, Set.of(Kind.COMMAND));
    check.declarations(areas.keySet());
    check.mustBeEmpty();
  }

  /**
   * Checks that each event has one declaration, and that event streams name declared events.
   *
   * @throws IllegalStateException that lists the faults, each with the file to edit
   */
  static void events(List<EventType<?>> declared, Contract contract) {
    var check = new MessageCheck(List.of(), contract);
    Set<String> names = new HashSet<>();
    for (EventType<?> event : declared) {
      check.faultUnless(
          names.add(event.name()), event.name() + " is declared twice in the files of " + LIST);
    }
    contract
        .operations()
        .forEach(operation ->
            check.faultUnless(
                operation.stream().isEmpty() || names.contains(operation.stream()),
                ("%s streams %s, which no file of %s declares: edit its x-stream in"
                        + " contract/paths or add the declaration")
                    .formatted(operation.id(), operation.stream(), LIST)));
    check.mustBeEmpty();
  }

  private void handlersOf(String area, Message.Handlers group, Set<Kind> kinds) {
    for (Message<?, ?> message : group.messages()) {
      handlers.merge(message, 1, Integer::sum);
      areasOf.computeIfAbsent(message.address(), first -> new TreeSet<>()).add(area);
      faultUnless(
          kinds.contains(message.kind()),
          ("area %s handles %s in messages(): bind an operation in operations(), a command in"
                  + " node/NodeComposition")
              .formatted(area, message.address()));
      faultUnless(
          declared.stream().anyMatch(each -> each.message().equals(message)),
          ("area %s handles %s, which no file of %s declares: declare it there, or remove the"
                  + " handler from the area's messages()")
              .formatted(area, message.address(), LIST));
    }
  }

  private void declarations(Set<String> areas) {
    Set<String> addresses = new HashSet<>();
    for (Declared each : declared) {
      Message<?, ?> message = each.message();
      String place = each.file() + ": " + message.address() + ' ';
      faultUnless(addresses.add(message.address()), place + "is declared twice");
      if (!areas.contains(message.area())) {
        faults.add(
            "%sbelongs to no area: the areas of node/Modules.java are %s"
                .formatted(place, String.join(", ", new TreeSet<>(areas))));
      } else if (message.kind() == Kind.OPERATION) {
        faultUnless(
            contract.operation(message.address()) != null,
            place + "is not an operation of contract/paths: edit the declaration");
      } else {
        handled(place, message);
      }
    }
  }

  private void handled(String place, Message<?, ?> message) {
    String area = message.area();
    Set<String> handlingAreas = areasOf.getOrDefault(message.address(), Set.of());
    int count = handlers.getOrDefault(message, 0);
    faultUnless(
        contract.operation(message.address()) == null,
        place + "is also the operationId of an operation: rename the message");
    faultUnless(
        count > 0,
        place + "has no handler: add one to messages() of area " + area + ", or delete it here");
    faultUnless(
        count < 2,
        place + "has " + count + " handlers in " + handlingAreas + ": remove all but one");
    faultUnless(
        count != 1 || handlingAreas.equals(Set.of(area)),
        place + "is handled by " + handlingAreas + ": move the handler to area " + area);
  }

  private void faultUnless(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }

  private void mustBeEmpty() {
    if (!faults.isEmpty()) {
      throw new IllegalStateException(
          "the messages between areas are not complete:\n  " + String.join("\n  ", faults));
    }
  }
}
