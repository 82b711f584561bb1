package dev.gatehouse.areas.trading;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.trading.MarketPages.EntityTags;
import dev.gatehouse.areas.trading.marketdata.Bar;
import dev.gatehouse.areas.trading.marketdata.ExactNumber;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Area.Handler;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.messages.TradingMessages;
import dev.gatehouse.messages.TradingMessages.DataChanged;
import dev.gatehouse.messages.TradingMessages.ImportFile;
import dev.gatehouse.messages.TradingMessages.ImportedFile;

/** Operations on historical data: list, page, replace, append and delete. */
record MarketOperations(
    SymbolFiles symbols,
    Market market,
    MarketAppends appends,
    MarketPages pages,
    Dispatcher dispatcher) {
  private static final String LIST = "/api/proxy/historical-data";

  /** RFC 9745: when the old path was deprecated, 2026-11-21. */
  private static final String DEPRECATED = "@1795219200";

  Map<String, Handler> operations() {
    return Map.of(
        "trading.symbols", Area.returning(Listing.class, this::list),
        "trading.symbolsMoved", this::moved,
        "trading.symbol", Area.returning(Described.class, this::symbol),
        "trading.putSymbol", Area.returning(Receipt.class, this::put),
        "trading.addBars", Area.returning(Receipt.class, AddBarsRequest.class, this::addBars),
        "trading.addBarsOfSymbols",
            Area.returning(AddedBars.class, AddBarsRequest.class, this::addBarsOfSymbols),
        "trading.deleteSymbol", Area.returning(Done.class, this::delete));
  }

  Message.Handlers messages() {
    return Message.Handlers.of().on(TradingMessages.IMPORT, this::importFile);
  }

  /** Imports a local file of the node, for the owner's command line. */
  private ImportedFile importFile(Call call, ImportFile order) throws IOException {
    String symbol = SymbolName.ofFile(order.symbol());
    if (!SymbolName.isValid(symbol)) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "the file name must be a symbol: 1 to 32 of A-Z 0-9 . ^ = & _ : - and %2F for a slash");
    }
    boolean isCsv = order.file().toLowerCase(Locale.ROOT).endsWith(".csv");
    Importer.Format format = isCsv ? Importer.Format.CSV : Importer.Format.PARQUET;
    Optional<SymbolFile> file =
        market.put(symbol, Path.of(order.file()), format).map(Market.Taken::file);
    file.ifPresent(put -> changed(put.id()));
    return new ImportedFile(symbol, file.isEmpty(), file.map(SymbolFile::rowCount).orElse(0L));
  }

  private record Entry(
      String symbol,
      Instant lastUpdated,
      @JsonUnwrapped SymbolFile.Rows rows,
      long dataSize,
      String downloadUrl) {}

  private record Listing(
      boolean success, List<Entry> symbols, int count, PageOrder.Pagination pagination) {}

  private record Described(
      boolean success, String symbol, SymbolFile.Metadata metadata, String downloadUrl) {}

  private record Receipt(
      boolean success,
      String symbol,
      SymbolFile.Metadata metadata,
      String downloadUrl,
      long warnings,
      Map<String, String> renamedColumns,
      List<String> unusedColumns) {}

  private record SymbolBars(
      String symbol, int added, @JsonUnwrapped SymbolFile.Rows rows, long warnings) {}

  private record AddedBars(boolean success, List<SymbolBars> symbols, int count) {}

  private Answer list(Call call) {
    PageOrder order = PageOrder.of(call);
    List<SymbolFile> files = symbols.page(order.offset(), order.limitOrDefault());
    PageOrder.Pagination place = order.of(symbols.count(), files.size());
    List<Entry> entries =
        files.stream()
            .map(file ->
                new Entry(
                    file.id(),
                    file.lastUpdated(),
                    file.rows(),
                    file.dataSize(),
                    downloadUrl(call, file.id())))
            .toList();
    return Answer.ok(new Listing(true, entries, entries.size(), place))
        .with(EntityTags.list(files, place.total()));
  }

  private Answer moved(Call call) {
    String successor = call.base() + LIST;
    return new Answer(
        308,
        Map.of(
            "Location",
            successor,
            "Deprecation",
            DEPRECATED,
            "Link",
            "<" + successor + ">; rel=\"successor-version\""),
        null,
        null);
  }

  private Answer symbol(Call call) throws IOException {
    SymbolFile file = find(symbols, call);
    if (call.text("format") == null) {
      return described(call, file).with(EntityTags.metadata(file));
    }
    return pages.page(call, file);
  }

  private Answer put(Call call) throws IOException {
    Upload upload = call.uploads().getFirst();
    Importer.Format format =
        upload.contentType().equals("text/csv") ? Importer.Format.CSV : Importer.Format.PARQUET;
    String symbol = name(call);
    return receipt(call, publishing(symbol, () -> market.put(symbol, upload, format, call.seen())));
  }

  private Answer addBars(Call call, AddBarsRequest request) throws IOException {
    String symbol = name(call);
    return receipt(
        call, publishing(symbol, () -> appends.add(symbol, request.of(symbol), call.seen())));
  }

  private Answer addBarsOfSymbols(Call call, AddBarsRequest request) throws IOException {
    Map<String, List<Bar>> bars = request.bySymbol();
    bars.forEach((symbol, list) -> MarketAppends.check(list, symbol));
    List<SymbolBars> added = new ArrayList<>();
    for (String symbol : bars.keySet()) {
      List<Bar> list = bars.get(symbol);
      Market.Taken taken = publishing(symbol, () -> appends.add(symbol, list, Optional.empty()));
      added.add(new SymbolBars(symbol, list.size(), taken.file().rows(), taken.warnings()));
    }
    return Answer.ok(new AddedBars(true, added, added.size()));
  }

  private Answer delete(Call call) throws IOException {
    String symbol = name(call);
    Optional<SymbolFile> seen = market.read(symbol, call.seen());
    Optional<SymbolFile> only = call.seen().flatMap(any -> seen);
    if (publishing(symbol, () -> symbols.delete(symbol, only))) {
      return Done.answer(symbol + " is deleted");
    }
    if (call.seen().isPresent()) {
      throw ApiError.changed().exception();
    }
    throw absent(symbol);
  }

  static SymbolFile find(SymbolFiles symbols, Call call) {
    String symbol = name(call);
    return symbols.find(symbol).orElseThrow(() -> absent(symbol));
  }

  static RuntimeException absent(String symbol) {
    return ApiException.of(ErrorCode.MARKET_DATA_NOT_FOUND, "no market data for " + symbol);
  }

  static String name(Call call) {
    return call.text("symbol").toUpperCase(Locale.ROOT);
  }

  private static Answer described(Call call, SymbolFile file) {
    return Answer.ok(new Described(true, file.id(), file.metadata(), downloadUrl(call, file.id())));
  }

  private static Answer receipt(Call call, Market.Taken taken) {
    SymbolFile file = taken.file();
    return Answer.ok(
        new Receipt(
            true,
            file.id(),
            file.metadata(),
            downloadUrl(call, file.id()),
            taken.warnings(),
            taken.columns().renamed(),
            taken.columns().unused()));
  }

  private static String downloadUrl(Call call, String symbol) {
    return call.base() + LIST + "/" + SymbolName.segment(symbol) + "/download";
  }

  /** Publishes the change even if it fails, because the outcome may be unknown. */
  private <T> T publishing(String symbol, CopyWorkshop.Work<T> change) throws IOException {
    try {
      return change.run();
    } finally {
      changed(symbol);
    }
  }

  private void changed(String symbol) {
    dispatcher.publish(TradingMessages.DATA_CHANGED, new DataChanged(symbol));
  }

  /** Bars to be added to the data of one symbol, or of several. */
  record AddBarsRequest(List<NewBar> bars) {
    private static final int MAX_SYMBOLS = 500;

    /** A bar in a request. A served data point can be sent back unchanged. */
    record NewBar(
        String symbol,
        String timeUtc,
        BigDecimal open,
        BigDecimal high,
        BigDecimal low,
        BigDecimal close,
        BigDecimal volume,
        BigDecimal vwap,
        Long tradeCount,
        String exchange,
        Boolean otc) {}

    List<Bar> of(String symbol) {
      return IntStream.range(0, bars.size()).mapToObj(index -> bar(symbol, index)).toList();
    }

    SortedMap<String, List<Bar>> bySymbol() {
      SortedMap<String, List<Bar>> found = new TreeMap<>();
      for (int i = 0; i < bars.size(); i++) {
        String symbol = bars.get(i).symbol();
        badRequestUnless(symbol != null, "bars[" + i + "].symbol", "is required");
        String name = symbol.toUpperCase(Locale.ROOT);
        found.computeIfAbsent(name, any -> new ArrayList<>()).add(bar(name, i));
      }
      badRequestUnless(
          found.size() <= MAX_SYMBOLS, "bars", "must be of at most " + MAX_SYMBOLS + " symbols");
      return found;
    }

    private Bar bar(String symbol, int index) {
      NewBar bar = bars.get(index);
      badRequestUnless(
          bar.symbol() == null || bar.symbol().equalsIgnoreCase(symbol),
          "bars[" + index + "].symbol",
          "must be " + symbol);
      return new Bar(
          symbol,
          PointInTime.first(bar.timeUtc()),
          number(bar.open(), index, "open"),
          number(bar.high(), index, "high"),
          number(bar.low(), index, "low"),
          number(bar.close(), index, "close"),
          number(bar.volume(), index, "volume"),
          number(bar.vwap(), index, "vwap"),
          bar.tradeCount(),
          bar.exchange(),
          bar.otc());
    }

    private static Double number(BigDecimal value, int index, String name) {
      try {
        return value == null ? null : ExactNumber.of(value);
      } catch (IllegalArgumentException e) {
        throw ApiException.invalid("bars[" + index + "]." + name, e.getMessage());
      }
    }
  }

  /** Symbols as exchanges, brokers and data vendors write them: BRK.B, M&M.NS, BTC/USD, ^GSPC. */
  static final class SymbolName {
    /** The pattern of the contract, for symbols that do not come from a request. */
    private static final Pattern VALID = Pattern.compile("[A-Z0-9.^=&_:/-]{1,32}");

    static boolean isValid(String symbol) {
      return VALID.matcher(symbol).matches();
    }

    /** Returns the symbol as a segment of a URL's path or the name of a file. */
    static String segment(String symbol) {
      return URLEncoder.encode(symbol, StandardCharsets.UTF_8);
    }

    /** Returns the symbol that a file without its extension is named after. */
    static String ofFile(String name) {
      return name.replaceAll("(?i)%2f", "/").toUpperCase(Locale.ROOT);
    }

    /** Returns the name that a browser gives a downloaded file. */
    static String downloadName(String symbol, String extension) {
      return symbol.replaceAll("[/:]", "-") + extension;
    }
  }
}
