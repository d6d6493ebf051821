import { type KeyboardEvent, useEffect, useId, useState } from 'react'

interface ActiveOptionOptions {
  /** The ids of what can be picked, in their order. */
  ids: readonly string[]
  /** The id that is active first; without it, the first. */
  startAt?: string | null
  onPick: (id: string) => void
}

/**
 * Which option of a list the arrow keys have reached; Enter picks it. The focus stays on the field or list that gets
 * `keys`, as a combobox has it.
 */
export function useActiveOption({ ids, startAt = null, onPick }: ActiveOptionOptions) {
  const prefix = useId()
  const [wanted, setWanted] = useState(() => Math.max(0, startAt === null ? 0 : ids.indexOf(startAt)))
  // A list that becomes shorter keeps the place.
  const index = Math.min(wanted, ids.length - 1)
  const activeId = ids[index] ?? null
  const optionId = (id: string) => `${prefix}${id}`
  const activeElementId = activeId === null ? null : optionId(activeId)
  useEffect(() => {
    if (activeElementId) document.getElementById(activeElementId)?.scrollIntoView({ block: 'nearest' })
  }, [activeElementId])
  return {
    activeId,
    optionId,
    /** Goes to the first again: the list is another one. */
    reset: () => setWanted(0),
    reach: (id: string) => setWanted(Math.max(0, ids.indexOf(id))),
    keys: {
      'aria-activedescendant': activeElementId ?? undefined,
      onKeyDown(event: KeyboardEvent) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          if (activeId !== null) onPick(activeId)
          return
        }
        const next = stepFrom(index, event.key, ids.length)
        if (next === null) return
        event.preventDefault()
        setWanted(next)
      },
    },
  }
}

/** Where an arrow leads among so many options, around the ends; null for any other key. */
export function stepFrom(index: number, key: string, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  return null
}
