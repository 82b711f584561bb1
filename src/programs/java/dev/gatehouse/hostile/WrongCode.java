package dev.gatehouse.hostile;

import java.util.Random;

/** Signs in with a wrong code, and leaves after the reply. */
final class WrongCode extends Attacker {
  private final Random random;

  WrongCode(Random random) {
    this.random = random;
  }

  @Override
  void connected() {
    send(AttackTargets.signIn(Long.toString(random.nextLong(Long.MAX_VALUE), Character.MAX_RADIX)));
    readAll();
  }

  @Override
  void answered(int status) {
    leave();
  }
}
