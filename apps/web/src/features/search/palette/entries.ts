import { contains, folded, typoTest } from '@cairn/workspace/lib/forgiving'
import type { LucideIcon } from 'lucide-react'
import type { StatusStyle } from '@/ui/display/status-badge.tsx'

/** What stands below the name of a record. */
export interface RecordLine {
  status: StatusStyle
  ownerName: string | null
  /** The gap to see to first, in words. */
  gap: string | null
}

/** Something that the palette offers. */
export interface Entry {
  /** Tells it from all others. An entry with a new id gives up being chosen: what is first then is chosen again. */
  id: string
  label: string
  icon: LucideIcon
  /** Stands at the end: what it is. */
  detail?: string
  /** Of a record: how it is. */
  record?: RecordLine
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

/** The entries in which every word of the text stands, or has a typo where none does; in groups that are not empty. */
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
