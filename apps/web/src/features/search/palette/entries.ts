import type { LucideIcon } from 'lucide-react'

/** Something that the palette offers. */
export interface Entry {
  /** Tells it from all others. An entry with a new id gives up being chosen: what is first then is chosen again. */
  id: string
  label: string
  icon: LucideIcon
  /** Stands at the end: what it is. */
  detail?: string
  /** Other words by which it is found. */
  keywords?: string
  /** Why this person may not use it: it shows, and does nothing. */
  disabledReason?: string | null
  run: () => void
}

export interface EntryGroup {
  id: string
  heading: string
  entries: readonly Entry[]
}

/** The entries in which every word of the text stands, in groups that are not empty. */
export function narrowed(groups: readonly EntryGroup[], text: string): readonly EntryGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, keywords = '' }: Entry) => {
    const own = `${label} ${keywords}`.toLowerCase()
    return words.every((word) => own.includes(word))
  }
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0)
}
