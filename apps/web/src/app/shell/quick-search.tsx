import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { chordLabel } from '@/lib/key-chord.ts'
import { Input } from '@/ui/input.tsx'
import { Kbd } from '@/ui/kbd.tsx'
import { Tooltip } from '@/ui/tooltip.tsx'
import { focusScreenStart } from './focus-screen-start.ts'

const SEARCH_PATH = '/search'

/** The search field of wide windows. It takes no text: its focus opens the search screen, or moves to the field there. */
export function QuickSearch({ onOpenPalette }: { onOpenPalette: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <div className="relative w-full max-w-sm max-md:hidden">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={t('Quick search')}
        placeholder={t('Search...')}
        tabIndex={pathname === SEARCH_PATH ? -1 : 0}
        onFocus={() => (pathname === SEARCH_PATH ? focusScreenStart() : navigate(SEARCH_PATH))}
        className="bg-muted pr-18 pl-8 shadow-none"
      />
      <Tooltip content={t('Command palette')} side="bottom">
        <button
          type="button"
          aria-label={t('Command palette')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onOpenPalette}
          className="absolute inset-y-1 right-1 flex items-center rounded-sm px-1.5 text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <Kbd>{chordLabel('K', navigator.platform)}</Kbd>
        </button>
      </Tooltip>
    </div>
  )
}
