package dev.gatehouse.provider;

import module java.base;

import dev.gatehouse.time.StoredTime;

/** Outcome of the latest calls to each provider since the start of the node. */
public final class ProviderHealth {
  private static final int MAX_TEXT = 500;

  /** Class name of an exception before its message. */
  private static final Pattern EXCEPTION = Pattern.compile("^(\\w+\\.)+[\\w$]+: ");

  private final Map<String, Course> courses = new ConcurrentHashMap<>();
  private final InstantSource clock;

  /**
   * Outcome of the latest calls to a provider.
   *
   * @param name of the provider in logs and metrics
   * @param succeededAt time of the last success; null without one
   * @param failingSince time of the first failure after the last success; null if the last call
   *     succeeded
   * @param failedAt time of the last failure; null without one
   * @param error description of the last failure; null without one
   */
  public record Status(
      String name, Instant succeededAt, Instant failingSince, Instant failedAt, String error) {}

  /**
   * Status with the start of the failures before the last success. A reply that arrives, but cannot
   * be read, is a success and then a failure of one call.
   */
  private record Course(Status status, Instant failedBefore) {
    Course succeeded(Instant now) {
      var next = new Status(status.name, now, null, status.failedAt, status.error);
      return new Course(next, status.failingSince);
    }

    Course failed(Instant now, String why, boolean unread) {
      Instant since = Objects.requireNonNullElse(status.failingSince, now);
      if (unread && status.failingSince == null && failedBefore != null) {
        since = failedBefore;
      }
      return new Course(new Status(status.name, status.succeededAt, since, now, why), null);
    }
  }

  ProviderHealth(InstantSource clock) {
    this.clock = clock;
  }

  void succeeded(String provider) {
    change(provider, course -> course.succeeded(StoredTime.now(clock)));
  }

  /**
   * @param unread whether a reply arrived that cannot be read
   */
  void failed(String provider, String why, boolean unread) {
    String words = EXCEPTION.matcher(why).replaceFirst("");
    String text = words.substring(0, Math.min(words.length(), MAX_TEXT));
    change(provider, course -> course.failed(StoredTime.now(clock), text, unread));
  }

  private void change(String provider, UnaryOperator<Course> change) {
    courses.compute(
        provider, (name, course) -> change.apply(course == null ? begin(name) : course));
  }

  private static Course begin(String name) {
    return new Course(new Status(name, null, null, null, null), null);
  }

  /** Returns the statuses of the providers that were called. */
  public List<Status> all() {
    return courses.values().stream().map(Course::status).toList();
  }
}
