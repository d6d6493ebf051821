import { ChevronDown } from 'lucide-react'
import { Fragment, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { useMe } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import {
  type SettingsGroup,
  type SettingsPageName,
  settingsGroupLabel,
  settingsMenuOf,
  settingsPageLabel,
  settingsPath,
} from './settings-pages.ts'

/** The pages of the settings in their groups: a list at the side, and a menu above the page where there is no room. */
export function SettingsMenu({ current }: { current: SettingsPageName }) {
  const { t } = useTranslation()
  const groups = settingsMenuOf(useMe())
  return (
    <>
      <nav
        aria-label={t('Settings')}
        className="-mx-1 sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-4 overflow-y-auto px-1 pb-1 @max-4xl:hidden"
      >
        {groups.map(([group, pages]) => (
          <Group key={group} group={group} pages={pages} current={current} />
        ))}
      </nav>
      <div className="mb-4 @4xl:hidden">
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline" className="max-sm:w-full max-sm:justify-between">
              <span>
                <span className="sr-only">{t('Settings')}: </span>
                {settingsPageLabel(current, t)}
              </span>
              <ChevronDown aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start" className="max-h-[70dvh] min-w-64 overflow-y-auto">
            {groups.map(([group, pages]) => (
              <Fragment key={group}>
                <DropdownMenuLabel className="font-medium text-muted-foreground text-xs">
                  {settingsGroupLabel(group, t)}
                </DropdownMenuLabel>
                {pages.map((page) => (
                  <DropdownMenuItem key={page} asChild>
                    <Link to={settingsPath(page)} aria-current={page === current ? 'page' : undefined}>
                      {settingsPageLabel(page, t)}
                    </Link>
                  </DropdownMenuItem>
                ))}
              </Fragment>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
    </>
  )
}

interface GroupProps {
  group: SettingsGroup
  pages: readonly SettingsPageName[]
  current: SettingsPageName
}

function Group({ group, pages, current }: GroupProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <p id={id} className="px-2 pb-1 font-medium text-muted-foreground text-xs">
        {settingsGroupLabel(group, t)}
      </p>
      <ul aria-labelledby={id} className="flex flex-col gap-0.5">
        {pages.map((page) => (
          <li key={page}>
            <Link
              to={settingsPath(page)}
              aria-current={page === current ? 'page' : undefined}
              className={cn(
                'flex min-h-7 items-center rounded-md px-2 py-0.5 text-sm transition-colors duration-100',
                page === current
                  ? 'bg-accent font-medium text-foreground'
                  : 'text-muted-foreground hover:bg-accent/60 hover:text-foreground',
              )}
            >
              {settingsPageLabel(page, t)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
