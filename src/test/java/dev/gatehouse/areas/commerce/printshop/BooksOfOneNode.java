package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.TestDocuments;
import dev.gatehouse.TestServices;
import dev.gatehouse.TestSettings;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.Job;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.messages.PrintshopMessages;
import dev.gatehouse.store.Documents;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;

/** Books of one of several nodes that share a store. */
final class BooksOfOneNode {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final AreaModule printshop;
  private final Vertx vertx = Vertx.vertx();

  BooksOfOneNode(String store, Surroundings provider, InstantSource clock) {
    this(vertx -> TestDocuments.at(vertx, store), provider, clock);
  }

  /**
   * @param store creates the node's view of the store
   */
  BooksOfOneNode(Function<Vertx, Documents> store, Surroundings provider, InstantSource clock) {
    Map<String, String> environment = new HashMap<>(provider.settings());
    environment.put("GATEHOUSE_PRINTSHOP_URL", provider.url());
    environment.put("GATEHOUSE_PRINTSHOP_TOKEN", PrintfulSimulator.TOKEN);
    environment.put("GATEHOUSE_PRINTSHOP_CALLS_PER_MINUTE", "1000000");
    Documents documents = store.apply(vertx);
    printshop =
        Printshop.of(
            TestServices.over(
                vertx, TestSettings.of(environment), documents, clock, provider.folder()));
    documents.createIndexes();
  }

  /**
   * Address of the print shop, and further settings of the node.
   *
   * @param folder for files of the node
   */
  record Surroundings(String url, Path folder, Map<String, String> settings) {}

  /** Calls an operation without a body and throws its failure. */
  JsonObject call(String operation) throws Exception {
    Call call = Call.message(operation, Origin.ownTask("test", "test"), PATIENCE, Map.of());
    Answer answer = printshop.area().operations().get(operation).handle(call);
    return answer.json().toJsonObject();
  }

  /** Runs a job of the module now. */
  void run(String job) throws Exception {
    Job found =
        printshop.jobs().stream().filter(each -> each.name().equals(job)).findFirst().orElseThrow();
    found.work().run(progress -> {});
  }

  /** Tells the module that sums have changed on some node. */
  void changed() {
    printshop
        .listeners()
        .get(PrintshopMessages.CHANGED.name())
        .accept(PrintshopMessages.CHANGED.event(Nothing.NONE));
  }

  void close() {
    printshop.close();
    vertx.close().await();
  }
}
