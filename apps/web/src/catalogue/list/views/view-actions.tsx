import type { SavedView } from '@cairn/workspace/port/records/views'
import { Bell, Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { copyLink } from '@/shared/copy-link.ts'
import { Button } from '@/ui/button/button.tsx'
import { DropdownMenuItem } from '@/ui/floating/dropdown-menu.tsx'
import { useChangeViews } from '../../views/use-change-views.ts'
import { pathOfView } from '../../views/view-address.ts'
import { ViewMenu } from '../../views/view-menu.tsx'
import { ViewWindow } from '../../views/view-window.tsx'

/** The actions on the open view at the end of the line above its list: watch, and a menu with all others. */
export function ViewActions({ view }: { view: SavedView }) {
  const { t } = useTranslation()
  const { change } = useChangeViews()
  const { id, isWatched } = view
  if (useMe().personId === null) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={isWatched}
        tooltip={{ content: t('Notifies you once a day of records that come and go.') }}
        onClick={() => change({ act: 'set', id, setting: { isWatched: !isWatched } })}
        className="aria-pressed:bg-accent aria-pressed:text-foreground max-md:hidden aria-pressed:[&_svg]:fill-current"
      >
        <Bell aria-hidden />
        {t('Watch')}
      </Button>
      <ViewMenu view={view} label={t('View options')} Dialogs={ViewWindow} order={null}>
        <DropdownMenuItem onSelect={() => void copyLink(pathOfView(view), t)}>
          <Link2 aria-hidden />
          {t('Copy link')}
        </DropdownMenuItem>
      </ViewMenu>
    </>
  )
}
