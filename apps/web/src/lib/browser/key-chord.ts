type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key press means ctrl or cmd with this letter, and nothing else held. */
export function isChord(event: Press, letter: string): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter
  )
}

/** Whether a machine of this platform is one of Apple's. */
export function isApple(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform)
}

/** How the keys are written on a machine of this platform. */
export function chordLabel(letter: string, platform: string): string {
  return isApple(platform) ? `⌘${letter}` : `Ctrl ${letter}`
}

/** Whether keys pressed here edit a text, so that ctrl with Z and its like belong to it. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.has(target.type)
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

const NOT_TYPED_INTO = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color'])
