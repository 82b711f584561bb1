#!/usr/bin/env python3
"""Records the data folder of a release, and its replies to every read, for UpgradeTest.

usage: record.py JAR OUT.zip     (JAR: target/gatehouse.jar of the release, started in its own folder)

The release runs on loopback with simulated providers. OUT.zip gets the data folder and replies.json.
"""
import base64, hashlib, json, math, os, re, shutil, struct, subprocess, sys, tempfile, threading, time, zipfile, zlib, io
import urllib.request, urllib.error
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "owners-key-0123456789"
CODE = "owners-permanent-code"
HOME = os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[1])))
UPSTREAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "upstreams")


def example(name):
    with open(os.path.join(UPSTREAMS, name)) as file:
        return json.load(file)


class Providers(BaseHTTPRequestHandler):
    """A payment provider and a print shop."""
    orders = {}

    def log_message(self, *args):
        pass

    def reply(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        if self.path.startswith("/printshop"):
            orders = [example("printshop/order.json") | {"id": 13 + i, "external_id": str(i)} for i in range(3)]
            offset = int(re.search(r"offset=(\d+)", self.path).group(1)) if "offset=" in self.path else 0
            page = orders[offset:]
            return self.reply(200, {"code": 200, "result": page,
                                    "paging": {"total": len(orders), "offset": offset, "limit": 100}})
        order = self.orders.get(self.path.rsplit("/", 1)[-1])
        return self.reply(200, order) if order else self.reply(404, {"name": "RESOURCE_NOT_FOUND"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if "oauth2" in self.path:
            return self.reply(200, {"access_token": "t", "token_type": "Bearer", "expires_in": 32400})
        if self.path.endswith("/capture"):
            order = self.orders[self.path.split("/")[-2]]
            order["status"] = "COMPLETED"
            order["purchase_units"][0]["payments"] = {"captures": [
                {"id": "3C%09dHH" % len(self.orders), "status": "COMPLETED", "final_capture": True,
                 "amount": order["purchase_units"][0]["amount"]}]}
            return self.reply(201, order)
        order = json.loads(body)
        order["id"] = "5O%09dTN" % (100000000 + len(self.orders))
        order["status"] = "APPROVED"
        self.orders[order["id"]] = order
        return self.reply(201, {"id": order["id"], "status": "CREATED", "links": [
            {"href": "http://127.0.0.1/checkoutnow?token=" + order["id"], "rel": "approve", "method": "GET"}]})


def wav(seconds=1, rate=8000):
    data = b"".join(struct.pack("<h", int(20000 * math.sin(i * 2 * math.pi * 440 / rate))) for i in range(seconds * rate))
    return b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack(
        "<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16) + b"data" + struct.pack("<I", len(data)) + data


def world():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("world/level.dat", b"level" * 100)
    return out.getvalue()


class Node:
    def __init__(self, data, providers):
        self.url, self.replies, self.names = None, [], {}
        environment = dict(os.environ)
        environment.update({"GATEHOUSE_" + k: v for k, v in {
            "DATA_DIR": data, "HTTP_PORT": "0", "MANAGEMENT_PORT": "0", "DRAIN_DELAY": "0s",
            "ACCESS_PERMANENT_CODE": CODE, "ACCESS_API_KEY": KEY,
            "LIMITS_DEFAULT_PER_MINUTE": "0", "LIMITS_OPERATOR_PER_MINUTE": "0",
            "SECURITY_TRUSTED_PROXIES": "127.0.0.0/8", "SMTP_URL": "smtp://127.0.0.1:1",
            "OWNER_EMAIL": "owner@example.org", "STORE_RESERVE": "1MB", "BLOCKGAME_NAMES": "offline",
            "PAYMENTS_URL": providers, "PAYMENTS_CLIENT_ID": "id", "PAYMENTS_CLIENT_SECRET": "secret-0123456789",
            "PRINTSHOP_URL": providers + "/printshop", "PRINTSHOP_TOKEN": "token", "DEPLOYMENT_IP": "192.0.2.1"}.items()})
        java = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
        self.process = subprocess.Popen(
            [java, "-Xmx256m", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
             "-cp", sys.argv[1], "dev.gatehouse.Gatehouse"], cwd=HOME, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            found = re.search(r"listening on (http://\S+)", line)
            if found:
                self.url = found.group(1)
                break
        if not self.url:
            raise SystemExit("".join(lines))
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def send(self, method, path, body=None, kind="application/json", key=KEY, **headers):
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=body, method=method)
        if body is not None:
            request.add_header("Content-Type", kind)
        if key:
            request.add_header("X-API-Key", key)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        opener = urllib.request.build_opener(NoRedirect)
        try:
            with opener.open(request, timeout=60) as reply:
                return reply.status, dict(reply.headers), reply.read()
        except urllib.error.HTTPError as e:
            return e.code, dict(e.headers), e.read()

    def do(self, method, path, body=None, expected=(200, 201, 202, 204, 303), **more):
        status, headers, text = self.send(method, path, body, **more)
        if status not in expected:
            raise SystemExit(f"{method} {path}: {status} {text[:400]}")
        try:
            return json.loads(text)
        except ValueError:
            return {"headers": headers, "text": text.decode("utf-8", "replace")}

    def form(self, path, fields, files=(), **more):
        b = "----b"
        out = b""
        for name, value in fields.items():
            out += f'--{b}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, filename, content in files:
            out += (f'--{b}\r\nContent-Disposition: form-data; name="{name}"; filename="{filename}"\r\n'
                    f'Content-Type: application/octet-stream\r\n\r\n').encode() + content + b"\r\n"
        out += f"--{b}--\r\n".encode()
        return self.do("POST", path, out, kind="multipart/form-data; boundary=" + b, **more)

    def record(self, method, path, body=None, key=KEY, **headers):
        status, replied, text = self.send(method, path, body, key=key, **headers)
        entry = {"method": method, "path": path, "status": status, "headers": headers}
        if key:
            entry["key"] = key
        if body is not None:
            entry["body"] = body
        if "application/json" in replied.get("Content-Type", ""):
            entry["json"] = json.loads(text)
        elif not replied.get("Content-Type", "").startswith("text/html"):
            entry["sha256"] = hashlib.sha256(text).hexdigest()
            entry["size"] = len(text)
        self.replies.append(entry)
        print(status, method, path, len(text))

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args, **kw):
        return None


def token(node):
    return node.do("POST", "/api/proxy/auth/validate-access", {"code": CODE}, key=None)["token"]


def write(node):
    api = "/api/proxy/"
    names = node.names
    node.form("/audio/upload", {}, [("file", "song.wav", wav())])
    names["dna"] = node.do("POST", "/services/DNA", {"dna": "ACGT" * 500})
    names["dna2"] = node.form("/services/DNA", {}, [("dnaFile", "own.txt", b"GATTACA" * 30)])
    node.do("PUT", api + "resume", b"%PDF-1.4\n" + b"1 0 obj\n<<>>\nendobj\n" * 20 + b"%%EOF\n", kind="application/pdf")
    csv = "timeUtc,open,high,low,close,volume\n" + "".join(
        f"2026-{1 + i // 28:02d}-{1 + i % 28:02d},{100 + i},{102 + i}.5,{99 + i},{101 + i},{1000 * i}\n" for i in range(280))
    node.do("PUT", api + "historical-data/SPY", csv.encode(), kind="text/csv")
    bars = [{"timeUtc": f"2026-11-{d:02d}", "open": 1, "high": 2, "low": 1, "close": 2} for d in range(10, 15)]
    node.do("POST", api + "historical-data/SPY/bars", {"bars": bars})
    with open(os.path.join(UPSTREAMS, "..", "market", "polars-zstd.parquet"), "rb") as parquet:
        node.do("PUT", api + "historical-data/QQQ", parquet.read(), kind="application/octet-stream")
    save = node.form("/games/blockgame/save", {"serverName": "Survival"}, [("file", "world.zip", world())])
    names["save"] = save["_id"]
    node.do("PUT", f"/games/blockgame/saves/{save['_id']}/lock")
    node.do("POST", "/games/blockgame/whitelist", {"whitelist": [{"name": "Ada"}]}, expected=(200, 503))
    node.do("POST", api + "calendar/create-event", {"eventData": {
        "title": "A talk", "description": "about data", "startTime": "2027-03-01T10:00", "endTime": "2027-03-01T11:00",
        "attendeeEmail": "ada@example.org", "timeZone": "Europe/London"}})
    node.do("POST", api + "notify", {"title": "Hello", "body": "from an earlier release"}, Idempotency_Key="a-key-of-then")
    node.do("POST", api + "hire", {"name": "Ada", "email": "ada@example.org", "projectType": "web", "budget": "5k-10k",
                                   "description": "a shop"}, key=None, X_Forwarded_For="198.51.100.7")
    node.do("POST", api + "email/send", {"to": "bob@example.org", "subject": "A subject", "body": "A text"},
            expected=(200, 202, 502))
    node.do("POST", api + "bots/trading/logs", [
        {"LogMessage": {"timeStamp": f"2026-11-2{i}T10:00:00Z", "messageSource": "bot", "localOperationName": "buy",
                        "messageType": "info", "message": f"bought {i}"}} for i in range(5)])
    node.do("PUT", api + "trading/watchlist", {"watchlist": [
        {"symbol": "SPY", "timestamp": "2026-11-20T10:00:00Z", "strategy": "HODL", "priority": "high"}]})
    node.do("PUT", api + "public/trading/positions", {"positions": [{"symbol": "SPY", "quantity": 2.5, "marketValue": 1500.25}]})
    link = node.do("POST", api + "hyperlinks", {"url": "https://example.org/a", "title": "A page", "category": "personal", "tags": ["x"]})
    names["link"] = link
    node.do("POST", api + "redirects", {"key": "docs", "url": "https://example.org/docs"})
    node.do("POST", api + "redirects", {"key": "soon", "url": "https://example.org/s", "expiresAt": "2030-01-01T00:00:00Z"})
    node.do("PUT", api + "listings?type=marketplace-a", {"listings": [{"title": "A book", "asin": "B000000001", "price": "9.99"}]})
    product = node.do("POST", api + "products", {"name": "Book", "description": "A book", "price": 12.5,
                                                 "stock": {"hard": 5, "soft": 3}, "type": "regular"})
    names["product"] = product
    node.do("POST", api + "printshop/expenditures", {"date": "2026-05-01", "amount": 12.25, "category": "supplies", "vendor": "V"})
    node.do("PUT", api + "printshop/sell-goal", {"year": 2026, "goal": 100})
    node.do("POST", api + "printshop/sync")
    node.do("POST", "/deployment/register-ip", {"service": "blog", "ip": "192.0.2.7"})
    node.do("POST", api + "storefront/customer-signup", {"email": "ada@example.org"}, key=None)
    names["token"] = token(node)
    names["key"] = node.do("POST", api + "keys", {"name": "bot", "scopes": ["logs", "market"]}, key=None,
                           Authorization="Bearer " + names["token"])
    node.do("POST", api + "push/subscriptions", {
        "endpoint": "https://push.example.org/abc", "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}, expected=(200, 201, 400, 503))
    order = node.do("POST", "/payments/create-order", {"intent": "CAPTURE", "purchase_units": [
        {"reference_id": "r", "amount": {"currency_code": "USD", "value": "10.00"}}]}, key=None)
    node.do("POST", "/payments/capture-order", {"orderID": order["id"]}, key=None)
    for n, pay in enumerate((True, False)):
        shop(node, product, pay, f"198.51.100.{20 + n}")
    for _ in range(11):
        node.send("POST", api + "auth/validate-access", {"code": "wrong-code"}, key=None, X_Forwarded_For="198.51.100.99")
    names["revoked"] = token(node)
    node.do("POST", api + "auth/logout", key=None, Authorization="Bearer " + names["revoked"])
    node.do("GET", api + "daily-code/current")
    audio_replaced(node)


def audio_replaced(node):
    """An old version and a file in the trash's waiting room."""
    node.form("/audio/upload", {}, [("file", "other.wav", wav(2))])
    node.do("DELETE", "/audio/other.wav")


def shop(node, product, pay, address):
    feed = node.do("GET", "/storefront/llms.json", key=None)
    page = node.do("GET", "/storefront/shop", key=None)
    products = node.do("GET", "/storefront/products", key=None)
    text = json.dumps(products) + json.dumps(feed) + page["text"]
    variant = re.search(r"ProductVariant/([A-Za-z0-9-]+)", text) or re.search(r"/cart/([A-Za-z0-9-]+):", text)
    if not variant:
        raise SystemExit("no variant in " + text[:2000])
    cart = "/cart/" + variant.group(1) + ":1"
    html = node.do("GET", cart, key=None)["text"]
    fields = {"name": "Ada Lovelace", "email": "ada@example.org", "address": "1 Some Street\r\nLondon"}
    if 'name="city"' in html:
        fields.update({"postcode": "10115", "city": "Some City"})
    fields.update(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', html))
    ordered = node.form(cart, fields, key=None, X_Forwarded_For=address)
    location = ordered["headers"]["Location"].replace(node.url, "")
    path = re.sub(r"^https?://[^/]+", "", location)
    node.names.setdefault("orders", []).append(path)
    if pay:
        node.form(path, {"action": "pay"}, key=None, X_Forwarded_For=address)


def read(node):
    api = "/api/proxy/"
    n = node.names
    product = n["product"].get("_id") or n["product"].get("id") or n["product"]["product"]["_id"]
    link = n["link"].get("_id") or n["link"].get("id") or n["link"]["hyperlink"]["_id"]
    dna = n["dna"].get("id") or n["dna"].get("_id")
    dna2 = n["dna2"].get("id") or n["dna2"].get("_id")
    for path in ["/audio", "/audio/song.wav", f"/services/DNA/{dna}", f"/services/DNA/{dna2}",
                 api + "historical-data", api + "historical-data/SPY?format=json&limit=50", api + "historical-data/SPY/csv",
                 api + "historical-data/SPY/download", api + "historical-data/QQQ?format=json&limit=20",
                 api + "historical-data/QQQ/csv", api + "historical-data/QQQ/download",
                 api + "historical-data/SPY/candles?per=64",
                 "/games/blockgame/saves", f"/games/blockgame/save/{n['save']}", "/games/blockgame/audit",
                 api + "calendar/events?startDate=2027-01-01&endDate=2027-12-31", api + "notifications", api + "hire", api + "email/outbox",
                 api + "bots/trading/logs", api + "trading/watchlist", api + "public/trading/positions",
                 api + "hyperlinks", api + "hyperlinks/" + link, api + "redirects/public", api + "redirects/resolve/docs",
                 api + "listings?type=marketplace-a", api + "products", api + "products/" + product, api + "printshop/expenditures",
                 api + "printshop/orders", api + "printshop/summary", api + "printshop/sell-goal/public",
                 api + "printshop/schedule-c/data?year=2026",
                 "/deployment/services", api + "storefront/customers", api + "storefront/orders", "/storefront/products",
                 "/storefront/llms.json", "/payments/orders", api + "bans", api + "daily-code/current",
                 api + "push/subscriptions", api + "push/key", api + "reviews", api + "reviews/moderation"] + n["orders"]:
        node.record("GET", path)
    node.record("POST", api + "resume/download")
    node.record("GET", api + "keys", key=None, Authorization="Bearer " + n["token"])
    node.record("GET", api + "keys", key=None, Authorization="Bearer " + n["revoked"])
    node.record("GET", api + "historical-data/SPY/candles?per=64", key=n["key"].get("key"))
    node.record("GET", api + "still-alive/status", key=None, X_Forwarded_For="198.51.100.99")
    node.record("POST", api + "notify", {"title": "Hello", "body": "from an earlier release"},
                Idempotency_Key="a-key-of-then")


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Providers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    data = tempfile.mkdtemp("gatehouse-upgrade")
    providers = f"http://127.0.0.1:{server.server_address[1]}"
    node = Node(data, providers)
    try:
        write(node)
        time.sleep(3)
        read(node)
    finally:
        node.stop()
    release = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HOME, capture_output=True, text=True).stdout.strip()
    replies = {"release": release, "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "providers": providers,
               "replies": node.replies}
    with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("replies.json", json.dumps(replies))
        for root, folders, files in os.walk(data):
            for name in files:
                path = os.path.join(root, name)
                inside = os.path.relpath(path, data)
                if not inside.endswith((".lock", ".pid")) and not inside.startswith("decoded"):
                    archive.write(path, "data/" + inside)
    shutil.rmtree(data)
    print(os.path.getsize(sys.argv[2]), "bytes")


main()
