package dev.gatehouse.killed;

/** A process whose data survive it. */
public interface Target {
  /** Starts the process with the data of the previous one, and waits until it can work. */
  void start() throws Exception;

  /** Starts the process after the last kill. */
  default void startForLastCheck() throws Exception {
    start();
  }

  /** Sends SIGKILL and waits for the end of the process. */
  void kill() throws Exception;
}
