package dev.gatehouse.area.extension;

import module java.base;

/**
 * Services of a node for one extension. All names are private to the extension. Operations, jobs,
 * queues, listeners and other work can be declared in {@link Extension#setUp} only.
 */
public interface ExtensionContext {

  /** Answers an operation, on a separate virtual thread. */
  @FunctionalInterface
  interface Handler {
    /**
     * @throws ApiRefusal to reject the request; any other exception is answered with 500
     */
    ApiResponse handle(ApiRequest request) throws Exception;
  }

  /** Answers an operation, given its JSON body, which has been validated against the contract. */
  @FunctionalInterface
  interface BodyHandler<B> {
    /**
     * @throws ApiRefusal to reject the request; any other exception is answered with 500
     */
    ApiResponse handle(ApiRequest request, B body) throws Exception;
  }

  /** Background work, which may block and fail. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /** Receives events, one after the other, on a separate thread. */
  @FunctionalInterface
  interface Listener<T> {
    /**
     * @param data the event's data; every field is null or 0 if events may have been lost
     */
    void receive(T data) throws Exception;
  }

  /**
   * Answers an operation that returns no JSON.
   *
   * @param id its operationId in the contract, {@code area.name}
   */
  void operation(String id, Handler handler);

  /**
   * Answers an operation that returns JSON.
   *
   * @param reply record of the reply, which is compared with the contract at startup
   */
  void operation(String id, Class<?> reply, Handler handler);

  /**
   * Answers an operation that accepts and returns JSON.
   *
   * @param body record with the name of the body's schema
   * @param reply record of the reply
   */
  <B extends Record> void operation(
      String id, Class<B> body, Class<?> reply, BodyHandler<B> handler);

  /** Adds work that runs before the first request, for example the creation of indexes. */
  void beforeStart(Work work);

  /** Adds a job that runs on one node once per period. A failed run is soon retried. */
  void every(Duration period, String name, Work work);

  /** Adds a job that runs on one node once a day in the owner's time zone. */
  void daily(LocalTime at, String name, Work work);

  /**
   * Adds a listener, on each node that runs this extension, for an event of Gatehouse or of an
   * extension. A listener that is 1,000 events behind loses events.
   *
   * @param event name, for example {@code notifications.created}
   * @param type record with the fields that the extension needs
   */
  <T extends Record> void onEvent(String event, Class<T> type, Listener<T> listener);

  /**
   * Adds work that runs when the node stops, after the last request has been answered and the jobs
   * have ended. It should end within a second.
   */
  void onClose(Runnable work);

  /**
   * Returns stored records of one kind, which all nodes share.
   *
   * @param name of the kind: lower-case letters
   * @param type record with a text component {@code id}
   */
  <T extends Record> RecordStore<T> records(String name, Class<T> type);

  /**
   * Declares that records of a kind are about one person each. If the owner erases a person, those
   * that contain the person's email address are deleted. Other kinds are only shown.
   *
   * @param kind name of the records
   */
  void deletesWithPerson(String kind);

  /** Returns the extension's stored files, which all nodes share. */
  FileStore files();

  /**
   * Returns a queue of stored work, which is retried up to 20 times.
   *
   * @param name of the queue: lower-case letters
   * @param worker does the work, on one node at a time
   */
  <T extends Record> WorkQueue<T> queue(String name, Class<T> type, WorkQueue.Worker<T> worker);

  /**
   * Returns a client for one web service, with its own limits, circuit breaker and metrics.
   *
   * @param name in logs, metrics and errors: lower-case letters
   */
  WebService webService(String name);

  /**
   * Publishes an event to the listeners of all nodes. In {@code setUp}, this node has no listeners
   * yet.
   *
   * @param event {@code area.name}, beginning with the extension's own name
   */
  void publish(String event, Record data);

  /** Returns the setting {@code extensions.NAME.key}; the default if it is not set. */
  String setting(String key, String defaultValue);

  /** Returns the clock, which a test can set. */
  InstantSource clock();

  /** Returns a new id of 24 random hex digits. */
  String newId();
}
