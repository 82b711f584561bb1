package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.exception.NoSuchCommandException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes MongoDB's commands on a file. Reads run concurrently on snapshots; writes are answered
 * after their commit. A command that MongoDB would reject midway keeps its earlier changes. The
 * same is true of a long command that fails between two of its slices for another reason.
 */
final class Engine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Engine.class);

  private final StoreFile file;
  private final LongAdder reads = new LongAdder();
  private final OpenCursors cursors;
  private final ReadCommands reading;
  private final Readers readers;
  private final Writer writer;
  private final IndexBuilds builds;
  private volatile StoreWatch watch = StoreWatch.NONE;

  private Engine(StoreFile file, InstantSource clock) {
    this.file = file;
    this.cursors = new OpenCursors(clock);
    this.reading = new ReadCommands(cursors);
    this.readers = new Readers(file, reads);
    this.writer = new Writer(file, reads, nanos -> watch.committed(nanos));
    this.builds = new IndexBuilds(readers, writer);
  }

  /**
   * Opens the store in a folder, which is created if missing.
   *
   * @param clock clock for closing abandoned cursors
   * @throws IllegalStateException if another process uses the store, or its file cannot be read
   */
  static Engine open(Path folder, boolean fsync, InstantSource clock) {
    StoreFile file = new StoreFile(folder, fsync);
    try {
      return new Engine(file, clock);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  Readers readers() {
    return readers;
  }

  Writer writer() {
    return writer;
  }

  /** Returns the current problem; empty if healthy. */
  Optional<String> trouble() {
    return writer.trouble();
  }

  /** Returns the number of documents read since the start, which reveals full scans. */
  long documentsRead() {
    return reads.sum();
  }

  /** Returns the bytes of the file and its log. */
  long fileBytes() {
    return file.size();
  }

  void watch(StoreWatch newWatch) {
    watch = newWatch;
  }

  /** Runs a command and always returns a reply. */
  Document run(String database, String command, Document query) {
    long begin = System.nanoTime();
    try {
      return dispatch(database, command, query);
    } catch (MongoServerException e) {
      return CommandReply.failure(e);
    } catch (StoreFailure e) {
      if (e.isDamage()) {
        log.error("{}", e.getMessage());
      }
      return failure(StoreErrorCode.of(e), e);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      log.error("command {} of the document store failed", command, e);
      return failure(StoreErrorCode.INTERNAL_ERROR, e);
    } finally {
      watch.ran(System.nanoTime() - begin);
    }
  }

  private static Document failure(StoreErrorCode code, Throwable cause) {
    return CommandReply.failure(
        new MongoServerError(
            code.number, code.words, "the document store failed: " + cause.getMessage()));
  }

  private Document dispatch(String database, String command, Document query) {
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "find" -> find(database, query);
      case "getmore" -> readers.run(all -> reading.getMore(all.of(database), query));
      case "killcursors" -> cursors.kill(query);
      case "aggregate" -> aggregate(database, query);
      case "count", "distinct", "listindexes", "listcollections", "collstats", "dbstats" ->
          readers.run(all -> all.of(database).run(command, query));
      case "listdatabases" -> readers.run(Engine::listDatabases);
      case "insert" -> write(database, query, WriteCommand.Kind.INSERT);
      case "update" -> write(database, query, WriteCommand.Kind.UPDATE);
      case "delete" -> write(database, query, WriteCommand.Kind.DELETE);
      case "createindexes" -> builds.create(database, query);
      case "drop", "dropindexes" -> dropping(all -> all.of(database).run(command, query));
      case "dropdatabase" -> dropping(all -> dropDatabase(all, database));
      case "renamecollection" -> dropping(all -> rename(all, query));
      case "findandmodify", "create" -> writer.run(all -> all.of(database).run(command, query));
      default -> throw new NoSuchCommandException(command);
    };
  }

  private Document find(String database, Document query) {
    Databases.Work<Document> work = all -> reading.find(all.of(database), query);
    return isOneById(query) ? readers.runHere(work) : readers.run(work);
  }

  /** Returns whether a find can match at most one document, with a lookup of some microseconds. */
  private static boolean isOneById(Document query) {
    return query.get("filter") instanceof Document filter
        && filter.size() == 1
        && filter.get("_id") instanceof String;
  }

  private Document aggregate(String database, Document query) {
    Databases.Work<Document> work = all -> reading.aggregate(all, all.of(database), query);
    return ReadCommands.writes(query) ? writer.run(work) : readers.run(work);
  }

  private Document write(String database, Document query, WriteCommand.Kind kind) {
    String name = (String) query.get(query.keySet().iterator().next());
    WriteCommand command = new WriteCommand(kind, query);
    while (!command.isDone()) {
      if (command.isToSettle()) {
        boolean there = readers.run(all -> settle(all.of(database).existing(name), command));
        if (!there && kind == WriteCommand.Kind.DELETE) {
          return command.reply();
        }
      } else {
        Databases.Work<Boolean> slice =
            all -> {
              command.advance(all.of(database).writable(name), writer.pace());
              return true;
            };
        run(slice, command.isLong());
      }
    }
    return command.reply();
  }

  private void run(Databases.Work<Boolean> slice, boolean isPart) {
    if (isPart) {
      writer.runPart(slice);
    } else {
      writer.run(slice);
    }
  }

  private static Boolean settle(StoredCollection collection, WriteCommand command) {
    command.settle(collection);
    return collection != null;
  }

  private Document dropping(Databases.Work<Document> work) {
    Document reply = writer.run(work);
    writer.clear();
    return reply;
  }

  private static Document listDatabases(Databases all) {
    List<Document> names =
        all.names().stream()
            .map(name -> new Document("name", name).append("empty", false))
            .toList();
    return CommandReply.ok(new Document("databases", names));
  }

  private static Document dropDatabase(Databases all, String database) {
    all.of(database).drop(null);
    return CommandReply.ok(new Document("dropped", database));
  }

  private static Document rename(Databases all, Document query) {
    String from = (String) query.get("renameCollection");
    String to = (String) query.get("to");
    if (!from.equals(to)) {
      DocumentDatabase source = all.of(Utils.getDatabaseNameFromFullName(from));
      DocumentDatabase target = all.of(Utils.getDatabaseNameFromFullName(to));
      String name = Utils.getCollectionNameFromFullName(to);
      if (Utils.isTrue(query.get("dropTarget")) && target.existing(name) != null) {
        target.dropCollection(name, null);
      }
      source.rename(Utils.getCollectionNameFromFullName(from), target, name);
    }
    return CommandReply.ok();
  }

  /** Finishes the active commands and then closes the file. */
  @Override
  public void close() {
    readers.close();
    writer.close();
    file.close();
  }
}
