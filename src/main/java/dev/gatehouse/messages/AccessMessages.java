package dev.gatehouse.messages;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;

/** The messages and events of the access area. */
public final class AccessMessages {
  /** Counts a failed attempt of the caller's address. */
  public static final Message<PresentedKey, AttemptOutcome> FAILED_ATTEMPT =
      Message.of("access.failedAttempt", PresentedKey.class, AttemptOutcome.class);

  /** Checks that the caller's address has an attempt left, and looks up its credential. */
  public static final Message<CredentialQuestion, CredentialStatus> MAY_TRY =
      Message.of("access.mayTry", CredentialQuestion.class, CredentialStatus.class);

  /** Verifies a daily code. A wrong code counts as a failed attempt of the caller's address. */
  public static final Message<PresentedCode, VerifiedCode> VERIFY_CODE =
      Message.of("access.verifyCode", PresentedCode.class, VerifiedCode.class);

  public static final Message<BanOrder, Done> BAN =
      Message.of("access.ban", BanOrder.class, Done.class);

  public static final Message<Address, BanStatus> FIND_BAN =
      Message.of("access.findBan", Address.class, BanStatus.class);

  public static final Message<Figures.Period, Figures> FIGURES =
      Message.of("access.figures", Figures.Period.class, Figures.class);

  /** Redeems a ticket, once; the reply is the caller that it was issued to. */
  public static final Message<TicketText, Caller> REDEEM_TICKET =
      Message.of("access.redeemTicket", TicketText.class, Caller.class);

  public static final Message<NewKey, AddedKey> ADD_KEY =
      Message.of("access.addKey", NewKey.class, AddedKey.class);

  /** Replaces a key by one with the same name. */
  public static final Message<KeyRenewal, AddedKey> RENEW_KEY =
      Message.of("access.renewKey", KeyRenewal.class, AddedKey.class);

  public static final Message<PageOrder, KeyPage> LIST_KEYS =
      Message.of("access.listKeys", PageOrder.class, KeyPage.class);

  public static final Message<KeyName, Done> REVOKE_KEY =
      Message.of("access.revokeKey", KeyName.class, Done.class);

  public static final Message<PageOrder, BanPage> BANS =
      Message.operation("access.bans", PageOrder.class, BanPage.class);

  public static final Message<Address, Done> UNBAN =
      Message.operation("access.unban", Address.class, Done.class);

  public static final Message<Nothing, CodeOfDate> CURRENT_CODE =
      Message.operation("access.currentCode", Nothing.class, CodeOfDate.class);

  public static final Message<Nothing, CodeOfDate> REISSUE_CODE =
      Message.operation("access.reissueCode", Nothing.class, CodeOfDate.class);

  /** Replaces the generated permanent code. */
  public static final Message<Nothing, PermanentCodeText> RESET_PERMANENT_CODE =
      Message.of("access.resetPermanentCode", Nothing.class, PermanentCodeText.class);

  /** Published when a ban, a revocation or a key has changed. */
  public static final EventType<GateChanged> CHANGED =
      EventType.of("access.changed", GateChanged.class);

  private AccessMessages() {}

  /**
   * A key that is not known, but may have been stored since the sender's last look.
   *
   * @param keyHashes null without a key
   */
  public record PresentedKey(List<String> keyHashes) {}

  /**
   * The outcome of a failed attempt: either the attempt was counted, or the key is stored after all
   * and nothing was counted.
   */
  public record AttemptOutcome(
      @JsonUnwrapped CountedAttempt counted, @JsonUnwrapped CredentialStatus stored) {
    /** Returns whether the key is stored, so that the attempt did not fail. */
    public boolean keyIsStored() {
      return stored != null && stored.key() != null;
    }

    /** The HTTP status by which releases tell the two outcomes apart. */
    public int status() {
      return keyIsStored() ? 200 : 401;
    }
  }

  /**
   * A failed attempt that was counted.
   *
   * @param attemptsRemaining until the address is banned
   */
  public record CountedAttempt(
      boolean success, String message, String error, boolean banned, int attemptsRemaining) {}

  /** A code as a visitor entered it. */
  public record PresentedCode(String code) {}

  /**
   * The result of a verification.
   *
   * @param subject of the code, the same for all visitors who use it; null if the code is wrong
   */
  public record VerifiedCode(String subject) {}

  /**
   * The credential to look up.
   *
   * @param tokenId null where no token is in doubt
   * @param keyHashes null where no key is in doubt
   */
  public record CredentialQuestion(String tokenId, List<String> keyHashes) {}

  /**
   * The status of a credential by what is stored.
   *
   * @param key that has one of the hashes; null when none has
   */
  public record CredentialStatus(boolean revoked, StoredKey key) {}

  /** API key in stored form. */
  public record StoredKey(
      String id,
      String name,
      String hash,
      Set<String> scopes,
      Instant createdAt,
      Integer perMinute,
      Instant expiresAt) {}

  /**
   * A ban to be set.
   *
   * @param seconds null for the next step of the ladder
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BanOrder(String address, String reason, Long seconds) {}

  /** An IPv4 or IPv6 address. */
  public record Address(String address) {}

  /**
   * The ban of an address.
   *
   * @param end null without a ban, and for a permanent one
   */
  public record BanStatus(boolean banned, Instant end) {}

  /** A ticket as it was issued. */
  public record TicketText(String ticket) {}

  /**
   * A key to be made.
   *
   * @param scopes none for an operator's key
   * @param perMinute requests in a minute; null for the general limits
   * @param lifetimeSeconds null for a key that does not expire
   */
  public record NewKey(String name, List<String> scopes, Integer perMinute, Long lifetimeSeconds) {}

  /**
   * A key to be replaced.
   *
   * @param overlapSeconds during which the replaced key remains valid
   * @param lifetimeSeconds of the new key; null for that of the replaced key
   */
  public record KeyRenewal(String name, long overlapSeconds, Long lifetimeSeconds) {}

  /**
   * A key that was made.
   *
   * @param key the key itself, which is not stored
   */
  public record AddedKey(String name, String key, List<String> scopes) {}

  /** The name of a key. */
  public record KeyName(String name) {}

  /**
   * Entry of the list of API keys.
   *
   * @param perMinute null for the general limits
   * @param expiresAt null for a key that does not expire
   * @param lastUsedAt null for a key that was never used, as is the address
   */
  public record ListedKey(
      String name,
      List<String> scopes,
      Instant createdAt,
      Integer perMinute,
      Instant expiresAt,
      long uses,
      Instant lastUsedAt,
      String lastAddress) {}

  /** A page of the stored keys. */
  public record KeyPage(List<ListedKey> keys, PageOrder.Pagination pagination) {}

  /**
   * Entry of the list of bans.
   *
   * @param until null for a permanent ban
   */
  public record ListedBan(
      String address, String reason, int attempts, Instant since, Instant until) {}

  /** A page of the bans. */
  public record BanPage(boolean success, List<ListedBan> bans, PageOrder.Pagination pagination) {}

  /** A new permanent code in plain text. */
  public record PermanentCodeText(String code) {}

  /** The code of a date. */
  public record CodeOfDate(String code, LocalDate date) {}

  /**
   * A change of bans, revocations or keys.
   *
   * @param by the id of the node that made it
   */
  public record GateChanged(String by) {}
}
