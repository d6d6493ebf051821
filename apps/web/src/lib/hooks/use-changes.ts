import { useState } from 'react'

/** Stored values with the user's unsaved changes. `keys` are the names of all values. */
export function useChanges<Values extends object>(stored: Values, keys: readonly (keyof Values)[]) {
  const [changes, setChanges] = useState<Partial<Values>>({})
  const values: Values = { ...stored, ...changes }
  return {
    values,
    isChanged: keys.some((key) => values[key] !== stored[key]),
    set: <Key extends keyof Values>(key: Key, value: Values[Key]) =>
      setChanges((before) => ({ ...before, [key]: value })),
    /** Drops the changes: they are saved now, or discarded. */
    forget: () => setChanges({}),
  }
}
