import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccessApi;
import org.openapitools.client.api.MediaApi;
import org.openapitools.client.api.NotificationsApi;
import org.openapitools.client.model.AudioReceipt;
import org.openapitools.client.model.CodeRequest;
import org.openapitools.client.model.ErrorCode;
import org.openapitools.client.model.ErrorReply;
import org.openapitools.client.model.NotifyReceipt;
import org.openapitools.client.model.NotifyRequest;

/** A walk through a running node by the generated client alone: ADDRESS CODE WAV. */
final class WalkThrough {
  private WalkThrough() {}

  public static void main(String[] arguments) throws Exception {
    ApiClient stranger = new ApiClient();
    stranger.updateBaseUri(arguments[0]);
    must(
        code(stranger, () -> new MediaApi(stranger).mediaListAudio(1, 0, null, null))
            == ErrorCode.CREDENTIAL_REQUIRED,
        "no credential");
    String token =
        new AccessApi(stranger)
            .accessValidateAccess(new CodeRequest().code(arguments[1]), null)
            .getToken();
    ApiClient owner = new ApiClient();
    owner.updateBaseUri(arguments[0]);
    owner.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));

    File wav =
        Files.copy(
                Path.of(arguments[2]),
                Files.createTempDirectory("walk").resolve(UUID.randomUUID() + ".wav"))
            .toFile();
    AudioReceipt stored = new MediaApi(owner).mediaUploadAudio(wav);
    must(stored.getSize() == wav.length(), "the upload has its size");

    NotificationsApi notifications = new NotificationsApi(owner);
    String key = UUID.randomUUID().toString();
    NotifyRequest request = new NotifyRequest().title("Walk").body("through");
    NotifyReceipt first = notifications.notificationsNotify(request, key);
    NotifyReceipt again = notifications.notificationsNotify(request, key);
    must(first.getData().getId().equals(again.getData().getId()), "a repeat has the first reply");
    notifications.notificationsNotify(request, UUID.randomUUID().toString());
    String newest =
        notifications.notificationsList(1, 0, null).getData().getNotifications().get(0).getId();
    String older =
        notifications.notificationsList(1, 1, null).getData().getNotifications().get(0).getId();
    must(
        older.equals(first.getData().getId()) && !older.equals(newest),
        "the second page has the first notification");
    must(
        code(
                owner,
                () ->
                    notifications.notificationsNotify(
                        new NotifyRequest().title("").body("b"), null))
            == ErrorCode.PARAMETER_INVALID,
        "an empty title is refused");
    System.out.println("the Java client has walked through");
  }

  private interface Call {
    Object run() throws ApiException;
  }

  private static ErrorCode code(ApiClient client, Call call) throws Exception {
    try {
      call.run();
    } catch (ApiException e) {
      return client.getObjectMapper().readValue(e.getResponseBody(), ErrorReply.class).getCode();
    }
    throw new IllegalStateException("the call succeeds");
  }

  private static void must(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException(what);
    }
  }
}
