import { isTextField } from '@/lib/browser/key-chord.ts'

/** What a single key does, wherever no text is being typed. */
export type SingleKey = 'filter' | 'create' | 'help'

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'target'
>

const KEYS: ReadonlyMap<string, SingleKey> = new Map([
  ['/', 'filter'],
  ['c', 'create'],
  ['?', 'help'],
])

/** What takes letters for itself: a list jumps to the entry that begins with one. */
const TAKES_LETTERS = 'select, [role="menu"], [role="listbox"], [role="combobox"]'

/**
 * What a key press means by itself; null for nothing. Shift is left out of account: on some keyboards it takes part in
 * '/' and '?'.
 */
export function singleKeyOf(event: Press): SingleKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.repeat || event.isComposing || event.defaultPrevented || takesLetters(event.target)) return null
  return KEYS.get(event.key) ?? null
}

function takesLetters(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof Element && target.closest(TAKES_LETTERS) !== null)
}
