import type { LucideIcon } from 'lucide-react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type EntryGroup, narrowed } from './entries.ts'
import { useActions } from './use-actions.ts'
import { useFoundRecords } from './use-found-records.ts'
import { useRecentRecords } from './use-recent-records.ts'
import { useRecordActions } from './use-record-actions.ts'

/** A screen that the palette leads to. */
export interface PalettePage {
  path: string
  label: string
  icon: LucideIcon
  detail?: string
  keywords?: string
}

/** Everything that the palette lists for a text: screens, actions, records, and the search itself. */
export function useEntries(
  text: string,
  { pages, settings }: { pages: readonly PalettePage[]; settings: readonly PalettePage[] },
) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actions = useActions()
  const ofRecord = useRecordActions()
  const recent = useRecentRecords()
  const { records, tags, isSearching, hasFailed } = useFoundRecords(text)
  const wanted = text.trim()
  const entryOf = ({ path, ...page }: PalettePage) => ({
    ...page,
    id: `page-${path}`,
    run: () => void navigate(path),
  })
  const known: readonly EntryGroup[] = [
    ...(ofRecord === null ? [] : [ofRecord]),
    ...(wanted !== '' ? [] : [{ id: 'recent', heading: t('Recently opened'), entries: recent }]),
    {
      id: 'pages',
      heading: t('Pages'),
      entries: pages.map(entryOf),
    },
    ...(wanted === '' ? [] : [{ id: 'settings', heading: t('Settings'), entries: settings.map(entryOf) }]),
    { id: 'actions', heading: t('Actions'), entries: actions },
  ]
  const groups: readonly EntryGroup[] = [
    ...narrowed(known, wanted),
    ...(tags.length === 0 ? [] : [{ id: 'tags', heading: t('Tags'), entries: tags }]),
    ...(records.length === 0 ? [] : [{ id: 'records', heading: t('Records'), entries: records }]),
    ...(wanted === ''
      ? []
      : [
          {
            id: 'search',
            heading: t('Search'),
            entries: [
              {
                id: records.length === 0 ? 'search' : 'search-beyond-records',
                label: t('Search everything for “{{text}}”', { text: wanted }),
                icon: Search,
                run: () => void navigate(`/search?${new URLSearchParams({ q: wanted })}`),
              },
            ],
          },
        ]),
  ]
  return { groups, isSearching, hasFailed }
}
