package dev.gatehouse.areas.site.links;

import dev.gatehouse.Intercepted;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;

/** Fault of a store's next writes. */
final class Trouble {
  /** {@code none}, {@code away} or {@code reply lost}. */
  volatile String kind = "none";

  DocumentCommands over(DocumentCommands store) {
    return Intercepted.of(
        DocumentCommands.class,
        store,
        (method, real) -> {
          boolean write = method.equals("update") || method.equals("insert");
          if (write && kind.equals("away")) {
            throw new StoreAwayException("it is away");
          }
          Object result = real.call();
          if (write && kind.equals("reply lost")) {
            throw new UnknownOutcomeException("its reply was lost");
          }
          return result;
        });
  }
}
