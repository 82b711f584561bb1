package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;

/**
 * Decodes the exchange, and the symbol, which is only compared. Each distinct text of a file is
 * decoded once.
 */
final class TextDecoder extends ValueDecoder {
  private static final int MAX_KNOWN = 1000;

  private final SymbolCheck symbol;
  private final Map<Binary, String> known = new HashMap<>();

  TextDecoder(Column column, UploadField field, SymbolCheck symbol) {
    super(column, field);
    this.symbol = symbol;
    if (!field.isText()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, which is not a text"
              .formatted(field.name(), column.wireName(), field.typeName()));
    }
  }

  @Override
  void decode(ColumnReader reader, Bars into, int row) {
    Binary raw = reader.getBinary();
    String text = known.get(raw);
    if (text == null) {
      if (raw.length() > Values.MAX_TEXT_BYTES) {
        throw new IllegalArgumentException("a text of " + raw.length() + " bytes");
      }
      text = Values.text(raw.toStringUsingUTF8());
      if (column() == Column.SYMBOL) {
        symbol.check(text);
      }
      if (known.size() < MAX_KNOWN) {
        known.put(raw.copy(), text);
      }
    }
    if (column() == Column.EXCHANGE) {
      into.texts(column())[row] = text;
    }
  }
}
