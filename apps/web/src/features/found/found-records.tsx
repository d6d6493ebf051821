import { FOUND_STATES, type FoundGroup, type FoundState } from '@cairn/workspace/port/found'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { OlderRows } from '@/shared/loading/older-rows.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Select } from '@/ui/form/select.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import { useFoundFilter } from './found-filter.ts'
import { FoundList } from './found-list.tsx'
import { useFound } from './use-found.ts'

/**
 * The records that scripts and imports discovered and that are not registered yet, to be registered, joined to a
 * record, or ignored.
 */
export function FoundRecords({ refusal }: { refusal: string | null }) {
  const { t } = useTranslation()
  const [filter, change] = useFoundFilter()
  const found = useFound(filter)
  const key = JSON.stringify(filter)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <StateChoice state={filter.state} onChoose={(state) => change({ state })} />
        <FilterSelect
          label={t('Kind')}
          value={filter.kind}
          onChange={(kind) => change({ kind: CATALOGUE_KINDS.find((each) => each === kind) ?? null })}
          all={t('All kinds')}
        >
          {CATALOGUE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(CATALOGUES[kind].title)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label={t('Source')}
          value={filter.source}
          onChange={(source) => change({ source })}
          all={t('All sources')}
        >
          {sourcesOf(found.groups ?? [], filter.source).map((source) => (
            <option key={source}>{source}</option>
          ))}
        </FilterSelect>
      </div>
      {found.items === null && found.error ? (
        <ErrorState
          title={t('What was found could not be loaded.')}
          message={failureReason(found.error, t)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <FoundList
          key={key}
          filter={filter}
          items={found.items}
          total={found.total}
          groups={found.groups ?? []}
          isOld={found.isPlaceholderData}
          refusal={refusal}
          empty={<Empty hasSome={(found.groups ?? []).length > 0} />}
        />
      )}
      <OlderRows query={found} />
    </div>
  )
}

interface StateChoiceProps {
  state: FoundState
  onChoose: (state: FoundState) => void
}

function StateChoice({ state: chosen, onChoose }: StateChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('State')}
      value={chosen}
      onChange={({ target }) => onChoose(FOUND_STATES.find((each) => each === target.value) ?? 'waiting')}
      className="w-auto max-md:grow"
    >
      {FOUND_STATES.map((state) => (
        <option key={state} value={state}>
          {stateWord(state, t)}
        </option>
      ))}
    </Select>
  )
}

function Empty({ hasSome }: { hasSome: boolean }) {
  const { t } = useTranslation()
  if (hasSome) return <EmptyState icon={Inbox} title={t('There is nothing here')} />
  return (
    <EmptyState
      icon={Inbox}
      title={t('Nothing has been found yet')}
      description={t(
        'Scripts send what they find in your platforms, with the key of a source. Rows of an import that you leave for later wait here too.',
      )}
    />
  )
}

function stateWord(state: FoundState, t: TFunction): string {
  if (state === 'registered') return t('Registered')
  return state === 'ignored' ? t('Ignored') : t('Waiting')
}

/** Returns the names of sources, with the one in the filter. */
function sourcesOf(groups: readonly FoundGroup[], asked: string | null): readonly string[] {
  const names = new Set([...groups.map(({ source }) => source), ...(asked === null ? [] : [asked])])
  return [...names].sort((one, other) => one.localeCompare(other))
}
