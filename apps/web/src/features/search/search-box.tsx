import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { SearchField } from '@/ui/form/search-field.tsx'
import { MAX_SEARCH_LENGTH } from './search-state.ts'

interface SearchBoxProps {
  text: string
  onType: (text: string) => void
  onSubmit: () => void
}

/** Where the user types what to search for. The screen starts here. */
export function SearchBox({ text, onType, onSubmit }: SearchBoxProps) {
  const { t } = useTranslation()
  return (
    <search>
      <form
        className="flex max-w-2xl gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <SearchField
          label={t('Search everything')}
          clearLabel={t('Clear the search')}
          placeholder={t('Search...')}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          data-screen-start
          onType={onType}
          className="flex-1 [&_input::-webkit-search-cancel-button]:hidden [&_input]:h-10 [&_input]:pr-9 [&_input]:text-base"
        />
        <Button type="submit" size="lg">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}
