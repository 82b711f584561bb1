package dev.gatehouse.reference;

import module java.base;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.gatehouse.S3Server;
import dev.gatehouse.S3Simulator;
import dev.gatehouse.areas.calendar.google.GoogleSimulator;
import dev.gatehouse.areas.calendar.google.KeyFile;
import dev.gatehouse.areas.codehost.CodeHostSimulator;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;
import dev.gatehouse.areas.games.rcon.ScriptedRcon;
import dev.gatehouse.areas.payments.PayPalSimulator;
import dev.gatehouse.areas.site.Simulator;
import io.vertx.core.json.JsonObject;

/** Simulated providers for the settings of a page, and the files that the commands of pages use. */
final class PageProviders implements AutoCloseable {
  private static final int ORDERS = 8;
  private static final long CREATED = 1_790_000_000;

  private final Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  PageProviders(Path folder) throws IOException {
    this.folder = folder;
    prepareFiles(folder);
  }

  /** Creates the files that the commands of pages send. */
  static void prepareFiles(Path folder) throws IOException {
    Path market = Path.of("src/test/resources/market").toAbsolutePath();
    Files.createDirectories(folder.resolve("src/test/resources"));
    Files.createSymbolicLink(folder.resolve("src/test/resources/market"), market);
    Files.copy(market.resolve("arrow-odd-types.parquet"), folder.resolve("spy.parquet"));
    Files.writeString(folder.resolve("resume.pdf"), "%PDF-1.4\n%%EOF\n");
    Files.writeString(folder.resolve("dna.txt"), "ATCGGATTACA\n");
    Files.writeString(
        folder.resolve("spy.csv"), "timeUtc,open,high,low,close\n2026-11-20,1,2,1,2\n");
    Files.writeString(
        folder.resolve("bookmarks.html"),
        "<DL><DT><A HREF=\"https://www.example.org/a|b\">A</A></DL>");
    Files.writeString(
        folder.resolve("shlink.csv"),
        "shortUrl,longUrl,visits\nhttps://s.example.org/tour/2031,https://www.example.org/tour,12\n");
    Files.write(folder.resolve("file.bin"), new byte[] {1, 2, 3});
    var zip = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(zip)) {
      out.putNextEntry(new ZipEntry("level.dat"));
      out.write(1);
    }
    Files.write(folder.resolve("world.zip"), zip.toByteArray());
    for (String name : new String[] {"headers.txt", "ebay.txt", "vercel-token", "render-token"}) {
      Files.writeString(folder.resolve(name), name.equals("headers.txt") ? "X-Api-Key=key" : name);
    }
  }

  private <T extends AutoCloseable> T opened(T provider) {
    open.push(provider);
    return provider;
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  /** Returns settings whose providers are simulated, and whose files are absolute. */
  Map<String, String> replace(Map<String, String> given) throws IOException {
    Map<String, String> settings = new TreeMap<>(given);
    settings.replaceAll(
        (name, value) -> name.endsWith("_FILE") ? folder.resolve(value).toString() : value);
    if (given.containsKey("CODEHOST_TOKEN_FILE")) {
      codeHost(settings);
    }
    if (given.containsKey("PRINTSHOP_TOKEN_FILE")) {
      printShop(settings);
    }
    if (given.containsKey("PAYMENTS_CLIENT_ID")) {
      payments(settings);
    }
    if (given.containsKey("HOSTING_PROVIDER")) {
      hosting(settings);
    }
    if (given.containsKey("INDEXNOW_PAGES")) {
      var engine = opened(new Simulator());
      engine.says("/indexnow", 200, "");
      settings.put("INDEXNOW_URL", engine.url() + "/indexnow");
    }
    if (given.containsKey("BLOCKGAME_SERVER_DIR")) {
      game(settings);
    }
    if ("google".equals(given.get("CALENDAR_PROVIDER"))) {
      var google = opened(new GoogleSimulator());
      settings.put("CALENDAR_URL", google.url());
      settings.put("CALENDAR_TOKEN_URL", google.url() + "/token");
      settings.put("CALENDAR_KEY_FILE", file("key.json", KeyFile.of(KeyFile.keys())));
    }
    if (given.containsKey("SMTP_URL")) {
      mail(settings);
    }
    if (given.containsKey("THEME_LEGAL")) {
      settings.put("THEME_LEGAL", Path.of("src/test/resources/legal").toAbsolutePath().toString());
    }
    marketplaces(settings);
    if (given.containsKey("TRACING_URL")) {
      settings.put("TRACING_URL", opened(new Simulator()).url());
    }
    return settings;
  }

  private void codeHost(Map<String, String> settings) throws IOException {
    var host = opened(new CodeHostSimulator());
    host.add("site", "Java", 700, "HTML", 300);
    host.branch("site", "master", "2026-01-01");
    host.branch("site", "old", "2025-06-01");
    settings.put("CODEHOST_URL", host.url());
    settings.put("CODEHOST_TOKEN_FILE", file("codehost-token", CodeHostSimulator.TOKEN));
  }

  private void printShop(Map<String, String> settings) throws IOException {
    var shop = opened(new PrintfulSimulator());
    shop.makes(
        ORDERS,
        place -> PrintfulSimulator.order(ORDERS - place, CREATED, "fulfilled", "24.99", "9.87"));
    settings.put("PRINTSHOP_URL", shop.url());
    settings.put("PRINTSHOP_TOKEN_FILE", file("printshop-token", PrintfulSimulator.TOKEN));
    settings.put("PRINTSHOP_DAILY", "false");
  }

  private void payments(Map<String, String> settings) throws IOException {
    var provider = opened(new PayPalSimulator());
    provider.approvesAll();
    settings.put("PAYMENTS_URL", provider.url());
    settings.put("PAYMENTS_CLIENT_ID", PayPalSimulator.ID);
    settings.put("PAYMENTS_CLIENT_SECRET_FILE", file("paypal-secret", PayPalSimulator.SECRET));
  }

  private void hosting(Map<String, String> settings) {
    var hosts = opened(new Simulator());
    hosts.says("/v6/deployments", Simulator.example("hosting/vercel_v6_deployments"));
    hosts.says("/services", Simulator.example("hosting/render_deploys"));
    hosts.says("/v1/services", Simulator.example("hosting/render_deploys"));
    boolean one = !settings.get("HOSTING_PROVIDER").contains(",");
    settings.put(one ? "HOSTING_URL" : "HOSTING_VERCEL_URL", hosts.url());
    if (!one) {
      settings.put("HOSTING_RENDER_URL", hosts.url());
    }
  }

  private void game(Map<String, String> settings) throws IOException {
    var game = opened(new ScriptedRcon());
    game.says(command -> "Made " + command.replaceFirst("op ", "") + " a server operator");
    var profiles = opened(new Simulator());
    for (String name : new String[] {"Notch", "jeb_"}) {
      String id = "0".repeat(31) + name.length();
      String account = JsonObject.of("id", id, "name", name).encode();
      profiles.says("/users/" + name, account);
    }
    Path server = Files.createDirectories(folder.resolve("server"));
    settings.put("BLOCKGAME_SERVER_DIR", server.toString());
    settings.put("BLOCKGAME_PROFILE_URL", profiles.url() + "/users/");
    settings.put("BLOCKGAME_RCON_PORT", Integer.toString(game.port()));
    settings.put("BLOCKGAME_RCON_PASSWORD", ScriptedRcon.PASSWORD);
  }

  private void mail(Map<String, String> settings) {
    var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.setUser("user", "user", "pass!");
    server.start();
    open.push(server::stop);
    settings.put("SMTP_URL", "smtp://user:pass%21@127.0.0.1:" + server.getSmtp().getPort());
  }

  private void marketplaces(Map<String, String> settings) {
    if (settings.containsKey("MARKETPLACE_A_REVIEWS_URL")) {
      settings.put("MARKETPLACE_A_REVIEWS_URL", opened(new Simulator()).url() + "/{asin}");
    }
    if (settings.containsKey("MARKETPLACE_B_SOURCE")) {
      var marketplace = opened(new Simulator());
      marketplace.says("/", 503, "{}");
      settings.put("MARKETPLACE_B_API_URL", marketplace.url());
      settings.put("MARKETPLACE_B_TOKEN_URL", marketplace.url());
      settings.put("MARKETPLACE_B_CLIENT_ID", "id");
    }
    if (settings.containsKey("BLOBS_S3_BUCKET")) {
      var store = opened(new S3Simulator());
      settings.put("BLOBS_S3_URL", store.clientsUrl());
      // Files move to another store only with a new store of documents.
      settings.put("DATA_DIR", folder.resolve("new-data").toString());
      settings.put("BLOBS_S3_BUCKET", S3Server.BUCKET);
      settings.put("BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY);
      settings.put("BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY);
      settings.remove("BLOBS_S3_SECRET_KEY_FILE");
    }
  }

  @Override
  public void close() {
    for (AutoCloseable each : open) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
