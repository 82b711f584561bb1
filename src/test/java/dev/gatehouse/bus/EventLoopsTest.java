package dev.gatehouse.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.LoopWatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No event loop has waited in the product's code while all other tests ran. */
@Tag("last")
class EventLoopsTest {
  @Test
  void neverWaitInProduct() throws IOException {
    assertEquals(Set.of(), LoopWatch.before());
  }
}
