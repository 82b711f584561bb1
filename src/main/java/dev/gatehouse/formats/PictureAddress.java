package dev.gatehouse.formats;

import module java.base;

/**
 * Address of an uploaded picture: {@code /pictures/ID-1600x1067.jpg#Alternative%20text}. A picture
 * has files in smaller widths, too. The content of an address never changes.
 *
 * @param id 24 hex digits
 * @param width of the largest file
 * @param height of the largest file
 * @param alt alternative text; empty without one
 */
public record PictureAddress(String id, int width, int height, String alt) {
  /** Prefix of the paths. */
  public static final String FOLDER = "/pictures/";

  private static final List<Integer> SMALLER = List.of(320, 640, 1024);
  private static final Pattern TEXT =
      Pattern.compile(
          FOLDER + "([0-9a-f]{24})-([1-9][0-9]{0,4})x([1-9][0-9]{0,4})\\.jpg(?:#(.{0,2000}))?");

  /** Parses an address; empty for other addresses. */
  public static Optional<PictureAddress> of(String address) {
    Matcher parts = TEXT.matcher(address);
    if (!parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new PictureAddress(
            parts.group(1),
            Integer.parseInt(parts.group(2)),
            Integer.parseInt(parts.group(3)),
            decoded(parts.group(4))));
  }

  private static String decoded(String alt) {
    try {
      return alt == null ? "" : URLDecoder.decode(alt, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  /** Returns the path of the largest file. */
  public String path() {
    return path(width);
  }

  public String path(int fileWidth) {
    return FOLDER + id + '-' + fileWidth + 'x' + height(fileWidth) + ".jpg";
  }

  public int height(int fileWidth) {
    return Math.max(1, (int) Math.round((double) height * fileWidth / width));
  }

  /** Returns the widths of the files, the largest last. */
  public List<Integer> widths() {
    List<Integer> widths = new ArrayList<>(SMALLER.stream().filter(each -> each < width).toList());
    widths.add(width);
    return widths;
  }

  public String text() {
    if (alt.isEmpty()) {
      return path();
    }
    return path() + '#' + URLEncoder.encode(alt, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
