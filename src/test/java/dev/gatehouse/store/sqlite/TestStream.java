package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.streams.ReadStream;

/** Collects all items of a stream. */
final class TestStream<T> {
  private final ReadStream<T> stream;

  TestStream(ReadStream<T> stream) {
    this.stream = stream;
  }

  List<T> all() {
    List<T> all = new ArrayList<>();
    CompletableFuture<List<T>> done = new CompletableFuture<>();
    stream.exceptionHandler(done::completeExceptionally);
    stream.endHandler(end -> done.complete(all));
    stream.handler(all::add);
    return done.orTimeout(60, TimeUnit.SECONDS).join();
  }
}
