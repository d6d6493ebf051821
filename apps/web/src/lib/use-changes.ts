import { useState } from 'react'

/** What somebody changes of some stored values before it is saved. `keys` are all of them. */
export function useChanges<Values extends object>(stored: Values, keys: readonly (keyof Values)[]) {
  const [changes, setChanges] = useState<Partial<Values>>({})
  const values: Values = { ...stored, ...changes }
  return {
    values,
    isChanged: keys.some((key) => values[key] !== stored[key]),
    set: <Key extends keyof Values>(key: Key, value: Values[Key]) =>
      setChanges((before) => ({ ...before, [key]: value })),
    /** What was changed is stored now, or is not wanted any more. */
    forget: () => setChanges({}),
  }
}
