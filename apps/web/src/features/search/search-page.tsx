import { useTranslation } from 'react-i18next'
import { PageHeader } from '@/ui/page-header.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { useSearch } from './use-search.ts'
import { useSearchText } from './use-search-text.ts'

const RESULTS_OF_EACH_TYPE = 50

/** The search across the workspace. */
export function SearchPage() {
  const { t } = useTranslation()
  const { text, sought, isFinal, type, submit } = useSearchText()
  const { state, isFetching, refetch } = useSearch(sought, { limit: RESULTS_OF_EACH_TYPE, isFinal })
  return (
    <>
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
          if (isFinal && sought !== '') refetch()
        }}
      />
      <SearchTabs state={state} sought={sought} onRetry={refetch} isFetching={isFetching} />
    </>
  )
}
