import type { CalendarAddress } from '@cairn/workspace/port/alerts'
import type { SavedView } from '@cairn/workspace/port/records/views'
import type { TeamName } from '@cairn/workspace/port/teams'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { alertQueries } from '@/queries/alerts.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { viewQueries } from '@/queries/records/views.ts'
import { teamsQueries } from '@/queries/teams.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { AddressOnce, MakeAddress } from './calendar-dialogs.tsx'
import { useChangeCalendars } from './use-change-calendars.ts'

/** The secret addresses by which calendars show the dates of records. */
export function CalendarsCard() {
  const { t } = useTranslation()
  const query = useQuery(alertQueries.calendars(useWorkspace()))
  const card = useKeptFocus<HTMLDivElement>()
  return (
    <div {...card}>
      <LoadedCard
        title={t('Calendars')}
        description={t('A calendar app shows renewals, custom dates and maintenance by a secret address.')}
        query={query}
        failure={t('Your calendar addresses could not be loaded')}
        lines={1}
      >
        {(addresses) => <Calendars addresses={addresses} />}
      </LoadedCard>
    </div>
  )
}

function Calendars({ addresses }: { addresses: readonly CalendarAddress[] }) {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { data: views = [] } = useQuery(viewQueries.list(useWorkspace()))
  const { data: teams = [] } = useQuery(teamsQueries.list(useWorkspace()))
  const chosen = useTeamsToChoose(teams)
  return (
    <>
      {addresses.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('You have no calendar addresses yet.')}</p>
      ) : (
        <ul aria-label={t('Your calendar addresses')} className="divide-y">
          {addresses.map((address) => (
            <Address key={address.id} {...{ address, views, teams }} onRenewed={setSecret} />
          ))}
        </ul>
      )}
      <Button className="mt-4" onClick={() => setMaking(true)}>
        {t('Create Calendar Address')}
      </Button>
      {isMaking && (
        <MakeAddress
          views={views}
          teams={chosen}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setSecret(made)
          }}
        />
      )}
      {secret !== null && <AddressOnce secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

/** Returns the teams of the user; for admins all. */
function useTeamsToChoose(all: readonly TeamName[]): readonly TeamName[] {
  const me = useMe()
  const isAdmin = me.permissionLevel === 'admin'
  const { data: mine = [] } = useQuery({
    ...teamsQueries.of(useWorkspace(), me.personId ?? ''),
    enabled: me.personId !== null && !isAdmin,
  })
  return isAdmin ? all : mine
}

interface AddressProps {
  address: CalendarAddress
  views: readonly SavedView[]
  teams: readonly TeamName[]
  onRenewed: (secret: string) => void
}

function Address({ address, views, teams, onRenewed }: AddressProps) {
  const { t, i18n } = useTranslation()
  const { change: remove, isChanging } = useChangeCalendars({
    write: (part, address: string) => part.removeCalendar(address),
    failed: t('The calendar address could not be removed'),
  })
  const { change: renew, isChanging: isRenewing } = useChangeCalendars({
    write: (part, renewed: string) => part.renewCalendar(renewed),
    failed: t('The calendar address could not be regenerated'),
    onDone: onRenewed,
  })
  const { id, viewId, teamId, createdAt, lastUsedAt } = address
  const nameIn = (named: readonly TeamName[], wanted: string) => named.find((one) => one.id === wanted)?.name
  const name =
    (teamId !== null && (nameIn(teams, teamId) ?? t('A team'))) ||
    (viewId !== null && (nameIn(views, viewId) ?? t('A view'))) ||
    t('Your records')
  const [made, used] = [createdAt, lastUsedAt].map(
    (moment) => moment && formatDateTime(moment, i18n.language),
  )
  return (
    <li className="flex items-start justify-between gap-3 py-2 text-sm">
      <span className="wrap-anywhere min-w-0">
        <span className="inline-flex items-center gap-1.5 font-medium">
          <CalendarDays aria-hidden className="size-4 shrink-0" />
          {name}
        </span>
        <span className="block text-muted-foreground text-xs">
          {t('Created {{moment}}', { moment: made })} ·{' '}
          {used ? t('last read {{moment}}', { moment: used }) : t('not read yet')}
        </span>
      </span>
      <span className="flex shrink-0">
        <IconButton
          icon={RefreshCw}
          label={t('Regenerate the calendar address {{name}} of {{moment}}', { name, moment: made })}
          disabled={isChanging || isRenewing}
          className="size-7"
          onClick={() => renew(id)}
        />
        <IconButton
          icon={X}
          label={t('Remove the calendar address {{name}} of {{moment}}', { name, moment: made })}
          disabled={isChanging || isRenewing}
          className="size-7"
          onClick={() => remove(id)}
        />
      </span>
    </li>
  )
}
