package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import java.util.List;

/** Formats of MongoDB's replies. */
final class CommandReply {
  private CommandReply() {}

  static Document ok() {
    return ok(new Document());
  }

  static Document ok(Document reply) {
    return reply.append("ok", 1.0);
  }

  static Document firstBatch(String namespace, List<Document> batch, long cursor) {
    Document part = new Document("id", cursor).append("ns", namespace).append("firstBatch", batch);
    return ok(new Document("cursor", part));
  }

  static Document nextBatch(String namespace, List<Document> batch, long cursor) {
    Document part = new Document("id", cursor).append("ns", namespace).append("nextBatch", batch);
    return ok(new Document("cursor", part));
  }

  static Document failure(MongoServerException failure) {
    Document reply = new Document("ok", 0.0);
    describe(failure, reply);
    return reply;
  }

  static Document writeError(int index, MongoServerException failure) {
    Document error = new Document("index", index);
    describe(failure, error);
    return error;
  }

  private static void describe(MongoServerException failure, Document into) {
    into.put("errmsg", failure.getMessageWithoutErrorCode());
    if (failure instanceof MongoServerError error) {
      into.put("code", error.getCode());
      into.putIfNotNull("codeName", error.getCodeName());
    }
  }
}
