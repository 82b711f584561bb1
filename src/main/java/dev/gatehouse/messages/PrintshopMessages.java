package dev.gatehouse.messages;

import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;

/** The messages and events of the print shop's books. */
public final class PrintshopMessages {
  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("commerce.bookFigures", Figures.Period.class, Figures.class);

  /** Published when sums of the books have changed. */
  public static final EventType<Nothing> CHANGED = EventType.of("printshop.changed", Nothing.class);

  private PrintshopMessages() {}
}
