package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.messages.PeopleMessages;
import dev.gatehouse.messages.PeopleMessages.Person;
import dev.gatehouse.messages.PeopleMessages.PersonErased;
import dev.gatehouse.messages.PeopleMessages.PersonFound;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows and erases what is stored about a person. */
@Command(
    name = "person",
    description = {
      "Shows everything that is stored about an email address, in every area, and erases it.",
      "Orders remain without name and address, for taxes. Backups keep the person until they are",
      "deleted."
    })
final class PersonCommand implements Runnable {
  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "ADDRESS", description = "Email address of the person.")
  private String address;

  @Option(names = "--to", paramLabel = "FILE", description = "Writes all of it as JSON to a file.")
  private Path file;

  @Option(names = "--erase", description = "Erases what is stored. This cannot be undone.")
  private boolean erase;

  @Override
  public void run() {
    if (file != null || !erase) {
      PersonFound found = gatehouse.call(PeopleMessages.FIND, new Person(address));
      if (file != null) {
        write(found);
      }
      if (!erase) {
        output.print(found, text(found));
      }
    }
    if (erase) {
      PersonErased done = gatehouse.call(PeopleMessages.ERASE, new Person(address));
      output.print(done, text(done));
    }
  }

  private void write(PersonFound found) {
    try {
      Files.write(file, Json.encode(found).getBytes());
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be written: " + e.getMessage(), e);
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println("written to " + file);
  }

  private static String text(PersonFound found) {
    Map<String, Long> counts =
        found.documents().stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.collection() + ' ' + each.action(),
                    TreeMap::new,
                    Collectors.counting()));
    StringBuilder text = new StringBuilder();
    counts.forEach((kind, count) -> text.append(count).append(' ').append(kind).append('\n'));
    text.append("%s documents, %s files".formatted(found.documents().size(), found.files().size()));
    if (found.erasedAt() != null) {
      text.append("; erased at ").append(found.erasedAt());
    }
    return text.toString();
  }

  private static String text(PersonErased done) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s documents deleted, %s anonymized, %s files deleted"
            .formatted(done.deleted(), done.anonymized(), done.files()));
    done.kept()
        .forEach(kept ->
            text.append(
                "\nkept: %s %s: %s".formatted(kept.collection(), kept.id(), kept.reason())));
    done.backups()
        .forEach(backup ->
            text.append("\nin a backup: %s, %s days old".formatted(backup.name(), backup.days())));
    return text.toString();
  }
}
