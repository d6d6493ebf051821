import { contains, folded } from '@cairn/workspace/lib/forgiving'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { SearchResult } from '@cairn/workspace/port/search'
import type { TFunction } from 'i18next'
import { Tag as TagIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { gapLabel } from '@/catalogue/list/gap-words.ts'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { pathOfTag } from '@/catalogue/tags/tag-path.ts'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { resultPath } from '../result-path.ts'
import { isRecord, TYPE_ICONS, typeLabel } from '../result-types.ts'
import { searchable } from '../search-state.ts'
import { useFind } from '../use-search.ts'
import type { Entry } from './entries.ts'

const TYPING_PAUSE_MS = 120
const RESULTS_OF_EACH_TYPE = 5

/** The records in which the text stands. While the next ones are on their way, those stay that still fit. */
export function useFoundRecords(text: string): {
  records: readonly Entry[]
  /** Those that are meant, each with the lists of the records that have them. */
  tags: readonly Entry[]
  isSearching: boolean
  hasFailed: boolean
} {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wanted = searchable(text)
  const term = searchable(useDebounced(text, TYPING_PAUSE_MS))
  const {
    state,
    isFetching,
    dataUpdatedAt: answeredAt,
  } = useFind(wanted === '' ? '' : term, { limit: RESULTS_OF_EACH_TYPE })
  const isOld = wanted !== term || (state.kind === 'results' && state.isOld)
  const tags = !isOld && state.kind === 'results' ? state.answer.tags : []
  const found = wanted !== '' && state.kind === 'results' ? state.answer.results : []
  return {
    // Those of another answer are other entries: its best one is chosen, not what was best of the last.
    records: (isOld ? found.filter(shows(wanted)) : found).map((result) => ({
      id: `record-${answeredAt}-${result.type}-${result.id}`,
      label: result.title,
      icon: TYPE_ICONS[result.type],
      detail: typeLabel(result.type, t),
      ...recordLine(result, t),
      run: () => void navigate(resultPath(result)),
    })),
    tags: tags.flatMap(({ id, name, kinds }) =>
      kinds.map((kind) => ({
        id: `tag-${answeredAt}-${kind}-${id}`,
        label: `#${name}`,
        icon: TagIcon,
        detail: t(CATALOGUES[kind].title),
        run: () => void navigate(pathOfTag(CATALOGUES[kind].path, id)),
      })),
    ),
    isSearching: wanted !== '' && (isOld || isFetching),
    hasFailed: wanted !== '' && !isOld && state.kind === 'failed',
  }
}

function recordLine({ type, record }: SearchResult, t: TFunction): Pick<Entry, 'record'> {
  if (!isRecord(type) || !record) return {}
  const { status, ownerName, gap } = record
  return { record: { status: statusStyle(type, status), ownerName, gap: gap && gapLabel(gap, t) } }
}

/** A record with a tag need not hold the text. */
function shows(wanted: string) {
  if (wanted.startsWith('#')) return () => true
  const term = folded(wanted)
  return ({ title, description }: SearchResult) => contains(title, term) || contains(description, term)
}
