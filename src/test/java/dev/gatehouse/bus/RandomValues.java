package dev.gatehouse.bus;

import module java.base;

/** Random values of every kind that a message may contain, with frequent edge cases. */
final class RandomValues {
  private static final List<String> NAMES =
      List.of("a", "", "$long", "$$long", "$instant", "$", "newField", "ö\u0000\"\\\u2028😀");
  private static final int DEEPEST = 4;
  private static final int KINDS = 11;

  private final Random random;

  RandomValues(long seed) {
    random = new Random(seed);
  }

  Object value() {
    return value(0);
  }

  Map<String, Object> map() {
    return map(0);
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth < DEEPEST ? KINDS : KINDS - 2)) {
      case 0 -> null;
      case 1 -> NAMES.get(random.nextInt(NAMES.size()));
      case 2 -> random.nextBoolean();
      case 3 -> random.nextInt() >> random.nextInt(Integer.SIZE);
      case 4 -> random.nextLong() >> random.nextInt(Long.SIZE);
      case 5 -> number();
      case 6 -> new BigInteger(random.nextInt(400), random).negate();
      case 7 ->
          new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(80) - 40);
      case 8 -> Instant.ofEpochSecond(random.nextLong() >> 28, random.nextInt(3) * 333_333_333L);
      case 9 -> list(depth + 1);
      default -> map(depth + 1);
    };
  }

  private double number() {
    double any = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(any) ? any : -0.0;
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(depth));
    }
    return list;
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      map.put(NAMES.get(random.nextInt(NAMES.size())), value(depth));
    }
    return map;
  }
}
