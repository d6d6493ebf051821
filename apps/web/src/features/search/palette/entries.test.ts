import { Server } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { type EntryGroup, narrowed } from './entries.ts'

const run = () => undefined
const groups: readonly EntryGroup[] = [
  {
    id: 'pages',
    heading: 'Pages',
    entries: [
      { id: 'systems', label: 'Systems', icon: Server, run },
      { id: 'settings', label: 'Settings', icon: Server, keywords: 'preferences', run },
    ],
  },
  {
    id: 'actions',
    heading: 'Actions',
    entries: [
      { id: 'add', label: 'Add System', icon: Server, disabledReason: 'Viewers cannot make changes.', run },
      { id: 'dark', label: 'Use dark theme', icon: Server, run },
    ],
  },
]
const found = (text: string) =>
  narrowed(groups, text).map(({ id, entries }) => `${id}: ${entries.map((entry) => entry.id).join(' ')}`)

describe('the entries of the palette', () => {
  test('are all there for an empty text', () => {
    expect(found('  ')).toEqual(['pages: systems settings', 'actions: add dark'])
  })

  test('are narrowed down by every word, in any order and whatever the capitals', () => {
    expect(found('SYSTEM')).toEqual(['pages: systems', 'actions: add'])
    expect(found('theme dark')).toEqual(['actions: dark'])
    expect(found('preferences')).toEqual(['pages: settings'])
    expect(found('theme light')).toEqual([])
  })

  test('are found in spite of accents and a typo', () => {
    expect(found('sýstems')).toEqual(['pages: systems'])
    expect(found('setings')).toEqual(['pages: settings'])
    expect(found('drak theme')).toEqual([])
    expect(found('dark tehme')).toEqual(['actions: dark'])
  })
})
