"""A walk through a running node by the generated client alone: walk_through.py ADDRESS CODE WAV."""
import pathlib
import sys
import uuid

import openapi_client as gatehouse


def must(right: bool, what: str) -> None:
    if not right:
        raise SystemExit(what)


def code(call) -> gatehouse.ErrorCode:
    try:
        call()
    except gatehouse.ApiException as e:
        return gatehouse.ErrorReply.from_json(e.body).code
    raise SystemExit("the call succeeds")


address, secret, wav = sys.argv[1:]
stranger = gatehouse.ApiClient(gatehouse.Configuration(host=address))
refused = code(lambda: gatehouse.MediaApi(stranger).media_list_audio())
must(refused == gatehouse.ErrorCode.CREDENTIAL_REQUIRED, f"no credential: {refused}")
token = gatehouse.AccessApi(stranger).access_validate_access(gatehouse.CodeRequest(code=secret)).token
owner = gatehouse.ApiClient(gatehouse.Configuration(host=address, access_token=token))

content = pathlib.Path(wav).read_bytes()
stored = gatehouse.MediaApi(owner).media_upload_audio((f"{uuid.uuid4()}.wav", content))
must(stored.size == len(content), "the upload has its size")

notifications = gatehouse.NotificationsApi(owner)
request = gatehouse.NotifyRequest(title="Walk", body="through")
key = str(uuid.uuid4())
first = notifications.notifications_notify(request, idempotency_key=key)
again = notifications.notifications_notify(request, idempotency_key=key)
must(first.data.id == again.data.id, "a repeat has the first reply")
notifications.notifications_notify(request, idempotency_key=str(uuid.uuid4()))
newest = notifications.notifications_list(limit=1, skip=0).data.notifications[0]
older = notifications.notifications_list(limit=1, skip=1).data.notifications[0]
must(older.id == first.data.id != newest.id, "the second page has the first notification")
# The generated client validates texts itself; only the service knows what is blank.
blank = code(lambda: notifications.notifications_notify(gatehouse.NotifyRequest(title="\u3000", body="b")))
must(blank == gatehouse.ErrorCode.PARAMETER_INVALID, f"a blank title is refused: {blank}")
print("the Python client has walked through")
