package dev.gatehouse.store.sqlite;

/** Receives the durations of a store's work. Called on the thread that did the work. */
public interface StoreWatch {
  /** Ignores all durations. */
  StoreWatch NONE =
      new StoreWatch() {
        @Override
        public void committed(long nanos) {}

        @Override
        public void ran(long nanos) {}
      };

  /** Called after a commit, which waiting commands share. */
  void committed(long nanos);

  /** Called after a command, with the time from its arrival to its reply, including waiting. */
  void ran(long nanos);
}
