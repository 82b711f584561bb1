package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.AttemptOutcome;

/** Access area: codes, tokens, keys and bans, which control who has access. */
final class AccessArea {
  private static final int CREATED = 201;

  private AccessArea() {}

  /**
   * Ways to sign in.
   *
   * @param passkeys operations on passkeys
   */
  record SignIn(LoginService codes, List<Map<String, Area.Handler>> passkeys) {}

  static Area of(
      SignIn signIn,
      CodeOperations codes,
      TokenOperations tokens,
      Sessions sessions,
      KeyOperations keys,
      BanOperations bans) {
    LoginService login = signIn.codes();
    Map<String, Area.Handler> operations =
        Map.ofEntries(
            Map.entry(
                "access.validateAccess",
                Area.preceding(
                    login::isRight,
                    Area.returning(
                        LoginService.Admission.class,
                        Area.accepting(CodeRequest.class, login::validate)))),
            Map.entry(
                "access.signIn",
                Area.preceding(
                    login::isRight,
                    Area.returning(
                        LoginService.Admission.class,
                        Area.accepting(SignInRequest.class, login::signIn)))),
            Map.entry("access.logout", Area.returning(Done.class, sessions::logout)),
            Map.entry(
                "access.sessions", Area.returning(Sessions.SessionList.class, sessions::list)),
            Map.entry("access.revokeSession", Area.returning(Done.class, sessions::revoke)),
            Map.entry(
                "access.ticket", Area.returning(TokenOperations.Ticket.class, tokens::ticket)),
            Map.entry(
                "access.currentCode",
                Area.returning(CodeOperations.CodeOfDay.class, codes::current)),
            Map.entry(
                "access.reissueCode",
                Area.returning(CodeOperations.CodeOfDay.class, codes::reissue)),
            Map.entry(
                "access.useCode",
                Area.returning(Done.class, Area.accepting(UseCodeRequest.class, codes::use))),
            Map.entry(
                "access.validateCode",
                Area.returning(Done.class, Area.accepting(CodeRequest.class, codes::validate))),
            Map.entry("access.keys", Area.returning(KeyOperations.KeyList.class, keys::page)),
            Map.entry(
                "access.makeKey",
                Area.returning(
                    KeyOperations.MadeKey.class, Area.accepting(MakeKeyRequest.class, keys::make))),
            Map.entry("access.endKey", Area.returning(Done.class, keys::end)),
            Map.entry("access.bans", Area.returning(BanOperations.BanList.class, bans::list)),
            Map.entry("access.unban", Area.returning(Done.class, bans::unban)));
    var messages =
        Message.Handlers.of()
            .on(AccessMessages.FAILED_ATTEMPT, login::failedAttempt, AttemptOutcome::status)
            .on(AccessMessages.VERIFY_CODE, login::verifyDaily)
            .on(AccessMessages.MAY_TRY, bans::mayTry)
            .on(AccessMessages.BAN, bans::ban)
            .on(AccessMessages.FIND_BAN, bans::find)
            .on(AccessMessages.FIGURES, bans::figures)
            .on(AccessMessages.REDEEM_TICKET, tokens::redeemTicket)
            .on(AccessMessages.ADD_KEY, keys::add, key -> CREATED)
            .on(AccessMessages.RENEW_KEY, keys::renew, key -> CREATED)
            .on(AccessMessages.LIST_KEYS, keys::list)
            .on(AccessMessages.REVOKE_KEY, keys::revoke)
            .on(AccessMessages.RESET_PERMANENT_CODE, codes::resetPermanent);
    var groups = Stream.concat(Stream.of(operations), signIn.passkeys().stream()).toList();
    return Area.of("access", groups, messages);
  }
}
