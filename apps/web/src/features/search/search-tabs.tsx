import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { TabsStrip } from '@/ui/layout/tabs-strip.tsx'
import { SEARCH_TABS, type SearchTab, tabLabel, tabOf } from './result-types.ts'
import { SearchOutcome } from './search-outcome.tsx'
import type { SearchState } from './search-state.ts'
import { totalOf, totalText } from './total.ts'

interface SearchTabsProps {
  state: SearchState
  term: string
  onRetry: () => void
  isFetching: boolean
}

/** The results, a tab for each type, with their numbers. */
export function SearchTabs({ state, term, onRetry, isFetching }: SearchTabsProps) {
  const { t, i18n } = useTranslation()
  const [params, setParams] = useSearchParams()
  const current = tabOf(params)
  const choose = (tab: string) => {
    const next = new URLSearchParams(params)
    if (tab === 'all') next.delete('tab')
    else next.set('tab', tab)
    setParams(next, { replace: true })
  }
  return (
    <Tabs value={current} onValueChange={choose} className="mt-5">
      <TabsStrip current={current}>
        <TabsList aria-label={t('Types of results')}>
          {SEARCH_TABS.map((tab) => (
            <TabsTrigger
              key={tab}
              value={tab}
              className={isEmpty(tab, state) ? 'px-1.5 font-normal' : 'px-2.5'}
            >
              {tabLabel(tab, t)}
              <span className="in-data-[state=active]:text-foreground min-w-4 text-center font-normal text-muted-foreground text-xs tabular-nums">
                {countText(tab, state, i18n.language)}
              </span>
            </TabsTrigger>
          ))}
        </TabsList>
      </TabsStrip>
      <TabsContent value={current} className="mt-3">
        <SearchOutcome state={state} tab={current} term={term} onRetry={onRetry} isFetching={isFetching} />
      </TabsContent>
    </Tabs>
  )
}

/** Whether a tab has no results: it is then less prominent than the others. */
function isEmpty(tab: SearchTab, state: SearchState): boolean {
  return tab !== 'all' && state.kind === 'results' && totalOf(tab, state.answer).total === 0
}

/** Returns the number of results, as far as it is known. */
function countText(tab: SearchTab, state: SearchState, language: string): string {
  switch (state.kind) {
    case 'searching':
      return '…'
    case 'results':
      return totalText(totalOf(tab, state.answer), language)
    case 'idle':
    case 'empty':
    case 'failed':
      return '0'
  }
}
