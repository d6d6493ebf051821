import { enterText } from './enter-text.ts'
import { isTextField } from './key-chord.ts'

/** By then a window that opens has its field, or has failed to open. */
const KEPT_MS = 2_000

let forget = () => {}

/**
 * Keeps what is typed while a window opens, until the focus comes to a text field in it, which gets the text. Call it with
 * the press that opens the window. Without it, letters would go to where the focus still is: into nothing, or to the
 * action of a single key.
 */
export function keepEarlyTyping(): void {
  forget()
  let kept = ''
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return forget()
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') kept = [...kept].slice(0, -1).join('')
    else if ([...event.key].length === 1) kept += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const give = ({ target }: FocusEvent) => {
    if (!isTextField(target) || !(target instanceof HTMLInputElement)) return
    forget()
    if (kept !== '') enterText(target, target.value + kept)
  }
  addEventListener('keydown', keep, { capture: true })
  addEventListener('focusin', give)
  const end = setTimeout(() => forget(), KEPT_MS)
  forget = () => {
    removeEventListener('keydown', keep, { capture: true })
    removeEventListener('focusin', give)
    clearTimeout(end)
    forget = () => {}
  }
}
