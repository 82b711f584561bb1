package dev.gatehouse.areas.commerce.pictures;

import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadProgressListener;
import javax.imageio.event.IIOReadWarningListener;

/** Progress of reading a picture until its decoder finds the first damage. */
final class ReadProgress implements IIOReadProgressListener, IIOReadWarningListener {
  /** A picture with less is rejected. */
  private static final float ENOUGH = 90;

  private float percent;
  private float atDamage = 100;

  boolean complete() {
    return atDamage >= ENOUGH;
  }

  void damaged() {
    atDamage = Math.min(atDamage, percent);
  }

  @Override
  public void warningOccurred(ImageReader source, String warning) {
    // Other warnings are of profiles, for example.
    if (warning.contains("premature end")) {
      damaged();
    }
  }

  @Override
  public void imageProgress(ImageReader source, float percentageDone) {
    percent = percentageDone;
  }

  @Override
  public void imageComplete(ImageReader source) {
    percent = 100;
  }

  @Override
  public void sequenceStarted(ImageReader source, int minIndex) {}

  @Override
  public void sequenceComplete(ImageReader source) {}

  @Override
  public void imageStarted(ImageReader source, int imageIndex) {}

  @Override
  public void thumbnailStarted(ImageReader source, int imageIndex, int thumbnailIndex) {}

  @Override
  public void thumbnailProgress(ImageReader source, float percentageDone) {}

  @Override
  public void thumbnailComplete(ImageReader source) {}

  @Override
  public void readAborted(ImageReader source) {}
}
