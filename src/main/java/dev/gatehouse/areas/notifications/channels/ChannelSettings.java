package dev.gatehouse.areas.notifications.channels;

import module java.base;

import dev.gatehouse.bus.Json;
import dev.gatehouse.formats.ServerUrl;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * Reader of the channels' settings. A channel is a name and the request that delivers a message.
 */
final class ChannelSettings {
  /** All channels, whether or not they are configured. */
  static final List<String> NAMES = List.of("discord", "ntfy", "telegram", "webhook");

  private static final int MAX_TELEGRAM = 4_096;
  private static final int MAX_NTFY_BYTES = 4_096;
  private static final int MAX_NTFY_TITLE = 250;
  private static final String ELLIPSIS = "…";
  private static final int MAX_DISCORD_TITLE = 256;
  private static final int MAX_DISCORD_TEXT = 4_096;
  private static final String HMAC = "HmacSHA256";

  private ChannelSettings() {}

  /** Returns the configured channels by name. */
  static Map<String, Function<ChannelMessage, ProviderRequest>> read(Section own) {
    Map<String, Function<ChannelMessage, ProviderRequest>> channels = new LinkedHashMap<>();
    String discord = own.url("discordUrl");
    if (!discord.isEmpty()) {
      channels.put("discord", message -> post(discord, discord(message)));
    }
    ChannelUrl topic = ChannelUrl.of(own.urlWithLogin("ntfyUrl"));
    String token = own.text("ntfyToken");
    if (!topic.url().isEmpty()) {
      Check.that(
          topic.url().matches("https?://[^/]+/([^?#]*/)?[A-Za-z0-9_-]{1,64}"),
          own.key("ntfyUrl") + " must end with a topic, for example https://ntfy.sh/my-topic");
      Check.that(
          token.isEmpty() || topic.login().isEmpty(),
          own.key("ntfyUrl") + " must not contain a user if ntfyToken is set");
      channels.put(
          "ntfy", message -> topic.authorized(authorized(ntfy(topic.url(), message), token)));
    }
    String bot = own.text("telegramToken");
    String chat = own.text("telegramChat");
    String api = own.url("telegramUrl");
    Check.that(
        bot.isEmpty() == chat.isEmpty(),
        own.key("telegramToken") + " and telegramChat must be set together");
    if (!bot.isEmpty()) {
      String url = api + "/bot" + bot + "/sendMessage";
      channels.put("telegram", message -> post(url, telegram(chat, message)));
    }
    ChannelUrl webhook = ChannelUrl.of(own.urlWithLogin("webhookUrl"));
    String secret = own.text("webhookSecret");
    if (!webhook.url().isEmpty()) {
      channels.put(
          "webhook",
          message ->
              webhook.authorized(
                  signed(post(webhook.url(), WebhookBody.of(message)), message.id(), secret)));
    }
    return channels;
  }

  private static ProviderRequest post(String url, Object body) {
    // A repeated notification does no harm.
    return ProviderRequest.post(url, Json.encode(body).getBytes(), true);
  }

  /** Discord ignores mentions in the text. */
  private static Map<String, Object> discord(ChannelMessage message) {
    Map<String, String> embed =
        Map.of(
            "title", cut(message.title(), MAX_DISCORD_TITLE),
            "description", cut(message.body(), MAX_DISCORD_TEXT));
    return Map.of("embeds", List.of(embed), "allowed_mentions", Map.of("parse", List.of()));
  }

  /** ntfy accepts JSON at the root of its server only. */
  private static ProviderRequest ntfy(String topic, ChannelMessage message) {
    int slash = topic.lastIndexOf('/');
    ProviderRequest request;
    int max = MAX_NTFY_BYTES;
    do {
      request =
          post(
              topic.substring(0, slash),
              Map.of(
                  "topic", topic.substring(slash + 1),
                  "title", cutBytes(message.title(), MAX_NTFY_TITLE),
                  "message", cutBytes(message.body(), max)));
      // The server limits the JSON, too, which is longer than the text by its escapes.
      max -= MAX_NTFY_BYTES / 8;
    } while (request.body().length > 2 * MAX_NTFY_BYTES && max > 0);
    return request;
  }

  /** Returns at most this number of bytes in UTF-8, without half a character. */
  static String cutBytes(String text, int max) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= max) {
      return text;
    }
    int end = max - ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;
    while ((bytes[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
  }

  private static Map<String, String> telegram(String chat, ChannelMessage message) {
    return Map.of(
        "chat_id", chat, "text", cut(message.title() + '\n' + message.body(), MAX_TELEGRAM));
  }

  private static ProviderRequest authorized(ProviderRequest request, String token) {
    return token.isEmpty() ? request : request.with("Authorization", "Bearer " + token);
  }

  private static ProviderRequest signed(ProviderRequest request, String id, String secret) {
    ProviderRequest named = request.with("X-Gatehouse-Delivery", id);
    if (secret.isEmpty()) {
      return named;
    }
    return named.with("X-Gatehouse-Signature", "sha256=" + signature(request.body(), secret));
  }

  private static String signature(byte[] body, String secret) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns at most this number of UTF-16 units, without half a surrogate pair. */
  private static String cut(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 2)) ? max - 2 : max - 1;
    return text.substring(0, end) + '…';
  }

  /**
   * Address of a channel without its user part, which is sent as Basic authentication.
   *
   * @param login value of the header Authorization; empty without one
   */
  record ChannelUrl(String url, Optional<String> login) {
    static ChannelUrl of(String configured) {
      URI whole = URI.create(configured);
      String user = whole.getRawUserInfo();
      if (user == null) {
        return new ChannelUrl(configured, Optional.empty());
      }
      Optional<String> login =
          ServerUrl.login(whole).map(known -> basic(known.name() + ':' + known.password()));
      return new ChannelUrl(configured.replaceFirst("//[^@/]*@", "//"), login);
    }

    private static String basic(String credentials) {
      return "Basic "
          + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    ProviderRequest authorized(ProviderRequest request) {
      return login.map(value -> request.with("Authorization", value)).orElse(request);
    }
  }

  /**
   * JSON for the webhook.
   *
   * @param message the body again, under the name that Gotify needs
   * @param text title and body, under the name that Slack and Mattermost need
   */
  record WebhookBody(
      String id,
      String title,
      String body,
      String source,
      Instant createdAt,
      String message,
      String text) {
    static WebhookBody of(ChannelMessage message) {
      return new WebhookBody(
          message.id(),
          message.title(),
          message.body(),
          message.source(),
          message.createdAt(),
          message.body(),
          message.title() + '\n' + message.body());
    }
  }
}
