-- One request spent in an exact sliding window: a list of the times, in microseconds, of the requests that count, oldest first.
-- KEYS[1] the window; ARGV[1] its length in microseconds; ARGV[2] how many requests it may hold.
-- Returns: allowed (1 or 0), how many more would be, microseconds until the oldest leaves, microseconds until one is allowed.
local key, window, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local newest = tonumber(redis.call('LINDEX', key, -1) or now)
if newest > now + 1000000 then
  -- The clock was set back: times ahead of it would count for as long as it was wrong.
  redis.call('DEL', key)
elseif newest > now then
  now = newest
end
local oldest = tonumber(redis.call('LINDEX', key, 0) or now)
while now - oldest >= window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0) or now)
end
local excess = redis.call('LLEN', key) - limit
if excess >= 0 then
  local wait = tonumber(redis.call('LINDEX', key, excess)) + window - now
  return {0, 0, wait, wait}
end
redis.call('RPUSH', key, string.format('%.0f', now))
redis.call('PEXPIRE', key, math.ceil(window / 1000))
return {1, -excess - 1, oldest + window - now, 0}
