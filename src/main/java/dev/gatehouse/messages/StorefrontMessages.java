package dev.gatehouse.messages;

import dev.gatehouse.bus.Message;

/** The messages of the storefront. */
public final class StorefrontMessages {
  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("storefront.figures", Figures.Period.class, Figures.class);

  private StorefrontMessages() {}
}
