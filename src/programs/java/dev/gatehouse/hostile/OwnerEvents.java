package dev.gatehouse.hostile;

import module java.base;

/** The owner's stream of notifications, which must remain open and deliver each of them. */
final class OwnerEvents implements AutoCloseable {
  private static final String PATH = "/api/proxy/notifications/stream";
  private static final int PATIENCE_SECONDS = 10;

  private final WitnessClient client;
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private Socket socket;
  private volatile boolean open;
  private int sent;

  OwnerEvents(WitnessClient client) {
    this.client = client;
  }

  /** Opens the stream unless it is open. */
  void listen(String token) {
    if (open) {
      return;
    }
    long begin = System.nanoTime();
    try {
      socket = client.connect();
      socket.getOutputStream().write(Witness.get(PATH, "Authorization: Bearer " + token));
      var reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String status = reader.readLine();
      if (status == null || !status.startsWith("HTTP/1.1 200")) {
        client.record().failed("stream " + status, WitnessClient.since(begin));
        socket.close();
        return;
      }
      // A comment comes every 15 seconds.
      socket.setSoTimeout((int) TimeUnit.MINUTES.toMillis(1));
      open = true;
      Thread.ofPlatform().start(() -> read(reader));
      client.record().answered(WitnessClient.since(begin));
    } catch (IOException e) {
      client.record().failed("no stream", WitnessClient.since(begin));
    }
  }

  /**
   * Sends a notification and waits for its event, which counts as a request of the witness.
   *
   * @param sender sends a notification with a title; returns whether it was accepted
   */
  void receive(Predicate<String> sender) throws InterruptedException {
    String title = "witness " + sent++;
    long begin = System.nanoTime();
    if (!sender.test(title) || !open) {
      return;
    }
    String data = "";
    while (data != null && !data.contains(title + '"')) {
      data = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    Duration taken = WitnessClient.since(begin);
    if (data == null) {
      client.record().failed("no event", taken);
    } else {
      client.record().answered(taken);
    }
  }

  private void read(BufferedReader reader) {
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith("data:")) {
          received.add(line);
        }
      }
    } catch (IOException closed) {
      // From either side; see below.
    }
    if (open) {
      open = false;
      client.record().failed("stream closed", Duration.ZERO);
    }
  }

  @Override
  public void close() {
    open = false;
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // It is closed.
    }
  }
}
