import { WorkspaceError } from '@cairn/workspace/errors'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { SearchAnswer } from '@cairn/workspace/port/search'
import { Search, SearchX } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathOfTag } from '@/catalogue/tags/tag-path.ts'
import { cn } from '@/lib/cn.ts'
import { titleOf, useRowKeys } from '@/ui/data-table/use-row-keys.ts'
import { ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { ResultCard } from './result-card.tsx'
import type { SearchTab } from './result-types.ts'
import type { SearchState } from './search-state.ts'
import { totalOf, totalText } from './total.ts'

interface SearchOutcomeProps {
  state: SearchState
  tab: SearchTab
  term: string
  onRetry: () => void
  isFetching: boolean
}

/** The content of a tab for each state of the search. */
export function SearchOutcome({ state, tab, term, onRetry, isFetching }: SearchOutcomeProps) {
  const { t } = useTranslation()
  switch (state.kind) {
    case 'idle':
      return (
        <EmptyState
          icon={Search}
          title={t('What are you looking for?')}
          description={t('Type a name or any word from a description.')}
        />
      )
    case 'searching':
      return <SearchingCards />
    case 'failed':
      return (
        <ErrorState
          title={t('Search error')}
          message={t('An error occurred while searching. Please try again.')}
          requestId={state.error instanceof WorkspaceError ? state.error.requestId : null}
          onRetry={onRetry}
          retrying={isFetching}
        />
      )
    case 'empty':
      return <NothingFound term={term} />
    case 'results':
      return <Results answer={state.answer} tab={tab} term={term} isOld={state.isOld} />
  }
}

function NothingFound({ term }: { term: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={SearchX}
      title={t('No results found')}
      description={t('Nothing matched “{{text}}”. Try a different term.', { text: term })}
    />
  )
}

/** The approximate height of a card, to step by a window. */
const CARD_HEIGHT = 90

interface ResultsProps {
  answer: SearchAnswer
  tab: SearchTab
  term: string
  isOld: boolean
}

function Results({ answer, tab, term, isOld }: ResultsProps) {
  const { t, i18n } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const listed = answer.results.filter(({ type }) => tab === 'all' || type === tab)
  const { onKeyDown, onFocus } = useRowKeys({
    listRef: list,
    count: listed.length,
    rowHeight: CARD_HEIGHT,
    scrollTo: (index) => titleOf(list.current, index)?.scrollIntoView({ block: 'nearest' }),
  })
  const tags = tab === 'all' ? answer.tags : []
  if (listed.length === 0 && tags.length === 0) return <NothingFound term={term} />
  const total = totalOf(tab, answer)
  const figures = {
    shown: listed.length,
    total: totalText(total, i18n.language),
  }
  return (
    <>
      <p role="status" className="mb-2 text-muted-foreground text-xs tabular-nums">
        {total.isMore || total.total > listed.length
          ? t('Showing the first {{shown}} of {{total}}. Type more to narrow the results.', figures)
          : t('{{shown}} of {{total}}', figures)}
      </p>
      <FoundTags tags={tags} />
      <ul
        ref={list}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        aria-label={t('Results')}
        aria-busy={isOld}
        className={cn('flex flex-col gap-2', isOld && 'opacity-60')}
      >
        {listed.map((result, index) => (
          <ResultCard key={`${result.type} ${result.id}`} result={result} index={index} term={term} />
        ))}
      </ul>
    </>
  )
}

/** The tags that match, with links to the lists of their records. */
function FoundTags({ tags }: Pick<SearchAnswer, 'tags'>) {
  const { t } = useTranslation()
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('Tags')} className="mb-3 flex flex-col gap-1.5">
      {tags.map(({ id, name, color, kinds }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <ColoredBadge color={color}>{name}</ColoredBadge>
          {kinds.map((kind) => (
            <Link key={kind} to={pathOfTag(CATALOGUES[kind].path, id)} className="text-link hover:underline">
              {t(CATALOGUES[kind].title)}
            </Link>
          ))}
          {kinds.length === 0 && <span className="text-muted-foreground text-xs">{t('No records')}</span>}
        </li>
      ))}
    </ul>
  )
}

function SearchingCards() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <p role="status" className="mb-2 text-muted-foreground text-xs">
        {t('Searching...')}
      </p>
      <div className="flex flex-col gap-2">
        {['w-2/5', 'w-1/3', 'w-1/2', 'w-1/4'].map((width) => (
          <div
            key={width}
            className="flex h-17.5 flex-col justify-center gap-2.5 rounded-xl border bg-card px-4"
          >
            <Skeleton className={width} />
            <Skeleton className="w-3/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
