package dev.gatehouse.store.sqlite;

/** Learns how long the work of a store takes; called on the thread that did it. */
public interface StoreWatch {
  /** A watch that nobody looks at. */
  StoreWatch NONE =
      new StoreWatch() {
        @Override
        public void committed(long nanos) {}

        @Override
        public void ran(long nanos) {}
      };

  /** A commit, which commands that wait share. */
  void committed(long nanos);

  /** A command from its arrival to its answer, waiting included. */
  void ran(long nanos);
}
