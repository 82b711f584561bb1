# Runs block-0, block-1, ... of the working folder, and prints "@@ block status code" for each request.
curl() {
  local reply
  reply=reply-$block
  command curl --max-time 20 -o "$reply" -w '%{http_code}' "${limit[@]}" "$@" >"$reply.status" || true
  echo "@@ $block $(cat "$reply.status") $(tr '\0' ' ' <"$reply" | sed -n 's/.*"code":"\([a-z0-9_]*\)".*/\1/p' | head -1)"
}
for ((block = 0; block < BLOCKS; block++)); do
  limit=()
  # An event stream does not end.
  if grep -q 'curl -sN' "block-$block"; then limit=(--max-time 2); fi
  # The examples after it still need the other token.
  own=$TOKEN
  if grep -q /auth/logout "block-$block"; then TOKEN=$SECOND; fi
  . "./block-$block"
  TOKEN=$own
done
