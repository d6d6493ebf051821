import { useTranslation } from 'react-i18next'
import { stepBetweenFieldAndList } from '@/lib/browser/field-and-list.ts'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { useSearch } from './use-search.ts'
import { useSearchText } from './use-search-text.ts'

const RESULTS_OF_EACH_TYPE = 50

/** The search across the workspace. */
export function SearchPage() {
  const { t } = useTranslation()
  const { text, term, isFinal, type, submit } = useSearchText()
  const { state, isFetching, refetch } = useSearch(term, { limit: RESULTS_OF_EACH_TYPE, isFinal })
  return (
    <div onKeyDownCapture={stepBetweenFieldAndList}>
      <PageHeader
        title={t('Search')}
        subtitle={t('Search across knowledge base, processes, Q&A and systems, and everything around them.')}
      />
      <SearchBox
        text={text}
        onType={type}
        onSubmit={() => {
          submit()
          // The same text again is a new question: what there is may have changed.
          if (isFinal && term !== '') refetch()
        }}
      />
      <SearchTabs state={state} term={term} onRetry={refetch} isFetching={isFetching} />
    </div>
  )
}
