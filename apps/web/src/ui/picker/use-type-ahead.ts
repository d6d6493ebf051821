import { bestFirst } from '@cairn/workspace/lib/best-first'
import { folded } from '@cairn/workspace/lib/forgiving'
import { type KeyboardEvent, useRef } from 'react'

const PAUSE_MS = 700

/**
 * Collects what is typed on a list without a field, for the option that it names (WAI-ARIA practices, listbox:
 * type-ahead). After a pause a new word begins.
 * @param onTyped hears the letters typed so far
 */
export function useTypeAhead(onTyped: (typed: string) => void): (event: KeyboardEvent) => void {
  const last = useRef({ typed: '', at: 0 })
  return ({ key, timeStamp, altKey, ctrlKey, metaKey, nativeEvent }) => {
    if (altKey || ctrlKey || metaKey || nativeEvent.isComposing || [...key].length !== 1) return
    const isNew = timeStamp - last.current.at > PAUSE_MS
    const typed = isNew ? key : last.current.typed + key
    last.current = { typed, at: timeStamp }
    if (typed.trim() !== '') onTyped(typed)
  }
}

/** Finds the option that typed letters name: one that begins with them, else the first that holds them. */
export function namedBy<Option extends { label: string }>(
  options: readonly Option[],
  typed: string,
  wordsOf: (option: Option) => readonly string[],
): Option | undefined {
  const start = folded(typed.trim())
  return options.find(({ label }) => folded(label).startsWith(start)) ?? bestFirst(options, typed, wordsOf)[0]
}
