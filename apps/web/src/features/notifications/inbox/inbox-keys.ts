import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from 'react'
import { singleKey } from '@/lib/browser/single-key.ts'
import { areSingleKeysOn } from '@/shared/keys.ts'
import { hasOpenMenu, isWindowOpen } from '@/ui/floating/open-window.ts'
import type { QuietMenuPart } from './quiet-menu.tsx'

const LINE = '[data-line]'
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** `j` and `k` step from line to line, from anywhere on the page; the arrow keys do where a line has the focus. */
export function useLineSteps(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = singleKey(event) ?? ''
      const step = STEPS[key]
      const lines = [...(list.current?.children ?? [])]
      const at = lines.findIndex((line) => line.contains(document.activeElement))
      const isArrow = key.startsWith('Arrow')
      if (step === undefined || lines.length === 0 || isWindowOpen() || hasOpenMenu()) return
      if (isArrow ? at < 0 : !areSingleKeysOn()) return
      event.preventDefault()
      const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), lines.length - 1)
      lines[next]?.querySelector<HTMLElement>(LINE)?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

/** In a line `e` accepts what it asks, `h` snoozes and `m` mutes it. */
export function pressLineKey(
  event: ReactKeyboardEvent<HTMLElement>,
  open: (part: QuietMenuPart) => void,
): void {
  const { currentTarget, target, nativeEvent } = event
  // A menu or window of the line stands elsewhere in the page.
  if (!(target instanceof Element) || !currentTarget.contains(target) || !areSingleKeysOn()) return
  const key = singleKey(nativeEvent)
  if (key !== 'e' && key !== 'h' && key !== 'm') return
  event.preventDefault()
  if (key === 'e') currentTarget.querySelector<HTMLElement>('[data-accept]')?.click()
  else open(key === 'h' ? 'snooze' : 'mute')
}
