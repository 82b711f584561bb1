package dev.gatehouse.messages;

import dev.gatehouse.bus.Message;
import java.util.List;

/** The command that deletes demo content which no operation of the API deletes. */
public final class DemoMessages {
  public static final Message<DemoDocuments, DemoDeletion> DELETE =
      Message.command("demo.delete", DemoDocuments.class, DemoDeletion.class);

  private DemoMessages() {}

  /** Documents of one collection. */
  public record DemoDocuments(String collection, List<String> ids) {}

  /**
   * @param deleted number of documents that existed
   */
  public record DemoDeletion(boolean success, long deleted) {}
}
