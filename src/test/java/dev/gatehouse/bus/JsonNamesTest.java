package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Field names from clients are not retained in the JVM. */
class JsonNamesTest {
  @Test
  void parsesNamesWithoutInterning() throws IOException {
    Buffer json = Buffer.buffer("{\"a name that nobody else has\":1}");
    Map<?, ?> object = assertInstanceOf(Map.class, Json.parse(json));
    String name = assertInstanceOf(String.class, object.keySet().iterator().next());
    assertEquals("a name that nobody else has", name);
    // intern() returns the table's entry, which would be the client's String if it had been
    // interned.
    assertNotSame(name, new String(name).intern());
  }
}
