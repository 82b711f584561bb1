package dev.gatehouse.areas.payments;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Event of the provider's webhook. Fields that it omits are null. */
record WebhookEvent(String id, @JsonProperty("event_type") String type, Resource resource) {
  /** Starts of the types of events about captures, refunds and disputes. */
  private static final Set<String> ABOUT_CAPTURES =
      Set.of("PAYMENT.CAPTURE.", "PAYMENT.REFUND.", "CUSTOMER.DISPUTE.", "RISK.DISPUTE.");

  record Resource(
      String id,
      @JsonProperty("supplementary_data") Supplement more,
      List<Link> links,
      @JsonProperty("disputed_transactions") List<Disputed> disputed) {}

  record Supplement(@JsonProperty("related_ids") Related related) {}

  record Related(
      @JsonProperty("order_id") String order, @JsonProperty("capture_id") String capture) {}

  record Link(String href, String rel) {}

  record Disputed(@JsonProperty("seller_transaction_id") String capture) {}

  /** Returns the provider's id of its order. */
  Optional<String> order() {
    boolean itself = type != null && type.startsWith("CHECKOUT.ORDER.");
    return itself ? content().map(Resource::id) : related().map(Related::order);
  }

  /** Returns whether the payer has opened a dispute. */
  boolean isDispute() {
    return "CUSTOMER.DISPUTE.CREATED".equals(type);
  }

  /** Returns whether a dispute has ended, with any result. */
  boolean isResolved() {
    return "CUSTOMER.DISPUTE.RESOLVED".equals(type);
  }

  /** Returns whether it is about a capture, and names no order. */
  boolean namesOnlyCapture() {
    return type != null
        && ABOUT_CAPTURES.stream().anyMatch(type::startsWith)
        && order().isEmpty()
        && !captures().isEmpty();
  }

  /** Returns the ids of the captures that it may be about. */
  List<String> captures() {
    Stream<String> linked =
        content().map(Resource::links).stream()
            .flatMap(List::stream)
            .filter(link -> link != null && "up".equals(link.rel()) && link.href() != null)
            .map(link -> link.href().substring(link.href().lastIndexOf('/') + 1));
    Stream<String> disputed =
        content().map(Resource::disputed).stream()
            .flatMap(List::stream)
            .filter(Objects::nonNull)
            .map(Disputed::capture)
            .filter(Objects::nonNull);
    return Stream.of(
            linked,
            disputed,
            related().map(Related::capture).stream(),
            content().map(Resource::id).stream())
        .flatMap(each -> each)
        .distinct()
        .toList();
  }

  private Optional<Resource> content() {
    return Optional.ofNullable(resource);
  }

  private Optional<Related> related() {
    return content().map(Resource::more).map(Supplement::related);
  }
}
