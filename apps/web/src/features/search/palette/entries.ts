import { contains, folded, typoTest } from '@cairn/workspace/lib/forgiving'
import type { LucideIcon } from 'lucide-react'
import type { StatusStyle } from '@/ui/display/status-badge.tsx'

/** The line below the name of a record. */
export interface RecordLine {
  status: StatusStyle
  ownerName: string | null
  /** The most important gap, in words. */
  gap: string | null
}

/** An entry of the palette. */
export interface Entry {
  /** Identifies the entry. A selected entry with a new id loses the selection to the first entry. */
  id: string
  label: string
  icon: LucideIcon
  /** The type of the entry, at the end of the line. */
  detail?: string
  /** The state of a record. */
  record?: RecordLine
  /** Other words that find it. */
  keywords?: string
  /** The reason why this person may not use it: it is listed, but does nothing. */
  disabledReason?: string | null
  run: () => void
  /** The values to choose from in its place, with the way to take one. */
  choices?: readonly Entry[]
  /** Whether it is a value that the record has. */
  isChosen?: boolean
}

export interface EntryGroup {
  id: string
  heading: string
  entries: readonly Entry[]
}

/**
 * Returns the entries that contain every word of the text, or have a typo where none does; in groups that are not
 * empty.
 */
export function narrowed(groups: readonly EntryGroup[], text: string): readonly EntryGroup[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  const found = fitting(groups, (own) => words.every((word) => contains(own, word)))
  if (found.length > 0) return found
  const tests = words.map((word) => typoTest(word) ?? ((own: string) => contains(own, word)))
  return fitting(groups, (own) => tests.every((fitsWord) => fitsWord(own)))
}

function fitting(groups: readonly EntryGroup[], test: (own: string) => boolean): readonly EntryGroup[] {
  const fits = ({ label, keywords = '' }: Entry) => test(`${label} ${keywords}`)
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0)
}
