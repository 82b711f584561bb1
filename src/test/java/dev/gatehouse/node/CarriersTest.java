package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A class that is being initialized keeps the carrier of its virtual thread. */
class CarriersTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  private static final CountDownLatch BEGUN = new CountDownLatch(3);
  private static final CountDownLatch OVER = new CountDownLatch(1);

  @Test
  void servesWhileThreeThreadsInitializeClasses() throws Exception {
    try {
      Thread.startVirtualThread(First::new);
      Thread.startVirtualThread(Second::new);
      Thread.startVirtualThread(Third::new);
      assertTrue(BEGUN.await(60, TimeUnit.SECONDS), "all three begin");
      var served = new CompletableFuture<Integer>();
      Thread.startVirtualThread(() -> served.complete(NODE.get("/api/proxy/reviews").status()));
      Waiting.until(served::isDone);
      assertTrue(served.get() == 200, served::toString);
    } finally {
      OVER.countDown();
    }
  }

  private static void begin() {
    BEGUN.countDown();
    Waiting.on(OVER);
  }

  private static final class First {
    static {
      begin();
    }
  }

  private static final class Second {
    static {
      begin();
    }
  }

  private static final class Third {
    static {
      begin();
    }
  }
}
