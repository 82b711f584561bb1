package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.bus.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link WebhookEvent}. */
class WebhookEventTest {
  private static WebhookEvent event(String type, String resource) {
    String name = type == null ? "null" : "'" + type + "'";
    String json = "{'id':'WH-1','event_type':" + name + ",'resource':" + resource + "}";
    return Json.decode(
        json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), WebhookEvent.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "CHECKOUT.ORDER.APPROVED | {'id':'5O1'} | 5O1 | 5O1 | false",
        "CHECKOUT.ORDER.APPROVED | null | | | false",
        "CHECKOUT.ORDER.APPROVED | {} | | | false",
        "PAYMENT.CAPTURE.COMPLETED | {'id':'3C1'} | | 3C1 | true",
        "PAYMENT.CAPTURE.COMPLETED | {'id':'3C1','supplementary_data':{}} | | 3C1 | true",
        "PAYMENT.CAPTURE.COMPLETED"
            + "| {'id':'3C1','supplementary_data':{'related_ids':{'order_id':'5O1'}}} | 5O1 | 3C1"
            + " | false",
        "PAYMENT.REFUND.COMPLETED"
            + "| {'id':'1R1','supplementary_data':{'related_ids':{'capture_id':'3C1'}}} | | 3C1 1R1"
            + " | true",
        "PAYMENT.CAPTURE.REFUNDED"
            + "| {'id':'1R1','links':[{'rel':'self','href':'https://a/v2/refunds/1R1'},"
            + "{'rel':'up','href':'https://a/v2/captures/3C1'},{'rel':'up'},null]} | | 3C1 1R1"
            + " | true",
        "CUSTOMER.DISPUTE.CREATED"
            + "| {'disputed_transactions':[{'seller_transaction_id':'3C1'},{},null]} | | 3C1"
            + " | true",
        "RISK.DISPUTE.CREATED | {} | | | false",
        "BILLING.PLAN.CREATED | {'id':'P1'} | | P1 | false",
        "| {'id':'3C1'} | | 3C1 | false",
      })
  void namesOrderOrCaptures(
      String type, String resource, String order, String captures, boolean onlyCapture) {
    WebhookEvent event = event(type, resource);
    assertEquals(Optional.ofNullable(order), event.order());
    assertEquals(captures == null ? "" : captures, String.join(" ", event.captures()));
    assertEquals(onlyCapture, event.namesOnlyCapture());
  }

  @Test
  void recognizesDisputes() {
    for (String type :
        new String[] {"CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.RESOLVED", "OTHER", null}) {
      WebhookEvent event = event(type, "{}");
      assertEquals("CUSTOMER.DISPUTE.CREATED".equals(type), event.isDispute());
      assertEquals("CUSTOMER.DISPUTE.RESOLVED".equals(type), event.isResolved());
    }
  }
}
