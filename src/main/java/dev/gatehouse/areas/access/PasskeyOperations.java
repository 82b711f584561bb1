package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.areas.access.PasskeyChallenges.Purpose;
import dev.gatehouse.areas.access.PasskeyRepository.Passkey;
import dev.gatehouse.areas.access.PasskeyVerifier.RelyingParty;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Done;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DuplicateKeyException;

/**
 * Operations on the owner's passkeys, for the owner's token only.
 *
 * @param publicUrl of the service; empty if not configured
 * @param mails notify the owner of new passkeys
 */
record PasskeyOperations(
    PasskeyRepository passkeys,
    PasskeyChallenges challenges,
    Sessions sessions,
    String publicUrl,
    PasskeyMails mails,
    InstantSource clock) {

  /**
   * @param unavailable why there can be no passkeys; empty if there can
   */
  record PasskeyList(boolean success, List<ListedPasskey> passkeys, String unavailable) {}

  record ListedPasskey(
      String id,
      String name,
      boolean synced,
      String origin,
      Instant createdAt,
      Instant lastUsedAt) {
    static ListedPasskey of(Passkey one) {
      return new ListedPasskey(
          one.id(),
          one.name(),
          one.credential().synced(),
          one.source().origin(),
          one.createdAt(),
          one.lastUsedAt());
    }
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "access.passkeys", Area.returning(PasskeyList.class, this::list),
        "access.passkeyOptions",
            Area.returning(PasskeyOptions.PasskeyCreationOptions.class, this::options),
        "access.addPasskey",
            Area.returning(ListedPasskey.class, AddPasskeyRequest.class, this::add),
        "access.renamePasskey",
            Area.returning(Done.class, RenamePasskeyRequest.class, this::rename),
        "access.deletePasskey", Area.returning(Done.class, this::delete));
  }

  private RelyingParty party(Call call) {
    return RelyingParty.of(publicUrl, call.base());
  }

  private Answer list(Call call) {
    List<ListedPasskey> all = passkeys.list().stream().map(ListedPasskey::of).toList();
    return Answer.ok(new PasskeyList(true, all, party(call).problem()));
  }

  private Answer options(Call call) {
    RelyingParty party = party(call).available();
    return Answer.ok(
        PasskeyOptions.creation(party, challenges.create(Purpose.ADD), passkeys.list()));
  }

  private Answer add(Call call, AddPasskeyRequest response) {
    RelyingParty party = party(call).available();
    var challenge = challenges.read(Purpose.ADD, response.clientDataJSON());
    var made =
        PasskeyVerifier.register(party, challenge, response)
            .orElseThrow(() ->
                ApiException.of(
                    ErrorCode.CONTENT_INVALID, "the authenticator's response is not valid here"));
    challenges.use(challenge);
    var passkey =
        new Passkey(
            PasskeyRepository.id(made.credentialId()),
            response.name(),
            made,
            new PasskeyRepository.Source(party.origin(), call.caller().address()),
            clock.instant(),
            null);
    try {
      if (!passkeys.add(passkey)) {
        throw ApiException.of(
            ErrorCode.RECORD_LIMIT_REACHED,
            "there are " + PasskeyRepository.MAX + " passkeys; delete one first");
      }
    } catch (DuplicateKeyException known) {
      throw ApiException.of(ErrorCode.PASSKEY_EXISTS, "this passkey is already registered");
    }
    mails.added(passkey);
    return Answer.created(ListedPasskey.of(passkey));
  }

  private Answer rename(Call call, RenamePasskeyRequest wanted) {
    if (!passkeys.rename(call.text("id"), wanted.name())) {
      throw unknown();
    }
    return Done.answer("the passkey is renamed");
  }

  /**
   * Deletes a passkey and ends the sessions that it has started, except that of the caller. A
   * repeated call ends what an interrupted one has left.
   */
  private Answer delete(Call call) {
    String id = call.text("id");
    passkeys.find(id).ifPresent(mails::beforeDeletion);
    boolean deleted = passkeys.delete(id);
    if (sessions.endAll(id, call.caller().tokenId()) == 0 && !deleted) {
      throw unknown();
    }
    return Done.answer("the passkey is deleted");
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.PASSKEY_NOT_FOUND, "passkey not found");
  }

  record RenamePasskeyRequest(String name) {}

  /**
   * Request to store a passkey that an authenticator has created.
   *
   * @param transports ways to reach the authenticator; null if unknown
   */
  record AddPasskeyRequest(
      String name, String clientDataJSON, String attestationObject, List<String> transports) {}
}
