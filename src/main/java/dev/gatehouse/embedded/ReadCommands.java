package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** find, count, distinct and aggregate. */
final class ReadCommands {
  private static final int FIRST_BATCH = 101;

  private final OpenCursors cursors;

  ReadCommands(OpenCursors cursors) {
    this.cursors = cursors;
  }

  Document find(String namespace, StoredCollection collection, Document command) {
    if (collection == null) {
      return Reply.firstBatch(namespace, List.of(), 0);
    }
    Document filter = (Document) command.getOrDefault("filter", new Document());
    long limit = number(command, "limit", 0);
    Results results =
        collection
            .data()
            .find(
                filter,
                (Document) command.get("sort"),
                number(command, "skip", 0),
                Math.abs(limit));
    Document projection = (Document) command.get("projection");
    ResultCursor cursor = cursors.open(id -> new ResultCursor(id, collection, results, projection));
    boolean single = limit < 0 || Utils.isTrue(command.get("singleBatch"));
    return firstBatch(namespace, cursor, (int) number(command, "batchSize", FIRST_BATCH), single);
  }

  private Document firstBatch(String namespace, Cursor cursor, int size, boolean single) {
    List<Document> batch = size == 0 ? List.of() : cursor.takeDocuments(size);
    return Reply.firstBatch(namespace, batch, single ? 0 : cursors.keep(cursor));
  }

  Document count(StoredCollection collection, Document command) {
    int count =
        collection == null
            ? 0
            : collection.count(
                (Document) command.get("query"),
                (int) number(command, "skip", 0),
                (int) number(command, "limit", 0));
    return Reply.ok(new Document("n", count));
  }

  Document distinct(StoredCollection collection, Document command) {
    return collection == null
        ? Reply.ok(new Document("values", List.of()))
        : collection.handleDistinct(command);
  }

  Document aggregate(
      MongoDatabase database,
      String namespace,
      StoredCollection collection,
      Document command,
      DatabaseResolver databases) {
    List<Document> pipeline = Aggregation.parse(command.get("pipeline"));
    if (!pipeline.isEmpty() && pipeline.getFirst().containsKey("$changeStream")) {
      throw new MongoServerError(40573, "change streams are not supported");
    }
    CountPipeline count = collection == null ? null : CountPipeline.of(pipeline);
    if (count != null) {
      return Reply.firstBatch(namespace, count.run(collection), 0);
    }
    Document match = stage(pipeline, 0, "$match");
    int taken = match == null ? 0 : 1;
    Document sort = stage(pipeline, taken, "$sort");
    taken += sort == null ? 0 : 1;
    Aggregation rest =
        Aggregation.fromPipeline(
            pipeline.subList(taken, pipeline.size()),
            databases,
            database,
            collection,
            NoopOplog.get());
    rest.validate(new Document("cursor", new Document()));
    if (collection == null) {
      return Reply.firstBatch(namespace, List.of(), 0);
    }
    List<Document> results = rest.runStages(documents(collection, match, sort, rest.isModifying()));
    Document options = (Document) command.getOrDefault("cursor", new Document());
    ListCursor cursor = cursors.open(id -> new ListCursor(id, results));
    return firstBatch(namespace, cursor, (int) number(options, "batchSize", FIRST_BATCH), false);
  }

  /** The leading $match and $sort go through the planner like a find; the rest is streamed. */
  private static Stream<Document> documents(
      StoredCollection collection, Document match, Document sort, boolean writes) {
    Document query = match == null ? new Document() : match;
    CollectionData data = collection.data();
    Results found = writes ? data.findSettled(query, sort) : data.find(query, sort, 0, 0);
    Iterable<Document> documents = () -> found;
    return StreamSupport.stream(documents.spliterator(), false);
  }

  private static Document stage(List<Document> pipeline, int at, String name) {
    return at < pipeline.size() && pipeline.get(at).get(name) instanceof Document stage
        ? stage
        : null;
  }

  private static long number(Document command, String name, long otherwise) {
    return command.get(name) instanceof Number number ? number.longValue() : otherwise;
  }
}
