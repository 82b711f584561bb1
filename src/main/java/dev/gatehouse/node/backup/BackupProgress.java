package dev.gatehouse.node.backup;

/** Receiver of the progress of a backup, in bytes. */
public interface BackupProgress {
  /** Progress that is not shown. */
  BackupProgress NONE =
      new BackupProgress() {
        @Override
        public void expect(long more) {}

        @Override
        public void advance(long by, String name) {}

        @Override
        public void end() {}
      };

  /** Adds to the expected total. */
  void expect(long more);

  /** Adds to the completed amount, with the name of the file in progress. */
  void advance(long by, String name);

  void end();
}
