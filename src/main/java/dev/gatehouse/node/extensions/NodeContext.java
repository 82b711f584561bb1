package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ApiRequest;
import dev.gatehouse.area.extension.ApiResponse;
import dev.gatehouse.area.extension.ExtensionContext;
import dev.gatehouse.area.extension.ExtensionContext.Listener;
import dev.gatehouse.area.extension.FileStore;
import dev.gatehouse.area.extension.FileStore.StoredFile;
import dev.gatehouse.area.extension.RecordStore;
import dev.gatehouse.area.extension.WebService;
import dev.gatehouse.area.extension.WorkQueue;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.node.extensions.StoredFiles.AnyFile;
import dev.gatehouse.node.extensions.StoredRecords.StoredWork;
import dev.gatehouse.provider.HostNames;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.provider.PublicAddresses;
import dev.gatehouse.settings.Size;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Collects what an extension declares, and gives it the node's services under its own names. */
final class NodeContext implements ExtensionContext {
  private static final Logger LOG = LoggerFactory.getLogger(NodeContext.class);
  private static final String KIND = "[a-z]{1,24}";
  private static final Duration LOOKUP = Duration.ofSeconds(5);
  private static final HostNames HOSTS = new HostNames(InetAddress::getAllByName, 4);

  private final String name;
  private final NodeServices node;
  private final StoredFiles files;
  private final Set<String> erasable;
  private final Map<String, Area.Handler> operations = new HashMap<>();
  private final Set<String> declared = new HashSet<>();
  private final AreaModule module;
  private final Set<String> origins = ConcurrentHashMap.newKeySet();
  private volatile boolean complete;

  NodeContext(String name, NodeServices node, Size maxUpload, Set<String> erasable) {
    this.erasable = erasable;
    this.name = name;
    this.node = node;
    this.files = new StoredFiles(name, node);
    this.module =
        AreaModule.of(new OwnArea(name, operations))
            .addUploadCheck(new AnyFile(name, maxUpload.bytes()));
  }

  private record OwnArea(String name, Map<String, Handler> operations) implements Area {}

  /** Ends the declarations and returns the module. */
  AreaModule module() {
    complete = true;
    return module;
  }

  /** Rejects a declaration that would have no effect, because the node has read them all. */
  private void mustBeInSetUp(String what) {
    if (complete) {
      throw new IllegalStateException(what + " must be declared in setUp");
    }
  }

  /** As {@link #mustBeInSetUp}, and rejects a declaration that would replace an earlier one. */
  private void declare(String what) {
    mustBeInSetUp(what);
    if (!declared.add(what)) {
      throw new IllegalArgumentException(what + " is declared twice");
    }
  }

  private void declare(String operation, Area.Handler handler) {
    declare("operation " + operation);
    operations.put(operation, handler);
  }

  @Override
  public void operation(String id, Handler handler) {
    declare(id, call -> answer(() -> handler.handle(new CallRequest(call))));
  }

  @Override
  public void operation(String id, Class<?> reply, Handler handler) {
    declare(id, Area.returning(reply, call -> answer(() -> handler.handle(new CallRequest(call)))));
  }

  @Override
  public <B extends Record> void operation(
      String id, Class<B> body, Class<?> reply, BodyHandler<B> handler) {
    declare(
        id,
        Area.returning(
            reply,
            Area.accepting(
                body,
                (call, value) -> answer(() -> handler.handle(new CallRequest(call), value)))));
  }

  private dev.gatehouse.bus.Answer answer(Response response) throws Exception {
    return answerOf(response, files);
  }

  @Override
  public void beforeStart(Work work) {
    mustBeInSetUp("beforeStart");
    module.addPreparation(() -> {
      try {
        Extensions.runCode(work);
      } catch (Exception e) {
        throw new IllegalStateException(
            "the extension " + name + " cannot be prepared: " + Extensions.reason(e), e);
      }
    });
  }

  @Override
  public void every(Duration period, String job, Work work) {
    module.every(period, qualified(job), () -> Extensions.runCode(work));
  }

  @Override
  public void daily(LocalTime at, String job, Work work) {
    module.daily(at, node.settings().ownerZone(), qualified(job), () -> Extensions.runCode(work));
  }

  @Override
  public <T extends Record> void onEvent(String event, Class<T> type, Listener<T> listener) {
    mustBeInSetUp("onEvent");
    var queue = new EventQueue<>(name, event, listener);
    Consumer<T> receiver = queue::add;
    module.onEvent(EventType.of(event, type), receiver).onClose(queue::close);
  }

  @Override
  public void onClose(Runnable work) {
    mustBeInSetUp("onClose");
    module.onClose(() -> {
      try {
        Extensions.runCode(work::run);
      } catch (Exception e) {
        LOG.error("extension {}: onClose failed", name, e);
      }
    });
  }

  @Override
  public <T extends Record> RecordStore<T> records(String kind, Class<T> type) {
    return new StoredRecords<>(node.documents().collection(collection(kind), type), node.clock());
  }

  private String collection(String kind) {
    return "extension_" + name + '_' + checked(kind);
  }

  @Override
  public void deletesWithPerson(String kind) {
    declare("deletesWithPerson " + kind);
    erasable.add(collection(kind));
  }

  @Override
  public FileStore files() {
    return files;
  }

  @Override
  public <T extends Record> WorkQueue<T> queue(
      String queue, Class<T> type, WorkQueue.Worker<T> worker) {
    String kind = "extension." + name + '.' + checked(queue);
    declare("queue " + queue);
    var stored = new StoredWork<>(kind, type, worker, node);
    module.everySecond("outbox." + kind, stored::run).onClose(stored::close);
    return stored;
  }

  @Override
  public WebService webService(String service) {
    String client = "extension." + name + '.' + checked(service);
    return new RemoteService(
        node.providers().client(ProviderOptions.of(client)),
        host -> HOSTS.resolve(host, LOOKUP),
        origins::contains);
  }

  @Override
  public void publish(String event, Record data) {
    if (!event.startsWith(name + '.')) {
      throw new IllegalArgumentException(event + " must begin with " + name + '.');
    }
    node.dispatcher().publish(typed(event, data));
  }

  private static <T extends Record> dev.gatehouse.bus.Event typed(String event, T data) {
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) data.getClass();
    return EventType.of(event, type).event(data);
  }

  @Override
  public String setting(String key, String defaultValue) {
    Optional<String> own = node.settings().extension(name, key);
    own.ifPresent(this::allow);
    return own.orElse(defaultValue);
  }

  /** Allows calls to the origin of a URL that the owner has set, in a private network, too. */
  private void allow(String value) {
    try {
      origins.add(RemoteService.origin(value));
    } catch (ApiRefusal notUrl) {
      LOG.debug("extension {}: a setting is not a URL", name, notUrl);
    }
  }

  @Override
  public InstantSource clock() {
    return node.clock();
  }

  @Override
  public String newId() {
    return node.documents().newId();
  }

  private String qualified(String job) {
    String whole = name + '.' + checked(job);
    declare("job " + job);
    return whole;
  }

  private static String checked(String kind) {
    if (!kind.matches(KIND)) {
      throw new IllegalArgumentException(kind + " must have 1 to 24 letters a-z");
    }
    return kind;
  }

  /** A call, as an extension sees it. */
  record CallRequest(Call call) implements ApiRequest {
    @Override
    public String text(String name) {
      return call.text(name);
    }

    @Override
    public long number(String name) {
      return call.number(name);
    }

    @Override
    public boolean flag(String name) {
      return call.flag(name);
    }

    @Override
    public boolean isOperator() {
      return call.caller().operator();
    }

    @Override
    public String caller() {
      return call.caller().subject();
    }

    @Override
    public String baseUrl() {
      return call.base();
    }

    @Override
    public Duration remaining() {
      return call.deadline().remaining();
    }

    @Override
    public Optional<UploadedFile> upload() {
      return call.uploads().stream()
          .map(upload ->
              new UploadedFile(
                  upload.blob(),
                  upload.size(),
                  upload.sha256(),
                  upload.fileName(),
                  upload.contentType()))
          .findFirst();
    }
  }

  /**
   * A web service that an extension calls. The address may come from a visitor, so it must not lead
   * into the node's own network, unless the owner has set it.
   *
   * @param resolver resolves a host within a limit
   * @param allowed whether an origin is in a setting of the extension
   */
  record RemoteService(ProviderClient client, Resolver resolver, Predicate<String> allowed)
      implements WebService {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /** Resolves the name of a host. */
    @FunctionalInterface
    interface Resolver {
      InetAddress[] resolve(String host) throws UnknownHostException;
    }

    @Override
    public Reply get(String url, Map<String, String> headers) {
      return call(ProviderRequest.get(checked(url)), url, headers);
    }

    @Override
    public Reply post(
        String url,
        Map<String, String> headers,
        String contentType,
        byte[] body,
        boolean repeatable) {
      return call(
          ProviderRequest.post(checked(url), body, repeatable).with("Content-Type", contentType),
          url,
          headers);
    }

    private static String checked(String url) {
      origin(url);
      return url;
    }

    /**
     * Returns the scheme, host and port of a URL.
     *
     * @throws ApiRefusal if it is not an absolute http or https URL, or has a user
     */
    static String origin(String url) {
      try {
        URI uri = new URI(url);
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (SCHEMES.contains(scheme) && uri.getHost() != null && uri.getRawUserInfo() == null) {
          return ProviderRequest.origin(uri);
        }
      } catch (URISyntaxException e) {
        // Not a URL, as the others.
      }
      throw ApiRefusal.invalid("url", "must be an absolute http or https URL without a user");
    }

    private Reply call(ProviderRequest request, String url, Map<String, String> headers) {
      ProviderRequest whole = request;
      for (Map.Entry<String, String> header : headers.entrySet()) {
        whole = whole.with(header.getKey(), header.getValue());
      }
      if (!allowed.test(origin(url))) {
        whole = publicly(whole, URI.create(url).getHost());
      }
      ProviderReply reply = client.call(whole);
      return new Reply(reply.status(), reply.body());
    }

    /** Calls the address that was checked, because a second resolution may return another one. */
    private ProviderRequest publicly(ProviderRequest request, String host) {
      InetAddress[] addresses;
      try {
        addresses =
            resolver.resolve(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
      } catch (UnknownHostException e) {
        throw ApiRefusal.unavailable(host + " cannot be found", SOON);
      }
      if (!Arrays.stream(addresses).allMatch(PublicAddresses::contains)) {
        throw ApiRefusal.denied(
            host + " is in a private network: set its URL in the extension's settings to allow it");
      }
      return request.at(addresses[0]);
    }
  }

  /** Passes events to a listener, one after the other, without blocking the event loop. */
  static final class EventQueue<T> {
    private static final int MAX_WAITING = 1_000;

    private final String extension;
    private final String event;
    private final Listener<T> listener;
    private final ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            Thread.ofVirtual().factory());

    EventQueue(String extension, String event, Listener<T> listener) {
      this.extension = extension;
      this.event = event;
      this.listener = listener;
    }

    /** Passes an event on later. If too many are waiting, it is lost. */
    void add(T data) {
      try {
        thread.execute(() -> pass(data));
      } catch (RejectedExecutionException full) {
        if (!thread.isShutdown()) {
          LOG.warn(
              "extension {}: an event {} is lost: {} are waiting", extension, event, MAX_WAITING);
        }
      }
    }

    private void pass(T data) {
      try {
        Extensions.runCode(() -> listener.receive(data));
      } catch (Exception e) {
        LOG.error("extension {}: the listener of {} failed", extension, event, e);
      }
    }

    /** Stops. Waiting events are lost. */
    void close() {
      thread.shutdownNow();
    }
  }

  @FunctionalInterface
  interface Response {
    ApiResponse get() throws Exception;
  }

  /**
   * Returns a handler's response.
   *
   * @throws dev.gatehouse.bus.ApiException if the handler refuses the request
   */
  static Answer answerOf(Response handler, StoredFiles files) throws Exception {
    try {
      ApiResponse response = Objects.requireNonNull(handler.get(), "the handler returned null");
      Answer answer =
          switch (response.body()) {
            case null -> new Answer(response.status(), Map.of(), null, null);
            case StoredFile file -> Answer.stored(files.claimCheck(file));
            case String html -> page(response.status(), html);
            case Record json -> Answer.of(response.status(), json);
            default ->
                throw new IllegalArgumentException(
                    "the body of a response is a record, a page or a file, not a "
                        + response.body().getClass().getName());
          };
      return answer.with(response.headers());
    } catch (ApiRefusal refusal) {
      throw error(refusal).exception(refusal);
    }
  }

  private static Answer page(int status, String html) {
    Answer page = Answer.page(html);
    return new Answer(status, page.headers(), page.json(), null);
  }

  private static ApiError error(ApiRefusal refusal) {
    ErrorCode code =
        switch (refusal.reason()) {
          case INVALID -> ErrorCode.PARAMETER_INVALID;
          case DENIED -> ErrorCode.ACCESS_DENIED;
          case NOT_FOUND -> ErrorCode.NOT_FOUND;
          case CONFLICT -> ErrorCode.CONFLICT;
          case CHANGED -> ErrorCode.PRECONDITION_FAILED;
          case NOT_CONFIGURED -> ErrorCode.NOT_CONFIGURED;
          case UNAVAILABLE -> ErrorCode.SERVICE_UNAVAILABLE;
        };
    ApiError error = ApiError.of(code, refusal.param(), refusal.getMessage());
    long seconds = refusal.retryAfter().toSeconds();
    return seconds > 0 ? error.with(Map.of("Retry-After", Long.toString(seconds))) : error;
  }
}
