import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { Input } from '@/ui/input.tsx'
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
        <div className="relative flex-1">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label={t('Search the workspace')}
            placeholder={t('Search...')}
            value={text}
            maxLength={MAX_SEARCH_LENGTH}
            enterKeyHint="search"
            data-screen-start
            onChange={(event) => onType(event.target.value)}
            className="h-10 pl-9 text-base"
          />
        </div>
        <Button type="submit" size="lg">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}
