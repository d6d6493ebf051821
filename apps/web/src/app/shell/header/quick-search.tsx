import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { keepEarlyTyping } from '@/lib/browser/early-typing.ts'
import { chordLabel } from '@/lib/browser/key-chord.ts'
import { Kbd } from '@/ui/display/kbd.tsx'
import { Tooltip } from '@/ui/floating/tooltip.tsx'
import { Input } from '@/ui/form/input.tsx'
import { focusScreenStart } from '../focus-screen-start.ts'

const SEARCH_PATH = '/search'

/**
 * The search field of wide windows. A press on it, or typing into it, opens the search screen; Tab passes through. The
 * text moves to the field there, as the focus does once the screen has come.
 */
export function QuickSearch({ onOpenPalette }: { onOpenPalette: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isThere = pathname === SEARCH_PATH
  const [typed, setTyped] = useState('')
  const [hasFocus, setFocus] = useState(false)
  // The search screen has a separate field; this one stays until the focus has moved there.
  const isShown = !isThere || hasFocus
  const type = (text: string) => {
    setTyped(text)
    void navigate(`${SEARCH_PATH}?${new URLSearchParams({ q: text })}`, { replace: isThere })
  }
  return (
    <div className="relative h-8 w-full max-w-sm max-md:hidden">
      {isShown && (
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted-foreground"
        />
      )}
      {isShown && (
        <Input
          type="search"
          aria-label={t('Quick search')}
          placeholder={t('Search...')}
          tabIndex={isThere ? -1 : 0}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onClick={() => (isThere ? focusScreenStart() : navigate(SEARCH_PATH))}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false)
            setTyped('')
          }}
          className="bg-muted pr-18 pl-8 shadow-none"
        />
      )}
      <Tooltip content={t('Command palette')} side="bottom">
        <button
          type="button"
          aria-label={t('Command palette')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => {
            keepEarlyTyping()
            onOpenPalette()
          }}
          className="absolute inset-y-1 right-1 flex items-center gap-2 rounded-sm px-1.5 text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          {!isShown && t('Command palette')}
          <Kbd>{chordLabel('K', navigator.platform)}</Kbd>
        </button>
      </Tooltip>
    </div>
  )
}
