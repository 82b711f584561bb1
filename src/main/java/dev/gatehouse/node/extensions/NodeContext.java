package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ExtensionContext;
import dev.gatehouse.area.extension.FileStore;
import dev.gatehouse.area.extension.RecordStore;
import dev.gatehouse.area.extension.WebService;
import dev.gatehouse.area.extension.WorkQueue;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.provider.HostNames;
import dev.gatehouse.provider.ProviderOptions;
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

  private dev.gatehouse.bus.Answer answer(Answers.Response response) throws Exception {
    return Answers.of(response, files);
  }

  @Override
  public void beforeStart(Work work) {
    mustBeInSetUp("beforeStart");
    module.addPreparation(() -> {
      try {
        ExtensionCode.run(work);
      } catch (Exception e) {
        throw new IllegalStateException(
            "the extension " + name + " cannot be prepared: " + ExtensionCode.reason(e), e);
      }
    });
  }

  @Override
  public void every(Duration period, String job, Work work) {
    module.every(period, qualified(job), () -> ExtensionCode.run(work));
  }

  @Override
  public void daily(LocalTime at, String job, Work work) {
    module.daily(at, node.settings().ownerZone(), qualified(job), () -> ExtensionCode.run(work));
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
        ExtensionCode.run(work::run);
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
}
