import { useState } from 'react'
import { useFilterText } from '@/catalogue/use-address.ts'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { searchable } from './search-state.ts'

const TYPING_PAUSE_MS = 250

/**
 * The text of the search box, which the address keeps as `q`, and what is searched for: what was submitted or came with
 * the address at once, what is being typed after a pause.
 */
export function useSearchText() {
  const [text, setText] = useFilterText()
  const [typed, setTyped] = useState<string | null>(null)
  const rested = useDebounced(text, TYPING_PAUSE_MS)
  const isFinal = text !== typed
  return {
    text,
    term: searchable(isFinal ? text : rested),
    isFinal,
    type(next: string) {
      setTyped(next)
      setText(next)
    },
    submit() {
      setTyped(null)
    },
  }
}
