package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages between areas, checked on javac's syntax trees. */
class DeclaredMessagesTest {

  /**
   * Messages and events are sent by their declarations: an address is a literal only there, and a
   * call is made only where messages and requests are turned into calls. Extensions declare their
   * own events.
   */
  private static final class UndeclaredMessages extends SourceRule {
    private static final String BUS = "dev.gatehouse.bus";
    private static final String DECLARATIONS = "dev.gatehouse.messages";
    private static final String EXTENSIONS = "dev.gatehouse.node.extensions";
    private static final Set<String> DECLARING =
        Set.of(
            "Message.of", "Message.local", "Message.command", "Message.operation", "EventType.of");
    private static final Set<String> MAKING_CALLS =
        Set.of(
            BUS,
            "dev.gatehouse.http.stages",
            "dev.gatehouse.http.events",
            "dev.gatehouse.node",
            "dev.gatehouse.node.management");

    private final Set<String> addresses =
        Stream.concat(
                Messages.all().stream()
                    .map(Messages.Declared::message)
                    // The area of an operation binds its method to the operationId.
                    .filter(message -> message.kind() != Message.Kind.OPERATION)
                    .map(Message::address),
                Messages.events().stream().map(EventType::name))
            .collect(Collectors.toSet());

    @Override
    public Void visitLiteral(LiteralTree literal, CompilationUnitTree unit) {
      if (addresses.contains(literal.getValue()) && !Sources.packageOf(unit).equals(DECLARATIONS)) {
        fault(unit, literal, literal.getValue() + ": use its declaration in " + DECLARATIONS);
      }
      return super.visitLiteral(literal, unit);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, CompilationUnitTree unit) {
      if (call.getMethodSelect().toString().equals("Call.message")
          && !Sources.packageOf(unit).equals(BUS)) {
        fault(unit, call, "Call.message: use MessageBus.ask or send");
      }
      if (DECLARING.contains(call.getMethodSelect().toString())
          && !Set.of(DECLARATIONS, EXTENSIONS).contains(Sources.packageOf(unit))) {
        fault(unit, call, call.getMethodSelect() + ": declare it in " + DECLARATIONS);
      }
      return super.visitMethodInvocation(call, unit);
    }

    @Override
    public Void visitNewClass(NewClassTree made, CompilationUnitTree unit) {
      if (made.getIdentifier().toString().equals("Call")
          && !MAKING_CALLS.contains(Sources.packageOf(unit))) {
        fault(unit, made, "new Call: use MessageBus.ask or send");
      }
      return super.visitNewClass(made, unit);
    }
  }

  @Test
  void sendsMessagesByTheirDeclarations() {
    new UndeclaredMessages().check();
  }

  @Test
  void detectsUndeclaredMessages(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Sender.java"),
        """
        package dev.gatehouse.areas.site;
        class Sender {
          void send() {
            Call call = Call.message("access.ban", null, null, Map.of("address", "::1"));
            listen("products.changed");
            listen(EventType.of("site.done", Done.class), null);
            Call other = new Call("access.currentCode", null, null, null, null, null);
          }
        }
        """);
    List<String> faults = new UndeclaredMessages().faultsOf(Sources.under(folder));
    assertEquals(5, faults.size(), faults::toString);
  }
}
