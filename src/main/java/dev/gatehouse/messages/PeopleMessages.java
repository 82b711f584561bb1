package dev.gatehouse.messages;

import module java.base;

import dev.gatehouse.bus.Message;

/** The commands on everything that is stored about a person. */
public final class PeopleMessages {
  public static final Message<Person, PersonFound> FIND =
      Message.command("people.find", Person.class, PersonFound.class);

  public static final Message<Person, PersonErased> ERASE =
      Message.command("people.erase", Person.class, PersonErased.class);

  private PeopleMessages() {}

  /** A person, by email address. */
  public record Person(String email) {}

  /**
   * A stored document about a person.
   *
   * @param action what an erasure does: delete, anonymize or keep
   * @param reason why it is kept; null if it is not
   */
  public record PersonDocument(
      String collection, String id, String action, String reason, Map<String, Object> document) {}

  /** A backup, which may contain the person until it is deleted. */
  public record PersonBackup(String name, Instant createdAt, long days) {}

  /**
   * Everything about a person.
   *
   * @param files emails that were written as files
   * @param erasedAt time of an earlier erasure; null without one
   */
  public record PersonFound(
      boolean success,
      String email,
      List<PersonDocument> documents,
      List<String> files,
      List<PersonBackup> backups,
      Instant erasedAt) {}

  /**
   * Result of an erasure.
   *
   * @param kept documents that still name the person, with the reason
   */
  public record PersonErased(
      boolean success,
      String email,
      long deleted,
      long anonymized,
      long files,
      List<PersonDocument> kept,
      List<PersonBackup> backups) {}
}
