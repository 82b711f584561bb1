package dev.gatehouse.areas.commerce.reviews;

/**
 * Content of the page with the form of a review.
 *
 * @param product name of the product; empty if it is unknown
 * @param problem shown first; empty for none
 */
public record ReviewPage(String product, Words words, String problem, Step step) {
  public enum Step {
    WRITING,
    /** The code was emailed to the author. */
    CODE_SENT,
    DONE
  }

  /**
   * Values of the form.
   *
   * @param rating 1 to 5; empty if it is not chosen
   */
  public record Words(String rating, String title, String body, String author, String email) {
    static final Words NONE = new Words("", "", "", "", "");
  }

  public boolean isCodeSent() {
    return step == Step.CODE_SENT;
  }

  public boolean isDone() {
    return step == Step.DONE;
  }
}
