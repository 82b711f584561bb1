package dev.gatehouse.areas.trading.marketdata;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.odd.OddValues;
import io.vertx.core.json.JsonArray;

/**
 * Sends odd numbers, times and texts through every way into the market data and compares them with
 * what the pages serve. A value must be served as it was sent, or be refused with its row.
 */
public final class OddInputs {
  /** Rows of a request with values that may be refused. */
  static final int ROWS = 20;

  /** Rows of a request with values that can be stored. */
  private static final int MANY = 500;

  private static final String JSON = "application/json";
  private static final Pattern ROW = Pattern.compile("\\b(?:row |bar |bars\\[)([0-9]+)");

  /** Sends rows; the reply's error names a row if one is refused. */
  private interface Way {
    Client.Reply send(List<OddRow> rows) throws IOException;
  }

  private final Client client;
  private final String all;
  private final Path folder;
  private final OddValues values;
  private final List<String> faults = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  OddInputs(Client client, String symbol, Path folder, long seed) {
    this.client = client;
    this.all = "/api/proxy/historical-data/" + symbol;
    this.folder = folder;
    this.values = new OddValues(seed);
  }

  /** Sends the given number of inputs and returns the faults. */
  public static List<String> run(Client client, String symbol, int inputs, long seed)
      throws IOException {
    Path folder = Files.createTempDirectory("odd");
    try {
      OddInputs run = new OddInputs(client, symbol, folder, seed);
      List<String> faults = run.run(inputs);
      System.out.println("market data " + run.counts);
      return faults;
    } finally {
      Files.deleteIfExists(folder.resolve("odd.parquet"));
      Files.delete(folder);
    }
  }

  /** Returns the values that were changed, or refused although they can be stored. */
  List<String> run(int inputs) throws IOException {
    for (int done = 0; done < inputs; done += 3 * MANY) {
      split("csv", rows(false), this::csv);
      split("json", rows(true), this::json);
      OddParquet parquet = new OddParquet(values);
      split("parquet " + parquet.types(), parquet.rows(MANY), rows -> put(parquet, rows));
    }
    return faults;
  }

  /** Sends storable rows together. Each refused row needs another request. */
  private void split(String way, List<OddRow> rows, Way sender) throws IOException {
    send(way, rows.stream().filter(OddRow::isStorable).toList(), sender);
    List<OddRow> others = rows.stream().filter(row -> !row.isStorable()).toList();
    for (int i = 0; i < others.size(); i += ROWS) {
      send(way, others.subList(i, Math.min(i + ROWS, others.size())), sender);
    }
  }

  private List<OddRow> rows(boolean json) {
    List<OddRow> rows = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      var time = values.time(i);
      if (time.getNano() % 1000 != 0) {
        rows.add(new OddRow(Column.TIME_UTC, time, null, null));
      } else if (values.below(3) == 0) {
        rows.add(new OddRow(Column.EXCHANGE, time, null, values.text()));
      } else {
        Column column =
            List.of(Column.CLOSE, Column.VOLUME, Column.TRADE_COUNT).get(values.below(3));
        rows.add(OddRow.ofNumber(column, time, json ? values.jsonNumber() : values.number()));
      }
    }
    return rows;
  }

  private void send(String way, List<OddRow> rows, Way sender) throws IOException {
    List<OddRow> left = new ArrayList<>(rows);
    while (!left.isEmpty()) {
      Client.Reply reply = sender.send(left);
      if (reply.status() == 200) {
        compare(way, left);
        return;
      }
      Matcher row = ROW.matcher(reply.text());
      if (reply.status() != 400 || !row.find()) {
        faults.add(way + ": " + reply.status() + " " + reply.text());
        return;
      }
      int index =
          Integer.parseInt(row.group(1)) - (row.group().endsWith("[" + row.group(1)) ? 0 : 1);
      OddRow refused = left.remove(index);
      count(way, "refused");
      // A binary integer has all its digits; a decimal text only those that are written.
      if (refused.isStorable() && (!way.endsWith("int64 close") || refused.isExact())) {
        faults.add(way + ": refused " + refused + ": " + reply.text());
      }
    }
  }

  private void compare(String way, List<OddRow> rows) {
    JsonArray data =
        client.get(all + "?format=json&sortOrder=asc&limit=" + MANY).json().getJsonArray("data");
    if (data.size() != rows.size()) {
      faults.add(way + ": " + data.size() + " rows instead of " + rows.size());
      return;
    }
    for (int i = 0; i < rows.size(); i++) {
      String difference = rows.get(i).difference(data.getJsonObject(i));
      count(way, "stored");
      if (difference != null) {
        faults.add(way + ": " + rows.get(i) + ": " + difference);
      }
    }
  }

  private void count(String way, String outcome) {
    counts.merge(way.replaceAll(" .*", "") + " " + outcome, 1, Integer::sum);
  }

  private Client.Reply csv(List<OddRow> rows) {
    StringBuilder csv =
        new StringBuilder("timeUtc,open,high,low,close,volume,tradeCount,exchange\n");
    for (OddRow row : rows) {
      csv.append(row.time()).append(",1,2,0.5");
      for (Column column :
          List.of(Column.CLOSE, Column.VOLUME, Column.TRADE_COUNT, Column.EXCHANGE)) {
        boolean odd = row.column() == column;
        csv.append(",\"").append(odd ? row.text().replace("\"", "\"\"") : "").append('"');
      }
      csv.append('\n');
    }
    return client.owner("PUT", all).body("text/csv", csv.toString()).send();
  }

  private Client.Reply json(List<OddRow> rows) {
    client.owner("DELETE", all).send();
    StringBuilder json = new StringBuilder("{\"bars\":[");
    for (OddRow row : rows) {
      json.append(json.charAt(json.length() - 1) == '[' ? "" : ",")
          .append("{\"timeUtc\":\"" + row.time() + "\",\"open\":1,\"high\":2,\"low\":0.5");
      json.append(row.column() == Column.CLOSE ? "" : ",\"close\":1");
      if (row.column() == Column.EXCHANGE) {
        json.append(
            ",\"exchange\":" + new JsonArray().add(row.text()).encode().replaceAll("^.|.$", ""));
      } else if (row.column() != Column.TIME_UTC) {
        json.append(",\"" + row.column().wireName() + "\":" + row.text());
      }
      json.append('}');
    }
    byte[] body = json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    return client.owner("POST", all + "/bars").body(JSON, body).send();
  }

  private Client.Reply put(OddParquet parquet, List<OddRow> rows) throws IOException {
    Path file = folder.resolve("odd.parquet");
    Files.deleteIfExists(file);
    byte[] bytes = Files.readAllBytes(parquet.write(file, rows));
    return client.owner("PUT", all).body("application/vnd.apache.parquet", bytes).send();
  }
}
