package dev.gatehouse.areas.trading.marketdata.upload;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.format.PageHeader;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * Reads page headers with a size limit. parquet-format's own reader would allocate 100 MB for a
 * corrupted length.
 */
final class PageHeaders {
  private static final int MAX_BYTES = 64 << 10;

  private PageHeaders() {}

  /** Parses the header in exactly these bytes. */
  static PageHeader read(byte[] bytes, int from, int length) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes, from, length);
    TConfiguration bounded = TConfiguration.custom().setMaxMessageSize(MAX_BYTES).build();
    PageHeader header = new PageHeader();
    try {
      header.read(new TCompactProtocol(new TIOStreamTransport(bounded, in)));
    } catch (TException e) {
      throw new IOException("a page's header is invalid", e);
    }
    if (header.getType() == null || !hasDetails(header)) {
      throw new IOException("a page's header is incomplete");
    }
    return header;
  }

  private static boolean hasDetails(PageHeader header) {
    return switch (header.getType()) {
      case DATA_PAGE ->
          header.isSetData_page_header() && header.getData_page_header().getEncoding() != null;
      case DATA_PAGE_V2 ->
          header.isSetData_page_header_v2()
              && header.getData_page_header_v2().getEncoding() != null;
      case DICTIONARY_PAGE -> header.isSetDictionary_page_header();
      case INDEX_PAGE -> true;
    };
  }
}
