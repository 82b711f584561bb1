package dev.gatehouse.bus;

import java.util.function.Consumer;

/**
 * The declaration of an event: its name and the record of its data. All of them are in {@code
 * dev.gatehouse.messages}. Each field of the record may be null: an event that reports lost events
 * has no other data.
 *
 * @param name the event-bus address
 * @param type of the data
 */
public record EventType<T>(String name, Class<T> type) {
  public static <T> EventType<T> of(String name, Class<T> type) {
    return new EventType<>(name, type);
  }

  /** Returns the event with this data in wire form. */
  public Event event(T data) {
    return new Event(name, Json.plain(data));
  }

  /** Returns a listener to events in wire form, which passes their data on. */
  public Consumer<Event> listener(Consumer<T> listener) {
    return event -> listener.accept(data(event));
  }

  /** Returns a listener to events in wire form, which ignores their data. */
  public Consumer<Event> listener(Runnable action) {
    return event -> action.run();
  }

  public T data(Event event) {
    return Json.convert(event.data(), type);
  }
}
