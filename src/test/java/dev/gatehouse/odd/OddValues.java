package dev.gatehouse.odd;

import module java.base;

/** Generator of numbers, times and texts that programs tend to change. */
public final class OddValues {
  private static final String[] FORMS = {
    "", "null", "NaN", "nan", "NULL", "-", "+", ".", "1.",
    ".5", "+1", "--1", "-0", "-0.0", "00012", "1e5", "1E+5", "1e-5",
    "1e999", "-1e999", "1e-400", "1e9999999999", "0e400", "0x10", "1d", "1f", "1_000",
    "1 000", "1,5", "1.2.3", "Infinity", "-inf", "１２", "1e", "e5", " 1",
    "1 "
  };

  private static final String[] PIECES = {
    "NYSE", " ", "  ", "\t", "\n", "\r", "\u0000", "\u001b[31m", "\u007f",
    "\u0085", "\u00a0", "\u3000", "\ufeff", "\ufffd", "\u202e", "\u2066", "\ud83d\ude00", "é",
    "e\u0301", "\"", "\"\"", ",", ";", "'", "\\", "=1+1", "@",
    "-", "+", "null", "NaN", "x", "\u200b", "&amp;", "<b>"
  };

  /** Pieces of texts that are acceptable, but that careless programs change. */
  private static final String[] FINE = {
    "NYSE", " ", "  ", "\u00a0", "\u3000", "\ufeff", "\ufffd", "\ud83d\ude00", "é",
    "e\u0301", "\"", "'", "\\", "\\u0041", "=1+1", "@", "%41", "$set",
    "null", "NaN", "1e5", "0012", "true", "&amp;", "<b>", "{}", "[1]",
    "../", "\u00df", "\u0130", "\u0149", "ﬁ", "\ud835\udd04"
  };

  private final Random random;

  public OddValues(long seed) {
    random = new Random(seed);
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns a text that is a number, or is not quite one. */
  public String number() {
    return switch (random.nextInt(14)) {
      case 0 -> FORMS[random.nextInt(FORMS.length)];
      case 1 -> integer().toString();
      case 2 -> Double.toString(number64());
      case 3 -> new BigDecimal(number64()).round(new MathContext(17)).toString();
      case 4 ->
          new BigDecimal(number64()).round(new MathContext(1 + random.nextInt(40))).toString();
      case 5 -> new BigDecimal(digits(), random.nextInt(25) - 5).toPlainString();
      case 6 -> new BigDecimal(digits(), random.nextInt(700) - 350).toString();
      default -> BigDecimal.valueOf(random.nextInt(1_000_000), 2).toString();
    };
  }

  /** Returns a text that is a JSON number. */
  public String jsonNumber() {
    String text = number();
    boolean json = text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    return json ? text : integer().toString();
  }

  /** Returns an integer near a power of two or ten, of up to 65 bits. */
  public BigInteger integer() {
    BigInteger near =
        random.nextBoolean()
            ? BigInteger.TWO.pow(random.nextInt(66))
            : BigInteger.TEN.pow(random.nextInt(20));
    BigInteger value = near.add(BigInteger.valueOf(random.nextInt(5) - 2L));
    return random.nextBoolean() ? value : value.negate();
  }

  /** Returns any finite double, often one with few digits. */
  public double number64() {
    double value =
        random.nextBoolean()
            ? Double.longBitsToDouble(random.nextLong())
            : random.nextInt(1_000_000) / 100.0 * Math.scalb(1, random.nextInt(8));
    return Double.isFinite(value) ? value : 0;
  }

  public BigInteger digits() {
    BigInteger value = new BigInteger(1 + random.nextInt(120), random);
    return random.nextBoolean() ? value : value.negate();
  }

  /** Returns a time in a second, with up to nine decimals of which the last are usually zero. */
  public Instant time(int second) {
    long unit = List.of(1_000L, 1_000_000L, 1_000_000_000L).get(random.nextInt(3));
    boolean fine = random.nextInt(12) == 0;
    long nanos = random.nextLong(1_000_000_000L) / unit * unit + (fine ? random.nextInt(999) : 0);
    return Instant.ofEpochSecond(1_700_000_000L + second, nanos);
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    for (int pieces = random.nextInt(4); pieces >= 0; pieces--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return random.nextInt(50) == 0 ? "x".repeat(62 + random.nextInt(4)) : text.toString();
  }

  /** Returns a text that consists of acceptable pieces. */
  public String fineText() {
    StringBuilder text = new StringBuilder();
    for (int pieces = random.nextInt(5); pieces >= 0; pieces--) {
      text.append(FINE[random.nextInt(FINE.length)]);
    }
    return text.toString();
  }

  /** Returns a time in one of the forms of ISO 8601, near a given time. */
  public String timeText(Instant near) {
    int digits = random.nextInt(10);
    long nanos = random.nextLong(1_000_000L) * 1_000 + random.nextInt(1_000);
    long kept = (long) Math.pow(10, 9 - digits);
    Instant time = near.plusNanos(nanos % 4_000_000L / kept * kept);
    return switch (random.nextInt(5)) {
      case 0 -> time.toString().replace('T', ' ');
      case 1 -> time.toString().replace("Z", "");
      case 2 -> time.atOffset(ZoneOffset.ofHoursMinutes(5, 30)).toString();
      case 3 -> time.toString().replace("Z", "+0000");
      default -> time.toString();
    };
  }
}
