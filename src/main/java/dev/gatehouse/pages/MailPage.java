package dev.gatehouse.pages;

import java.util.List;

/**
 * Content of the template of emails.
 *
 * @param title its first line
 * @param design what all emails of the site share
 */
public record MailPage(String subject, String title, List<MailPart> parts, Design design) {
  /**
   * Design of all emails.
   *
   * @param footer links at the end, with their whole addresses
   * @param logo picture that is sent with each email; null for none
   */
  public record Design(AccentColor accent, List<Site.FooterLink> footer, PageFile logo) {}
}
