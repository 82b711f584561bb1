package dev.gatehouse.provider;

import java.util.List;

/**
 * A list of a provider.
 *
 * @param path of the provider's list
 * @param envelope of the list, with {@code %s} for its elements
 * @param good a valid element
 * @param key a required field of the element
 * @param method and address of the operation that returns the list
 */
record OddSource(String path, String envelope, String good, String key, String method, Rule rule) {
  /** Whether a list informs, its sums are money, or its other elements must not be held up. */
  enum Rule {
    SKIPPED,
    REFUSED,
    NAMED
  }

  private static final String ISSUE =
      """
      {'id':1,'number':1,'title':'t','state':'open','html_url':'https://c.example/me/r/issues/1',\
      'repository_url':'https://c.example/repos/me/r',\
      'created_at':'2026-01-01T00:00:00Z','updated_at':'2026-01-01T00:00:00Z'}\
      """;

  /** The fields of each list, in the order of the components. A quotation mark is written as '. */
  static final List<OddSource> ALL =
      """
      /broker/v2/positions | [%s] | {'symbol':'SPY','qty':'5'} | qty | GET /api/proxy/public/trading/positions | REFUSED
      /vercel/v6/deployments | {'deployments':[%s]} | {'uid':'d1'} | uid | GET /hosting/deployments | SKIPPED
      /netlify/api/v1/sites/site/deploys | [%s] | {'id':'d2'} | id | GET /hosting/deployments | SKIPPED
      /koyeb/v1/deployments | {'deployments':[%s]} | {'id':'d3'} | id | GET /hosting/deployments | SKIPPED
      /render/v1/services/srv-1/deploys | [%s] | {'deploy':{'id':'d4'}} | deploy | GET /hosting/deployments | SKIPPED
      /code/users/me/repos | [%s] | REPO | full_name | GET /api/proxy/codehost-recent-repos | SKIPPED
      /code/issues | [%s] | ISSUE | html_url | GET /api/proxy/codehost-issues | SKIPPED
      /code/search/issues | {'total_count':2,'incomplete_results':false,'items':[%s]} | PULL | html_url \
        | GET /api/proxy/codehost-prs | SKIPPED
      /code/user/repos | [%s] | REPO | full_name | GET /api/proxy/codehost-stale-branches | SKIPPED
      /calendar/calendars/owner%40example.com/events | {'items':[%s]} \
        | {'id':'e','start':{'dateTime':'2026-02-02T15:00:00Z'},'end':{'dateTime':'2026-02-02T16:00:00Z'}} \
        | start | GET /api/proxy/calendar/events?startDate=2026-02-02&endDate=2026-02-03 | SKIPPED
      /calendar/freeBusy | {'calendars':{'owner@example.com':{'busy':[%s]}}} \
        | {'start':'2026-02-02T15:00:00Z','end':'2026-02-02T16:00:00Z'} \
        | start | POST /api/proxy/calendar/available-slots | REFUSED
      /shop/api/2024-01/graphql.json | {'data':{'products':{'edges':[%s]}}} \
        | {'node':{'id':'gid://shopify/Product/1','title':'t','handle':'h',\
        'priceRange':{'minVariantPrice':PRICE,'maxVariantPrice':PRICE}}} | node | GET /storefront/products | SKIPPED
      /prints/orders | {'code':200,'paging':{'total':2},'result':[%s]} \
        | {'id':1,'status':'fulfilled','created':1602607640} | id | POST /api/proxy/printshop/sync | NAMED
      """
          .replace("PRICE", "{'amount':'5.00','currencyCode':'USD'}")
          .replace(
              "REPO",
              "{'name':'r','full_name':'me/r','html_url':'https://c.example/me/r','private':false,'visibility':'public'}")
          .replace("ISSUE", ISSUE)
          .replace("PULL", ISSUE.replace("/me/r/issues/", "/me/r/pull/"))
          .replace('\'', '"')
          .lines()
          .map(line -> line.split(" +\\| +"))
          .map(cells ->
              new OddSource(
                  cells[0], cells[1], cells[2], cells[3], cells[4], Rule.valueOf(cells[5])))
          .toList();

  String[] call() {
    return method.split(" ");
  }

  @Override
  public String toString() {
    return path;
  }
}
