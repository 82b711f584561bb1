package dev.gatehouse.areas.payments.paypal;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.provider.ProviderReply;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The provider's account of what is wrong: its words are passed on, its sentences are not. */
record PayPalError(
    String name,
    @JsonProperty("debug_id") String debugId,
    List<Detail> details,
    List<PayPalOrder.Link> links) {
  private static final Pattern WORD = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");
  private static final PayPalError SILENT = new PayPalError(null, null, null, null);

  record Detail(String issue) {}

  /** The account of a reply; of what is none, an empty one. */
  static PayPalError of(ProviderReply reply) {
    try {
      return Objects.requireNonNullElse(reply.body(PayPalError.class), SILENT);
    } catch (UncheckedIOException e) {
      return SILENT;
    }
  }

  /** The first issue, or else the error's name. */
  String issue() {
    return Optional.ofNullable(details)
        .flatMap(all -> all.stream().filter(Objects::nonNull).findFirst())
        .map(Detail::issue)
        .filter(PayPalError::isWord)
        .or(() -> Optional.ofNullable(name).filter(PayPalError::isWord))
        .orElse("UNKNOWN");
  }

  /** The address where the payer can mend it; empty if there is none. */
  String payerAction() {
    return Optional.ofNullable(links).orElse(List.of()).stream()
        .filter(link -> link != null && "payer-action".equals(link.rel()) && link.href() != null)
        .map(PayPalOrder.Link::href)
        .filter(href -> href.startsWith("https://"))
        .findFirst()
        .orElse("");
  }

  private static boolean isWord(String text) {
    return text != null && WORD.matcher(text).matches();
  }
}
