package dev.gatehouse.contract;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reasons for which a request fails, as clients read them in the field {@code code} of an
 * error. A code keeps its name and its status in later releases. {@code src/docs/errors.md} lists
 * all of them.
 */
public enum ErrorCode {
  REQUEST_INVALID(
      Group.REQUESTS,
      400,
      "The request is invalid, and no other code says why.",
      "Read the message and correct the request."),
  REQUEST_MALFORMED(
      Group.REQUESTS,
      400,
      "The bytes are not a well-formed HTTP request, or the path, the Host header or the "
          + "framing is invalid.",
      "Use an HTTP client library and encode the path."),
  PARAMETER_MISSING(
      Group.REQUESTS,
      400,
      "A required parameter, header or body field is absent.",
      "Send the field that `param` names."),
  PARAMETER_INVALID(
      Group.REQUESTS,
      400,
      "A parameter, header or body field has an invalid value.",
      "Correct the field that `param` names. The message states the allowed values."),
  PARAMETER_UNKNOWN(
      Group.REQUESTS,
      400,
      "The body or form has a field that the operation does not declare.",
      "Remove the field that `param` names, or correct its spelling."),
  BODY_MISSING(
      Group.REQUESTS,
      400,
      "The operation requires a body, and the request has none.",
      "Send a body of the documented media type."),
  BODY_INVALID_JSON(
      Group.REQUESTS,
      400,
      "The body is not valid JSON in UTF-8, or repeats a key.",
      "Correct the JSON."),
  FORM_INVALID(
      Group.REQUESTS,
      400,
      "The body is not valid multipart/form-data.",
      "Let the HTTP client build the form and its boundary."),
  UPLOAD_INCOMPLETE(
      Group.REQUESTS,
      400,
      "The upload ended before its last byte, or its form is invalid.",
      "Send the upload again."),
  CONTENT_INVALID(
      Group.REQUESTS,
      400,
      "The uploaded or added data has invalid content.",
      "Correct the data at the position that the message names."),
  DIGEST_MISMATCH(
      Group.REQUESTS,
      400,
      "The body does not hash to the value of Content-Digest.",
      "Send the body again. If it fails again, check how the client computes the hash."),
  RESULT_TOO_LARGE(
      Group.REQUESTS,
      400,
      "The result of this query has more entries than one reply may hold.",
      "Narrow the query, for example to fewer days."),
  IDEMPOTENCY_KEY_REUSED(
      Group.REQUESTS,
      400,
      "The Idempotency-Key was used with another body.",
      "Use a new key for each distinct request."),
  PLAYER_UNKNOWN(
      Group.REQUESTS, 400, "No player has this name.", "Correct the name, or send the UUID."),
  VERIFICATION_CODE_INVALID(
      Group.REQUESTS,
      400,
      "The emailed verification code is wrong or expired, or was tried too often.",
      "Request a new verification code."),
  WEBHOOK_INVALID(
      Group.REQUESTS,
      400,
      "The body is not a valid webhook event.",
      "Send the provider's event unchanged."),
  METHOD_NOT_ALLOWED(
      Group.REQUESTS,
      405,
      "The path exists, but not with this method.",
      "Use a method from the Allow header."),
  NOT_ACCEPTABLE(
      Group.REQUESTS,
      406,
      "The Accept header excludes every media type that the operation produces.",
      "Accept one of the types that the message lists."),
  REQUEST_TOO_SLOW(
      Group.REQUESTS,
      408,
      "The request or its body did not arrive in time.",
      "Send the body faster, or in smaller parts."),
  PRECONDITION_FAILED(
      Group.REQUESTS,
      412,
      "The resource has changed, so that If-Match, If-None-Match or If-Unmodified-Since is "
          + "not met.",
      "Read the resource, apply the change to it, and repeat with its new ETag."),
  BODY_TOO_LARGE(
      Group.REQUESTS,
      413,
      "The body is larger than the operation accepts.",
      "Send at most the number of bytes that the message names."),
  URI_TOO_LONG(
      Group.REQUESTS, 414, "The request line is too long.", "Shorten the path and the query."),
  MEDIA_TYPE_UNSUPPORTED(
      Group.REQUESTS,
      415,
      "The operation does not accept the Content-Type of the body.",
      "Send one of the media types that the message lists."),
  CONTENT_ENCODING_UNSUPPORTED(
      Group.REQUESTS,
      415,
      "The body has a Content-Encoding.",
      "Send the body without compression."),
  FILE_FORMAT_UNSUPPORTED(
      Group.REQUESTS,
      415,
      "The file is not of the required format, whatever its media type is.",
      "Upload a file of the documented format."),
  RANGE_NOT_SATISFIABLE(
      Group.REQUESTS,
      416,
      "The requested byte range lies outside the file.",
      "Request a range within the length that Content-Range states."),
  EXPECTATION_UNSUPPORTED(
      Group.REQUESTS,
      417,
      "The Expect header has a value other than 100-continue.",
      "Remove the Expect header."),
  HEADERS_TOO_LARGE(
      Group.REQUESTS,
      431,
      "The request headers are too large.",
      "Send fewer or shorter headers, for example fewer cookies."),
  HTTP_VERSION_UNSUPPORTED(
      Group.REQUESTS,
      505,
      "The HTTP version is not supported.",
      "Use HTTP/1.1, or HTTP/2 over TLS."),
  CODE_INVALID(
      Group.ACCESS,
      401,
      "The access code is wrong, expired or already used.",
      "Enter the current code. The reply states the attempts that are left."),
  CREDENTIAL_REQUIRED(
      Group.ACCESS,
      401,
      "The operation requires a credential, and the request has none.",
      "Send a token or an API key."),
  CREDENTIAL_INVALID(
      Group.ACCESS,
      403,
      "The token or key is not a credential of this service.",
      "Check the credential, or sign in again."),
  AUTHORIZATION_UNSUPPORTED(
      Group.ACCESS,
      403,
      "The Authorization header does not use the Bearer scheme.",
      "Send `Authorization: Bearer` and a token."),
  TOKEN_EXPIRED(Group.ACCESS, 403, "The token has expired.", "Sign in again."),
  TOKEN_REVOKED(Group.ACCESS, 403, "The token was revoked.", "Sign in again."),
  TOKEN_REQUIRED(
      Group.ACCESS,
      400,
      "The operation applies to a token, and the request carries a key.",
      "Send the token. The owner revokes keys."),
  TICKET_INVALID(
      Group.ACCESS,
      403,
      "The event stream ticket is wrong, expired or already used.",
      "Request a new ticket."),
  ROLE_NOT_ALLOWED(
      Group.ACCESS,
      403,
      "The role of the credential does not allow this operation.",
      "Use a credential of a role in the operation's `x-roles`."),
  SCOPE_MISSING(
      Group.ACCESS,
      403,
      "The API key lacks a scope that this operation requires.",
      "Use a key with a scope in the operation's `x-scopes`."),
  ACCESS_DENIED(
      Group.ACCESS, 403, "Access is denied, and no other code says why.", "Read the message."),
  ORIGIN_NOT_ALLOWED(
      Group.ACCESS,
      403,
      "A page of another origin sent a form of the shop.",
      "Send the form from the shop's own page. Set the public URL if a proxy changes the host."),
  BANNED(
      Group.ACCESS,
      403,
      "The client's address is blocked.",
      "Wait for the time in Retry-After, or ask the owner to lift the ban."),
  RATE_LIMITED(
      Group.ACCESS,
      429,
      "The client has used up its rate limit.",
      "Wait for the time in Retry-After."),
  UNPAID_ORDERS_LIMIT(
      Group.ACCESS,
      429,
      "The client's address has reserved too much stock without paying.",
      "Pay for the open orders, or order again after a day. The message states the limit."),
  SHARE_EXCEEDED(
      Group.ACCESS,
      429,
      "The address holds its share of a resource of the node: connections, bodies, uploads, "
          + "downloads, event streams or replies that were not read.",
      "Finish or cancel other requests and try again after the time in Retry-After."),
  ATTEMPTS_IN_PROGRESS(
      Group.ACCESS,
      429,
      "Other sign-in attempts from this address are being verified.",
      "Wait for the time in Retry-After and try again."),
  ATTEMPTS_UNAVAILABLE(
      Group.ACCESS,
      503,
      "Sign-in attempts cannot be counted, so no credential is verified.",
      "Wait for the time in Retry-After and try again."),
  CREDENTIALS_UNCONFIRMED(
      Group.ACCESS,
      503,
      "The node cannot read from the store whether a credential was revoked, so it accepts none.",
      "Wait for the time in Retry-After and try again. Another node may answer."),
  CODE_NOT_CURRENT(Group.ACCESS, 404, "The code is not today's code.", "Use today's code."),
  CODE_ALREADY_USED(
      Group.ACCESS,
      409,
      "Today's code was already used.",
      "Reissue the code, or wait for the next one."),
  SIGNATURE_INVALID(
      Group.ACCESS,
      403,
      "The webhook's signature does not match its body.",
      "Check that the webhook id and secret are those of the provider."),
  CERTIFICATE_UNKNOWN(
      Group.ACCESS,
      403,
      "The webhook's signing certificate is not one of the provider's.",
      "Send events only from the provider."),
  TIMESTAMP_OUT_OF_RANGE(
      Group.ACCESS,
      403,
      "The webhook's timestamp is outside the allowed window.",
      "Send the event again with a current timestamp. Check the clock."),
  MANAGEMENT_TOKEN_INVALID(
      Group.ACCESS,
      403,
      "The token of the management port is absent or wrong.",
      "Run the command as the user that owns the node's data folder."),
  NOT_FOUND(
      Group.RECORDS,
      404,
      "The record does not exist, and no other code names its kind.",
      "Check the ID."),
  PATH_NOT_FOUND(
      Group.RECORDS,
      404,
      "No operation and no page has this path.",
      "Check the path against /openapi.json."),
  AUDIO_FILE_NOT_FOUND(Group.RECORDS, 404, "No audio file has this name.", "List the audio files."),
  BAN_NOT_FOUND(Group.RECORDS, 404, "The address is not blocked.", "List the bans."),
  CANCEL_LINK_NOT_FOUND(
      Group.RECORDS,
      404,
      "The cancellation link is unknown, or its meeting is over.",
      "Use the link of the latest confirmation email."),
  CART_EMPTY(
      Group.RECORDS,
      404,
      "No product in the cart can be bought.",
      "Add an available product to the cart."),
  CART_NOT_FOUND(
      Group.RECORDS, 404, "No cart is stored under this email address.", "Save a cart first."),
  CUSTOMER_NOT_FOUND(
      Group.RECORDS, 404, "No customer has this email address.", "Check the address."),
  EVENT_NOT_FOUND(Group.RECORDS, 404, "No calendar event has this ID.", "List the events."),
  EVENT_TYPE_NOT_FOUND(
      Group.RECORDS,
      404,
      "No event type of the booking page has this key, or the page has none.",
      "Set calendar.eventTypes."),
  EXPENDITURE_NOT_FOUND(
      Group.RECORDS, 404, "No expenditure has this ID.", "List the expenditures."),
  FILE_NOT_FOUND(
      Group.RECORDS, 404, "The file was deleted while it was requested.", "Read the record again."),
  HYPERLINK_NOT_FOUND(Group.RECORDS, 404, "No hyperlink has this ID.", "List the hyperlinks."),
  JOB_NOT_FOUND(Group.RECORDS, 404, "No background job has this name.", "List the jobs."),
  KEY_NOT_FOUND(Group.RECORDS, 404, "No API key has this name.", "List the keys."),
  MAIL_NOT_FOUND(
      Group.RECORDS, 404, "No failed email has this ID.", "List the emails that failed."),
  MARKET_DATA_NOT_FOUND(
      Group.RECORDS, 404, "The symbol has no market data.", "List the symbols, or upload data."),
  ORDER_NOT_FOUND(Group.RECORDS, 404, "No order has this ID.", "Check the order ID."),
  SESSION_NOT_FOUND(
      Group.RECORDS,
      404,
      "No valid session has this ID. It may have been revoked.",
      "List the sessions."),
  PICTURE_NOT_FOUND(
      Group.RECORDS, 404, "No picture has this name or address.", "List the product's images."),
  PRODUCT_NOT_FOUND(Group.RECORDS, 404, "No product has this ID.", "List the products."),
  RESUME_NOT_FOUND(Group.RECORDS, 404, "No resume is stored.", "Upload a resume."),
  REVIEW_NOT_FOUND(
      Group.RECORDS,
      404,
      "No review has this ID, or the product has no reviews.",
      "List the reviews."),
  REVIEW_LINK_NOT_FOUND(
      Group.RECORDS,
      404,
      "The moderation link is unknown or expired.",
      "Moderate the review in the console."),
  SAVE_NOT_FOUND(Group.RECORDS, 404, "No save of the game has this ID.", "List the saves."),
  SEQUENCE_NOT_FOUND(Group.RECORDS, 404, "No DNA sequence has this ID.", "List the sequences."),
  SERVICE_NOT_FOUND(Group.RECORDS, 404, "No service has this ID.", "List the services."),
  SHORT_URL_NOT_FOUND(Group.RECORDS, 404, "No short URL has this key.", "List the short URLs."),
  SHORT_URL_LOOP(
      Group.RECORDS,
      404,
      "The short URL redirects to itself.",
      "Change the target of the short URL."),
  SUBSCRIPTION_NOT_FOUND(
      Group.RECORDS, 404, "No push subscription matches.", "List the subscriptions."),
  TRASH_ITEM_NOT_FOUND(
      Group.RECORDS,
      404,
      "At least one of the files is not in the trash. Nothing was restored.",
      "List the trash."),
  CALL_NOT_FOUND(
      Group.RECORDS,
      404,
      "No area and no part of the node handles this management call.",
      "Check that the command and the node are of the same release."),
  CHECKOUT_EXTERNAL(
      Group.RECORDS,
      404,
      "This shop accepts orders only through the external store.",
      "Use the external store's checkout."),
  GONE(Group.RECORDS, 410, "The record existed and was removed.", "Remove references to it."),
  SHORT_URL_EXPIRED(
      Group.RECORDS, 410, "The short URL has expired.", "Ask its owner for a new link."),
  CONFLICT(
      Group.CONFLICTS,
      409,
      "The state of the record does not allow the request, and no other code says why.",
      "Read the record and the message."),
  AMOUNT_CHANGED(
      Group.CONFLICTS,
      409,
      "The amount of the payment order differs from the agreed amount.",
      "Create a new payment order."),
  CHECK_RUNNING(
      Group.CONFLICTS,
      409,
      "A check of the store is already running.",
      "Wait until the check ends."),
  IDEMPOTENCY_IN_PROGRESS(
      Group.CONFLICTS,
      409,
      "The first request with this Idempotency-Key is still running.",
      "Wait for the time in Retry-After and repeat the request."),
  INVOICE_ALREADY_PAID(
      Group.CONFLICTS,
      409,
      "The invoice of this payment order is already paid.",
      "Do not pay it again."),
  KEY_EXISTS(
      Group.CONFLICTS,
      409,
      "An API key with this name exists.",
      "Choose another name, or revoke the key."),
  MANAGED_BY_SOURCE(
      Group.CONFLICTS,
      409,
      "The data comes from a configured source and cannot be set here.",
      "Change the data at its source, or remove the source from the settings."),
  MEETING_LIMIT_REACHED(
      Group.CONFLICTS,
      409,
      "This access code has its maximum number of upcoming meetings.",
      "Cancel a meeting first."),
  ORDER_NOT_APPROVED(
      Group.CONFLICTS,
      409,
      "The payer has not approved the payment order.",
      "Let the payer approve the order, then capture it."),
  ORDER_NOT_CAPTURABLE(
      Group.CONFLICTS,
      409,
      "The payment order cannot be captured.",
      "Read the message. Create a new order if necessary."),
  ORDER_STATE_NOT_ALLOWED(
      Group.CONFLICTS,
      409,
      "The state of the order does not allow this change.",
      "Read the order and choose an allowed change."),
  PAYER_ACTION_REQUIRED(
      Group.CONFLICTS,
      409,
      "The payer must complete an action at the payment provider.",
      "Send the payer to the address in the message, then capture again."),
  PAYMENT_DECLINED(Group.CONFLICTS, 402, "The payment was declined.", "Pay by another method."),
  PAYMENT_UNRESOLVED(
      Group.CONFLICTS,
      409,
      "Only a part of the payment was captured.",
      "Do not pay again. The owner of the shop decides."),
  PAYMENT_REJECTED(
      Group.CONFLICTS,
      400,
      "The payment provider rejects this order.",
      "Correct the order as the provider's code in the message indicates."),
  PLAYER_NAME_UNSAFE(
      Group.CONFLICTS,
      409,
      "The player's name cannot be part of a game server command.",
      "Stop the game server and repeat the change."),
  PRICE_UNPAYABLE(
      Group.CONFLICTS,
      400,
      "The product has a price that cannot be paid.",
      "Correct the price of the product."),
  RECORD_LIMIT_REACHED(
      Group.CONFLICTS,
      409,
      "The maximum number of records of this kind is stored.",
      "Delete a record first."),
  REVIEW_EXISTS(
      Group.CONFLICTS,
      409,
      "This email address has already reviewed the product.",
      "Write one review per product."),
  SAVE_LOCKED(Group.CONFLICTS, 409, "The save is locked.", "Unlock the save first."),
  SHORT_URL_EXISTS(
      Group.CONFLICTS,
      409,
      "The key of the short URL is in use, or was in use recently.",
      "Choose another key."),
  SLOT_TAKEN(
      Group.CONFLICTS, 409, "The time of the event is already booked.", "Choose another time."),
  SYNC_CANCELLED(Group.CONFLICTS, 409, "The synchronization was cancelled.", "Start it again."),
  SYNC_RUNNING(
      Group.CONFLICTS,
      409,
      "A synchronization is running, or was interrupted less than a minute ago.",
      "Wait for it to end, or repeat in a minute."),
  SYNC_SUPERSEDED(
      Group.CONFLICTS,
      409,
      "Another synchronization has taken over.",
      "Read the state of the running synchronization."),
  NOT_CONFIGURED(
      Group.PROVIDERS,
      503,
      "A setting that this operation requires is not set.",
      "The owner sets the setting that the message names."),
  PROVIDER_AUTHENTICATION_FAILED(
      Group.PROVIDERS,
      502,
      "The provider rejects the configured credential.",
      "The owner renews the credential in the settings."),
  PROVIDER_BUSY(
      Group.PROVIDERS,
      503,
      "The provider is not called now: it is rate limited, its circuit breaker is open, or "
          + "too many calls are running.",
      "Wait for the time in Retry-After and try again."),
  PROVIDER_REPLY_INVALID(
      Group.PROVIDERS,
      502,
      "The provider's reply was rejected or could not be read.",
      "Try again later. The log states the reason."),
  PROVIDER_TIMEOUT(
      Group.PROVIDERS, 504, "The provider did not answer in time.", "Try again later."),
  PROVIDER_UNAVAILABLE(
      Group.PROVIDERS, 502, "The provider cannot be reached, or failed.", "Try again later."),
  GAME_FILES_UNAVAILABLE(
      Group.PROVIDERS,
      502,
      "A file of the game server cannot be read, understood or written.",
      "Check the file and its permissions on the game server."),
  GAME_FOLDER_MISSING(
      Group.PROVIDERS,
      503,
      "The folder of the game server does not exist.",
      "Check GATEHOUSE_BLOCKGAME_SERVER_DIR and the mount."),
  MAIL_REJECTED(
      Group.PROVIDERS,
      502,
      "The mail server did not accept the email.",
      "Read the message. The owner checks the mail settings."),
  SERVICE_UNAVAILABLE(
      Group.AVAILABILITY,
      503,
      "The service is temporarily unavailable, and no other code says why.",
      "Try again later, after the time in Retry-After if there is one."),
  ADDRESS_UNKNOWN(
      Group.AVAILABILITY,
      503,
      "The public address of this server cannot be determined.",
      "Try again later, or set GATEHOUSE_DEPLOYMENT_IP."),
  APPEND_DEFERRED(
      Group.AVAILABILITY,
      503,
      "Added bars are still being written into the symbol's file, or the disk is too full for that. Stored bars are kept.",
      "Wait for the time in Retry-After and repeat the request. If the message names the disk, free disk space."),
  AREA_UNAVAILABLE(
      Group.AVAILABILITY,
      503,
      "No node that can serve this request is reachable.",
      "Wait for the time in Retry-After and try again."),
  BOOKING_TIMEOUT(
      Group.AVAILABILITY, 503, "The booking took too long and was rolled back.", "Book again."),
  CAPTURE_IN_PROGRESS(
      Group.AVAILABILITY,
      503,
      "Another request is capturing this order, or its outcome is not known yet.",
      "Capture again after the time in Retry-After. An order is paid at most once."),
  CLIENT_DISCONNECTED(
      Group.AVAILABILITY,
      503,
      "The client closed its connection before the request was carried out.",
      "Send the request again."),
  EVENT_IN_PROGRESS(
      Group.AVAILABILITY,
      503,
      "The webhook event or a capture that it may be about is being processed.",
      "Deliver the event again later."),
  NODE_LOST(
      Group.AVAILABILITY,
      502,
      "The node failed while it processed the request. The outcome is unknown.",
      "Read the resource before you repeat the request."),
  OVERLOADED(
      Group.AVAILABILITY,
      503,
      "The node or an area has no free capacity for this request.",
      "Wait for the time in Retry-After and try again."),
  OUTCOME_UNKNOWN(
      Group.AVAILABILITY,
      504,
      "The request may or may not have been carried out.",
      "Read the resource before you repeat the request."),
  OUTCOME_UNKNOWN_RETRYABLE(
      Group.AVAILABILITY,
      503,
      "The request may or may not have been carried out. A repeat has the same effect as one "
          + "request.",
      "Repeat the request."),
  RESERVATION_LIMIT_REACHED(
      Group.AVAILABILITY,
      503,
      "Too many unpaid orders reserve this product.",
      "Try again in a minute."),
  SHUTTING_DOWN(
      Group.AVAILABILITY, 503, "The node is shutting down.", "Try again. Another node answers."),
  TIMEOUT(
      Group.AVAILABILITY,
      504,
      "The request was not completed in time.",
      "Try again. For a write, read the resource first."),
  WRITE_CONTENTION(
      Group.AVAILABILITY,
      503,
      "Too many requests change the same record at once.",
      "Wait for the time in Retry-After and try again."),
  INTERNAL_ERROR(
      Group.FAILURES,
      500,
      "The service failed.",
      "Report the X-Request-Id of the reply. The log states the reason."),
  DATA_UNREADABLE(
      Group.FAILURES,
      500,
      "Stored data cannot be read.",
      "The owner checks the log, and restores the file from a backup."),
  DNA_KEY_MISSING(
      Group.FAILURES,
      503,
      "The DNA sequence was encrypted with a key that the node does not have.",
      "The owner adds the earlier key to media.dnaKey. The log names it."),
  FILE_UNREADABLE(
      Group.FAILURES, 502, "The stored file is missing or incomplete.", "Upload the file again."),
  LISTINGS_UNAVAILABLE(
      Group.FAILURES,
      500,
      "The listings cannot be loaded, and none are stored.",
      "Try again later."),
  STORE_UNAVAILABLE(
      Group.FAILURES,
      503,
      "The document store is not reachable, or its disk fails.",
      "Wait for the time in Retry-After and try again."),
  FILE_STORE_UNAVAILABLE(
      Group.FAILURES,
      503,
      "The file store is not reachable, or its disk fails.",
      "Wait for the time in Retry-After and try again."),
  CLOCK_JUMPED(
      Group.FAILURES,
      503,
      "The server's clock has jumped, so the age of stored data is unknown.",
      "Correct the clock, or wait until it is confirmed, which takes an hour."),
  STORAGE_FULL(Group.FAILURES, 507, "The disk is full.", "Free disk space. Nothing was stored.");

  private static final Map<String, ErrorCode> BY_WIRE =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(ErrorCode::wire, Function.identity()));

  private final Group group;
  private final int status;
  private final String meaning;
  private final String remedy;
  private final String wire = name().toLowerCase(Locale.ROOT);

  /** The chapters of the catalogue. */
  public enum Group {
    REQUESTS,
    ACCESS,
    RECORDS,
    CONFLICTS,
    PROVIDERS,
    AVAILABILITY,
    FAILURES
  }

  ErrorCode(Group group, int status, String meaning, String remedy) {
    this.group = group;
    this.status = status;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** Returns the code with this name on the wire; empty for a code of a later release. */
  public static Optional<ErrorCode> ofWire(String wire) {
    return wire == null ? Optional.empty() : Optional.ofNullable(BY_WIRE.get(wire));
  }

  /**
   * Returns the code for an error that has only a status: of an earlier release, or with a code of
   * a later release. The status of an unknown kind becomes 400 or 500.
   */
  public static ErrorCode ofStatus(int status) {
    return switch (status) {
      case 401 -> CREDENTIAL_REQUIRED;
      case 402 -> PAYMENT_DECLINED;
      case 403 -> ACCESS_DENIED;
      case 404 -> NOT_FOUND;
      case 405 -> METHOD_NOT_ALLOWED;
      case 406 -> NOT_ACCEPTABLE;
      case 408 -> REQUEST_TOO_SLOW;
      case 409 -> CONFLICT;
      case 410 -> GONE;
      case 412 -> PRECONDITION_FAILED;
      case 413 -> BODY_TOO_LARGE;
      case 414 -> URI_TOO_LONG;
      case 415 -> MEDIA_TYPE_UNSUPPORTED;
      case 416 -> RANGE_NOT_SATISFIABLE;
      case 417 -> EXPECTATION_UNSUPPORTED;
      case 429 -> RATE_LIMITED;
      case 431 -> HEADERS_TOO_LARGE;
      case 502 -> PROVIDER_UNAVAILABLE;
      case 503 -> SERVICE_UNAVAILABLE;
      case 504 -> TIMEOUT;
      case 505 -> HTTP_VERSION_UNSUPPORTED;
      case 507 -> STORAGE_FULL;
      default -> status >= 400 && status < 500 ? REQUEST_INVALID : INTERNAL_ERROR;
    };
  }

  /** The name on the wire: {@code slot_taken}. */
  @JsonValue
  public String wire() {
    return wire;
  }

  public Group group() {
    return group;
  }

  /** The HTTP status, 4xx or 5xx. */
  public int status() {
    return status;
  }

  /** The reason for which the request failed. */
  public String meaning() {
    return meaning;
  }

  /** The action that the client or the owner can take. */
  public String remedy() {
    return remedy;
  }
}
