/** An object with a value for each of the keys. */
export function keyed<Key extends string, Value>(
  keys: readonly Key[],
  read: (key: Key) => Value,
): Record<Key, Value> {
  const entries = Object.fromEntries(keys.map((key) => [key, read(key)]))
  if (!hasAll(entries, keys)) throw new Error('A key has no value.')
  return entries
}

function hasAll<Key extends string, Value>(
  entries: Record<string, Value>,
  keys: readonly Key[],
): entries is Record<Key, Value> {
  return keys.every((key) => Object.hasOwn(entries, key))
}
