import { isTextField } from './key-chord.ts'

export type SinglePress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'target'
>

/** What takes letters for itself: a list jumps to the entry that begins with one. */
const TAKES_LETTERS = 'select, [role="menu"], [role="listbox"], [role="combobox"]'

/**
 * The key of a press that means something by itself; null for any other, and where text is typed. Shift is left out of
 * account: on some keyboards it takes part in '/' and '?'.
 */
export function singleKey(event: SinglePress): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.repeat || event.isComposing || event.defaultPrevented || takesLetters(event.target)) return null
  return event.key
}

function takesLetters(target: EventTarget | null): boolean {
  return isTextField(target) || (target instanceof Element && target.closest(TAKES_LETTERS) !== null)
}
