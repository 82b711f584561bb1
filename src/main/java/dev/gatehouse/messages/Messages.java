package dev.gatehouse.messages;

import module java.base;

import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;

/** The list of all declarations. A new file of messages is one line here. */
public final class Messages {
  /** The files that declare messages and events. */
  public static final List<Class<?>> FILES =
      List.of(
          AccessMessages.class,
          CalendarMessages.class,
          DemoMessages.class,
          HttpMessages.class,
          ImportMessages.class,
          JobMessages.class,
          ListingMessages.class,
          MailMessages.class,
          MediaMessages.class,
          NotificationMessages.class,
          PaymentMessages.class,
          PrintshopMessages.class,
          ProductMessages.class,
          ReviewMessages.class,
          SiteMessages.class,
          StorefrontMessages.class,
          TradingMessages.class,
          PeopleMessages.class,
          TrashMessages.class);

  private Messages() {}

  /**
   * A message with the file that declares it.
   *
   * @param file for error messages
   */
  public record Declared(Message<?, ?> message, String file) {}

  /** All declared messages. */
  public static List<Declared> all() {
    List<Declared> all = new ArrayList<>();
    for (Class<?> file : FILES) {
      values(file, Message.class)
          .forEach(message -> all.add(new Declared(message, "messages/" + name(file))));
    }
    return all;
  }

  /** All declared events. */
  public static List<EventType<?>> events() {
    List<EventType<?>> events = new ArrayList<>();
    FILES.forEach(file -> values(file, EventType.class).forEach(events::add));
    return events;
  }

  /** The declared event of a name. */
  public static Optional<EventType<?>> event(String name) {
    return events().stream().filter(event -> event.name().equals(name)).findFirst();
  }

  private static String name(Class<?> file) {
    return file.getSimpleName() + ".java";
  }

  private static <T> List<T> values(Class<?> file, Class<T> type) {
    List<T> values = new ArrayList<>();
    for (Field field : file.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == type) {
        try {
          values.add(type.cast(field.get(null)));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(name(file) + ": " + field.getName() + " is private", e);
        }
      }
    }
    return values;
  }
}
