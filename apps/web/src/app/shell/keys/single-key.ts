import { type SinglePress, singleKey } from '@/lib/browser/single-key.ts'

/** The actions of single keys, which work wherever no text is being typed. */
export type SingleKey = 'filter' | 'create' | 'help'

const KEYS: ReadonlyMap<string, SingleKey> = new Map([
  ['/', 'filter'],
  ['c', 'create'],
  ['?', 'help'],
])

/** Returns the action of a key press without a modifier, the same on every screen; null for a key without one. */
export function singleKeyOf(event: SinglePress): SingleKey | null {
  const key = singleKey(event)
  return key === null ? null : (KEYS.get(key) ?? null)
}
