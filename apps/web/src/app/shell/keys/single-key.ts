import { type SinglePress, singleKey } from '@/lib/browser/single-key.ts'

/** What a single key does, wherever no text is being typed. */
export type SingleKey = 'filter' | 'create' | 'help'

const KEYS: ReadonlyMap<string, SingleKey> = new Map([
  ['/', 'filter'],
  ['c', 'create'],
  ['?', 'help'],
])

/** What a key press means by itself on every screen; null for nothing. */
export function singleKeyOf(event: SinglePress): SingleKey | null {
  const key = singleKey(event)
  return key === null ? null : (KEYS.get(key) ?? null)
}
