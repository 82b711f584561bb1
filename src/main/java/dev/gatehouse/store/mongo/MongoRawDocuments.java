package dev.gatehouse.store.mongo;

import module java.base;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadPreference;
import com.mongodb.connection.TransportSettings;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoDatabase;
import dev.gatehouse.store.BsonBytes;
import dev.gatehouse.store.RawDocuments;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.vertx.core.json.JsonObject;
import org.bson.RawBsonDocument;
import reactor.core.publisher.Flux;

/** Documents of a server, for copying. */
public final class MongoRawDocuments implements RawDocuments, AutoCloseable {
  private static final int SELECTION_SECONDS = 10;

  /** Approximate size of a batch that is not made larger. */
  private static final int MAX_BYTES = 8 << 20;

  /** Netty transport, because the driver's other transport logs an error when it is closed. */
  private final EventLoopGroup loopGroup =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  private final MongoClient client;
  private final MongoDatabase database;

  public MongoRawDocuments(MongoUrl url) {
    this.client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(url.connection())
                .readPreference(ReadPreference.primary())
                .transportSettings(
                    TransportSettings.nettyBuilder().eventLoopGroup(loopGroup).build())
                .applyToClusterSettings(
                    cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
                .build());
    this.database = client.getDatabase(url.database());
  }

  @Override
  public List<String> collections() {
    return Flux.from(database.listCollectionNames())
        .filter(name -> !name.startsWith("system."))
        .sort()
        .collectList()
        .block();
  }

  @Override
  public void each(String collection, Consumer<List<JsonObject>> reader) {
    List<JsonObject> batch = new ArrayList<>();
    long bytes = 0;
    var found = database.getCollection(collection, RawBsonDocument.class).find();
    for (RawBsonDocument document :
        Flux.from(found.batchSize(MAX_DOCUMENTS)).toIterable(MAX_DOCUMENTS)) {
      byte[] its = bytes(document);
      batch.add(BsonBytes.decode(its));
      bytes += its.length;
      if (batch.size() == MAX_DOCUMENTS || bytes >= MAX_BYTES) {
        reader.accept(List.copyOf(batch));
        batch.clear();
        bytes = 0;
      }
    }
    if (!batch.isEmpty()) {
      reader.accept(batch);
    }
  }

  private static byte[] bytes(RawBsonDocument document) {
    ByteBuffer buffer = document.getByteBuffer().asNIO();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Override
  public void insert(String collection, List<JsonObject> documents) {
    List<RawBsonDocument> raw =
        documents.stream().map(BsonBytes::encode).map(RawBsonDocument::new).toList();
    Flux.from(database.getCollection(collection, RawBsonDocument.class).insertMany(raw))
        .blockLast();
  }

  @Override
  public void close() {
    client.close();
    loopGroup.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
