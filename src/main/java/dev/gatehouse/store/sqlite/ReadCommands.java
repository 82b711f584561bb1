package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Read commands: find, getMore, count, distinct and aggregate. */
record ReadCommands(OpenCursors cursors) {
  private static final int FIRST_BATCH = 101;

  Document find(DocumentDatabase database, Document command) {
    String target = (String) command.get("find");
    StoredCollection collection = database.existing(target);
    if (collection == null) {
      return CommandReply.firstBatch(database.full(target), List.of(), 0);
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
    OpenCursor cursor = new ResultCursor(results, (Document) command.get("projection"));
    boolean single = limit < 0 || Utils.isTrue(command.get("singleBatch"));
    int size = (int) number(command, "batchSize", FIRST_BATCH);
    return firstBatch(collection, cursor, size, single);
  }

  private Document firstBatch(
      StoredCollection collection, OpenCursor cursor, int size, boolean single) {
    List<Document> batch = size == 0 ? List.of() : cursor.take(collection, size);
    long id = single ? 0 : cursors.keep(cursor);
    return CommandReply.firstBatch(collection.getFullName(), batch, id);
  }

  /** Continues a cursor, possibly in another session. */
  Document getMore(DocumentDatabase database, Document command) {
    String target = (String) command.get("collection");
    long id = ((Number) command.get("getMore")).longValue();
    OpenCursor cursor = cursors.get(id);
    List<Document> batch =
        cursor.take(database.existing(target), (int) number(command, "batchSize", 0));
    if (cursor.isEmpty()) {
      cursors.remove(id);
    }
    return CommandReply.nextBatch(database.full(target), batch, cursor.isEmpty() ? 0 : id);
  }

  static Document count(StoredCollection collection, Document command) {
    int count = 0;
    if (collection != null) {
      count =
          collection.count(
              (Document) command.get("query"),
              (int) number(command, "skip", 0),
              (int) number(command, "limit", 0));
    }
    return CommandReply.ok(new Document("n", count));
  }

  static Document distinct(StoredCollection collection, Document command) {
    if (collection == null) {
      return CommandReply.ok(new Document("values", List.of()));
    }
    return collection.handleDistinct(command);
  }

  Document aggregate(Databases databases, DocumentDatabase database, Document command) {
    String target = (String) command.get("aggregate");
    StoredCollection collection = database.existing(target);
    List<Document> pipeline = Aggregation.parse(command.get("pipeline"));
    if (!pipeline.isEmpty() && pipeline.getFirst().containsKey("$changeStream")) {
      throw new MongoServerError(40573, "change streams are not supported");
    }
    CountPipeline count = collection == null ? null : CountPipeline.of(pipeline);
    if (count != null) {
      return CommandReply.firstBatch(database.full(target), count.run(collection), 0);
    }
    Document match = stage(pipeline, 0, "$match");
    int taken = match == null ? 0 : 1;
    Document sort = stage(pipeline, taken, "$sort");
    if (sort != null) {
      taken++;
    }
    Aggregation rest =
        Aggregation.fromPipeline(
            pipeline.subList(taken, pipeline.size()),
            databases::of,
            database,
            collection,
            NoopOplog.get());
    rest.validate(new Document("cursor", new Document()));
    if (collection == null) {
      return CommandReply.firstBatch(database.full(target), List.of(), 0);
    }
    OpenCursor results =
        new ListCursor(rest.runStages(documents(collection, match, sort, rest.isModifying())));
    Document options = (Document) command.getOrDefault("cursor", new Document());
    return firstBatch(collection, results, (int) number(options, "batchSize", FIRST_BATCH), false);
  }

  /** Returns whether a pipeline ends in a writing stage. */
  static boolean writes(Document command) {
    return Aggregation.parse(command.get("pipeline")).stream()
        .anyMatch(stage -> stage.containsKey("$out") || stage.containsKey("$merge"));
  }

  /** Plans the leading $match and $sort like a find, and streams the rest. */
  private static Stream<Document> documents(
      StoredCollection collection, Document match, Document sort, boolean writes) {
    Document query = match == null ? new Document() : match;
    CollectionData data = collection.data();
    Results found =
        writes ? data.settled(data.positions(query, sort), query) : data.find(query, sort, 0, 0);
    Iterable<Document> documents = () -> found;
    return StreamSupport.stream(documents.spliterator(), false);
  }

  private static Document stage(List<Document> pipeline, int at, String name) {
    if (at < pipeline.size() && pipeline.get(at).get(name) instanceof Document stage) {
      return stage;
    }
    return null;
  }

  private static long number(Document command, String name, long otherwise) {
    return command.get(name) instanceof Number number ? number.longValue() : otherwise;
  }
}
