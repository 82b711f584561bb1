package dev.gatehouse.areas.notifications.channels;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.areas.notifications.push.PushSender;
import dev.gatehouse.areas.notifications.push.PushSender.PushPayload;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Json;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Delivery;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.outbox.OutboxEntry.State;
import dev.gatehouse.outbox.OutboxRequest;
import dev.gatehouse.outbox.OutboxWorker;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderOptions;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.settings.Section;

/**
 * Delivers notifications to the configured channels, through the outbox. Each channel has its own
 * kind of entries, so one that fails does not delay the others. Push messages whose node stopped
 * before it sent them have a kind, too.
 */
public record NotificationChannels(
    Map<String, Channel> channels, Outbox outbox, InstantSource clock) {
  /** Name under which push messages are enqueued. */
  public static final String PUSH = "push";

  private static final String KIND = "channel.";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The last attempt is made three hours after the first. */
  private static final int MAX_ATTEMPTS = 11;

  private static final int FIRST_ERROR = 300;
  private static final int ID_BYTES = 12;

  /** Channels whose undelivered messages are listed. */
  private static final List<String> MESSAGES =
      Stream.concat(ChannelSettings.NAMES.stream(), Stream.of(PUSH)).toList();

  /**
   * @param timeout maximum duration of an attempt
   */
  private record Channel(Sender sender, Duration timeout) {
    private interface Sender {
      void send(ChannelMessage message) throws DeliveryException;
    }
  }

  private record ChannelList(boolean success, List<ListedChannel> channels) {}

  private record ListedChannel(
      String name, boolean on, long waiting, long dead, Instant sentAt, String error) {}

  private record ChannelTest(boolean success, String message) {}

  private record MessageList(
      boolean success, List<ListedMessage> messages, PageOrder.Pagination pagination) {}

  private record ListedMessage(
      String _id,
      String channel,
      String title,
      int attempts,
      String error,
      @JsonUnwrapped @JsonIgnoreProperties("sentAt") OutboxEntry.Times times) {
    static ListedMessage of(OutboxEntry entry) {
      return new ListedMessage(
          entry.id(),
          entry.matter().to(),
          entry.matter().title(),
          entry.progress().attempts(),
          entry.progress().error(),
          entry.times());
    }
  }

  /** Reads the settings to check them. */
  public static void readSettings(Section own) {
    ChannelSettings.read(own);
  }

  /** Creates the configured channels. */
  public static NotificationChannels of(NodeServices node, PushSender push) {
    Map<String, Channel> channels = new TreeMap<>();
    ChannelSettings.read(node.settings().section("channels"))
        .forEach((name, request) -> {
          ProviderOptions options = ProviderOptions.of("channel-" + name).withTimeout(TIMEOUT);
          ProviderClient client = node.providers().client(options);
          channels.put(name, new Channel(message -> send(client, request.apply(message)), TIMEOUT));
        });
    channels.put(PUSH, new Channel(message -> push.deliver(payload(message)), push.budget()));
    return new NotificationChannels(channels, node.outbox(), node.clock());
  }

  /** Adds the jobs that deliver messages. */
  public void addTo(AreaModule module, NodeServices node) {
    channels.forEach((name, channel) -> {
      var delivery =
          new Delivery(
              KIND + name,
              MAX_ATTEMPTS,
              channel.timeout(),
              entry -> channel.sender().send(entry.body(ChannelMessage.class)));
      var worker =
          OutboxWorker.of(
              outbox, delivery, node.documents(), node.clock(), node.dispatcher().tracer());
      module.everySecond("outbox." + name, worker::run).onClose(worker::close);
    });
  }

  /** Returns the names of the configured channels. */
  public List<String> names() {
    return channels.keySet().stream().filter(name -> !name.equals(PUSH)).toList();
  }

  /** Enqueues a message for a channel. A repeated call enqueues nothing, on any node. */
  public void enqueue(String name, ChannelMessage message) {
    outbox.enqueue(
        Sha256.hex("channel\n" + name + '\n' + message.id(), ID_BYTES),
        new OutboxRequest(KIND + name, new OutboxEntry.Matter(name, message.title()), message));
  }

  private static PushPayload payload(ChannelMessage message) {
    return new PushPayload(message.id(), message.title(), message.body());
  }

  private static void send(ProviderClient client, ProviderRequest request)
      throws DeliveryException {
    ProviderReply reply = client.call(request);
    if (reply.status() >= FIRST_ERROR) {
      // The owner may correct the settings before the last attempt.
      throw new DeliveryException(Outcome.FAILED, ChannelReply.described(reply), null);
    }
  }

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "notifications.channels", Area.returning(ChannelList.class, this::list),
        "notifications.testChannel", Area.returning(ChannelTest.class, this::test),
        "notifications.listMessages", Area.returning(MessageList.class, this::messages),
        "notifications.retryMessage", Area.returning(Done.class, this::retry),
        "notifications.discardMessage", Area.returning(Done.class, this::discard));
  }

  private Answer list(Call call) {
    return Answer.ok(
        new ChannelList(true, ChannelSettings.NAMES.stream().map(this::listed).toList()));
  }

  private ListedChannel listed(String name) {
    String kind = KIND + name;
    Optional<OutboxEntry> sent = latest(kind, State.SENT);
    Optional<OutboxEntry> failed =
        latest(kind, State.WAITING)
            .filter(entry -> entry.progress().error() != null)
            .or(() -> latest(kind, State.DEAD));
    return new ListedChannel(
        name,
        channels.containsKey(name),
        outbox.select(kind, State.WAITING).count(),
        outbox.select(kind, State.DEAD).count(),
        sent.map(entry -> entry.times().sentAt()).orElse(null),
        failed.map(entry -> entry.progress().error()).orElse(null));
  }

  private Optional<OutboxEntry> latest(String kind, State state) {
    return outbox.select(kind, state).page(0, 1).stream().findFirst();
  }

  /** Sends a message immediately. */
  private Answer test(Call call) {
    Channel channel = configured(call.text("name"));
    var message =
        new ChannelMessage(
            outbox.newId(), "Test message", "This channel works.", "gatehouse", clock.instant());
    try {
      channel.sender().send(message);
      return Answer.ok(new ChannelTest(true, "the channel accepted the message"));
    } catch (DeliveryException e) {
      return Answer.ok(new ChannelTest(false, e.getMessage()));
    } catch (ApiException e) {
      return Answer.ok(new ChannelTest(false, e.failure().message()));
    }
  }

  private Channel configured(String name) {
    return Optional.ofNullable(channels.get(name))
        .orElseThrow(() ->
            ApiException.of(
                ErrorCode.INTEGRATION_NOT_FOUND,
                "the channel " + name + " is not configured: set channels in the settings"));
  }

  private Answer messages(Call call) {
    String name = call.text("channel");
    List<String> names = name == null ? MESSAGES : List.of(name);
    var state = State.valueOf(call.text("state").toUpperCase(Locale.ROOT));
    var page =
        ListPage.of(
            call,
            outbox.select(names.stream().map(KIND::concat).toList(), state),
            ListedMessage::of);
    return Answer.ok(new MessageList(true, page.entries(), page.pagination()));
  }

  private Answer retry(Call call) {
    OutboxEntry message = message(call);
    configured(message.matter().to());
    return outbox
        .retry(message.id())
        .map(entry -> Answer.ok(new Done(true, "the message will be tried again")))
        .orElseThrow(NotificationChannels::unknown);
  }

  private Answer discard(Call call) {
    return outbox
        .discard(message(call).id())
        .map(entry -> Answer.ok(new Done(true, "the message is discarded")))
        .orElseThrow(NotificationChannels::unknown);
  }

  /** Returns the message that a call names. Other kinds of entries are unknown. */
  private OutboxEntry message(Call call) {
    return outbox
        .find(call.text("id"))
        .filter(entry -> entry.kind().startsWith(KIND))
        .orElseThrow(NotificationChannels::unknown);
  }

  private static ApiException unknown() {
    return ApiException.of(
        ErrorCode.MESSAGE_NOT_FOUND, "no message of a channel with this ID is waiting or dead");
  }

  /** The reason that a channel's service gives for a rejected message. */
  static final class ChannelReply {
    /** Fields of Telegram; Discord and Mattermost; Gotify; ntfy, Apprise and others. */
    private static final List<String> FIELDS =
        List.of("description", "message", "errorDescription", "error");

    private static final int MAX_BYTES = 65_536;
    private static final int MAX_REASON = 200;

    /** Returns one line for the owner: the status and the service's own words. */
    static String described(ProviderReply reply) {
      return "the channel replied with status "
          + reply.status()
          + PlainText.prefixed(": ", reason(reply.body()));
    }

    private static String reason(byte[] body) {
      if (body.length > MAX_BYTES) {
        return "";
      }
      String text = new String(body, StandardCharsets.UTF_8).strip();
      if (text.startsWith("<")) {
        // A page for people, whose first line says nothing.
        return "";
      }
      return line(text.startsWith("{") ? field(body) : text);
    }

    private static String field(byte[] body) {
      try {
        JsonNode reply = Json.decode(body, JsonNode.class);
        return FIELDS.stream()
            .map(reply::path)
            .filter(JsonNode::isTextual)
            .map(JsonNode::asText)
            .findFirst()
            .orElse("");
      } catch (UncheckedIOException | IllegalArgumentException noJson) {
        return "";
      }
    }

    private static String line(String text) {
      String first = text.lines().findFirst().orElse("").replaceAll("\\p{C}", " ").strip();
      return PlainText.abbreviated(first, MAX_REASON);
    }
  }
}
