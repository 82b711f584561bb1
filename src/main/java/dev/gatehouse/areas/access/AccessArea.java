package dev.gatehouse.areas.access;

import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Done;
import java.util.Map;

/** Codes, tokens, keys and bans: who may come in, and who may not any more. */
public final class AccessArea implements Area {
  private final Map<String, Handler> operations;
  private final Map<String, Handler> messages;

  AccessArea(
      LoginService login,
      CodeOperations codes,
      TokenOperations tokens,
      KeyOperations keys,
      BanOperations bans) {
    operations =
        Map.ofEntries(
            Map.entry(
                "access.validateAccess",
                Area.giving(
                    LoginService.Admission.class, Area.taking(CodeRequest.class, login::validate))),
            Map.entry("access.logout", Area.giving(Done.class, tokens::logout)),
            Map.entry("access.ticket", Area.giving(TokenOperations.Ticket.class, tokens::ticket)),
            Map.entry(
                "access.currentCode", Area.giving(CodeOperations.CodeOfDay.class, codes::current)),
            Map.entry(
                "access.reissueCode", Area.giving(CodeOperations.CodeOfDay.class, codes::reissue)),
            Map.entry(
                "access.useCode",
                Area.giving(Done.class, Area.taking(UseCodeRequest.class, codes::use))),
            Map.entry(
                "access.validateCode",
                Area.giving(Done.class, Area.taking(CodeRequest.class, codes::validate))),
            Map.entry("access.keys", Area.giving(KeyOperations.KeyList.class, keys::page)),
            Map.entry(
                "access.makeKey",
                Area.giving(
                    KeyOperations.MadeKey.class, Area.taking(MakeKeyRequest.class, keys::make))),
            Map.entry("access.endKey", Area.giving(Done.class, keys::end)),
            Map.entry("access.bans", Area.giving(BanOperations.BanList.class, bans::list)),
            Map.entry("access.unban", Area.giving(Done.class, bans::unban)));
    messages =
        Map.of(
            "access.failedAttempt", login::failedAttempt,
            "access.mayTry", bans::mayTry,
            "access.ban", bans::ban,
            "access.findBan", bans::find,
            "access.figures", bans::figures,
            "access.redeemTicket", tokens::redeemTicket,
            "access.addKey", keys::add,
            "access.listKeys", keys::list,
            "access.revokeKey", keys::revoke);
  }

  @Override
  public String name() {
    return "access";
  }

  @Override
  public Map<String, Handler> operations() {
    return operations;
  }

  @Override
  public Map<String, Handler> messages() {
    return messages;
  }
}
