import { isTextField } from './key-chord.ts'

export type SinglePress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'target'
>

/** Elements that handle letters themselves: a list jumps to the entry that begins with one. */
const TAKES_LETTERS = 'select, [role="menu"], [role="listbox"], [role="combobox"]'

/**
 * Returns the key of a press without a modifier; null for any other, and where text is typed. Shift is ignored: on some
 * keyboards '/' and '?' need it.
 */
export function singleKey(event: SinglePress): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.repeat || event.isComposing || event.defaultPrevented || takesLetters(event.target)) return null
  return event.key
}

function takesLetters(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof Element && target.closest(TAKES_LETTERS) !== null)
}
