package dev.gatehouse.node.people;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Message;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.messages.PeopleMessages;
import dev.gatehouse.messages.PeopleMessages.Person;
import dev.gatehouse.messages.PeopleMessages.PersonErased;
import dev.gatehouse.messages.PeopleMessages.PersonFound;
import dev.gatehouse.node.backup.KnownBackups;
import dev.gatehouse.node.people.People.MailFiles;
import dev.gatehouse.node.storage.Storage;
import dev.gatehouse.time.Age;

/** The owner's operations on what is stored about a person. */
public final class PeopleOperations {
  private final People people;

  /**
   * @param extensions collections of extensions whose documents can be deleted
   */
  public PeopleOperations(NodeServices node, Storage storage, Supplier<Set<String>> extensions) {
    var backups = new KnownBackups(node.settings(), node.folder(), node.clock());
    people =
        new People(
            node.documents(),
            new MailFiles(node.folder().resolve("mail")),
            node.dispatcher(),
            storage::compact,
            backups::list,
            extensions,
            node.clock().guarded());
  }

  /**
   * Checks the declarations of personal data.
   *
   * @param withFiles collections whose documents name files
   */
  public void checkDeclarations(Set<String> withFiles) {
    people.checkDeclarations(withFiles);
  }

  /** Removes the buyers and payers of orders that have reached an age. */
  public void anonymizeOld(Age age) {
    people.anonymizeOld(age);
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.findPerson",
        Area.returning(
            PersonFound.class,
            Person.class,
            (call, person) -> Answer.ok(people.find(checked(person)))),
        "node.erasePerson",
        Area.returning(
            PersonErased.class,
            Person.class,
            (call, person) -> Answer.ok(people.erase(checked(person)))));
  }

  public Message.Handlers commands() {
    return Message.Handlers.of()
        .on(PeopleMessages.FIND, (call, person) -> people.find(checked(person)))
        .on(PeopleMessages.ERASE, (call, person) -> people.erase(checked(person)));
  }

  private static String checked(Person person) {
    String email = person.email() == null ? "" : person.email().strip();
    ApiError.badRequestUnless(
        MailText.asciiAddress(email).isPresent(), "email", "must be an email address");
    return email;
  }
}
