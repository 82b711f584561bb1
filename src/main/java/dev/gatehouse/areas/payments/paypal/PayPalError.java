package dev.gatehouse.areas.payments.paypal;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.provider.ProviderReply;

/** The provider's error reply. Its codes are passed on, its messages are not. */
record PayPalError(
    String name,
    @JsonProperty("debug_id") String debugId,
    List<Detail> details,
    List<PayPalOrder.Link> links) {
  private static final Pattern WORD = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");
  private static final PayPalError SILENT = new PayPalError(null, null, null, null);

  record Detail(String issue) {}

  /** Parses the error of a reply. Returns an empty error if the body is not one. */
  static PayPalError of(ProviderReply reply) {
    try {
      return Objects.requireNonNullElse(reply.body(PayPalError.class), SILENT);
    } catch (UncheckedIOException e) {
      return SILENT;
    }
  }

  /** Returns the code of the first issue, else the name of the error, else UNKNOWN. */
  String issue() {
    return Optional.ofNullable(details)
        .flatMap(all -> all.stream().filter(Objects::nonNull).findFirst())
        .map(Detail::issue)
        .filter(PayPalError::isWord)
        .or(() -> Optional.ofNullable(name).filter(PayPalError::isWord))
        .orElse("UNKNOWN");
  }

  /** Returns the URL at which the payer can resolve the problem; empty if absent. */
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
