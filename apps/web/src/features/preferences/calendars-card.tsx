import type { CalendarAddress } from '@cairn/workspace/port/alerts'
import type { SavedView } from '@cairn/workspace/port/records/views'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { viewQueries } from '@/queries/records/views.ts'
import { type ChangeOptions, useChange } from '@/shared/form/use-change.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'

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
  return (
    <>
      {addresses.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t('You have no calendar addresses yet.')}</p>
      ) : (
        <ul aria-label={t('Your calendar addresses')} className="divide-y">
          {addresses.map((address) => (
            <Address key={address.id} address={address} views={views} />
          ))}
        </ul>
      )}
      <Button className="mt-4" onClick={() => setMaking(true)}>
        {t('Create Calendar Address')}
      </Button>
      {isMaking && (
        <MakeAddress
          views={views}
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

function useChangeCalendars<Given, Answer>(
  options: ChangeOptions<ReturnType<typeof useWorkspace>['alerts'], Given, Answer>,
) {
  const { alerts } = useWorkspace()
  return useChange(alerts, alertQueries.all, options)
}

interface AddressProps {
  address: CalendarAddress
  views: readonly SavedView[]
}

function Address({ address: { id, viewId, createdAt, lastUsedAt }, views }: AddressProps) {
  const { t, i18n } = useTranslation()
  const { change: remove, isChanging } = useChangeCalendars({
    write: (part, address: string) => part.removeCalendar(address),
    failed: t('The calendar address could not be removed'),
  })
  const name =
    viewId === null ? t('Your records') : (views.find((view) => view.id === viewId)?.name ?? t('A view'))
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
      <IconButton
        icon={X}
        label={t('Remove the calendar address {{name}} of {{moment}}', { name, moment: made })}
        disabled={isChanging}
        className="size-7 shrink-0"
        onClick={() => remove(id)}
      />
    </li>
  )
}

interface MakeAddressProps {
  views: readonly SavedView[]
  onMade: (secret: string) => void
  onClose: () => void
}

function MakeAddress({ views, onMade, onClose }: MakeAddressProps) {
  const { t } = useTranslation()
  const [viewId, setViewId] = useState('')
  const { change: make, isChanging } = useChangeCalendars({
    write: (part, view: string | null) => part.makeCalendar(view),
    failed: t('The calendar address could not be created'),
    onDone: onMade,
  })
  return (
    <EntityDialog
      open
      onOpenChange={(next) => !next && onClose()}
      locked={isChanging}
      narrow
      title={t('Create Calendar Address')}
      onSubmit={(event) => {
        event.preventDefault()
        make(viewId || null)
      }}
      footer={<SubmitButtons label={t('Create')} pending={isChanging} onCancel={onClose} />}
    >
      <Field label={t('Dates of')}>
        <Select value={viewId} onChange={({ target }) => setViewId(target.value)}>
          <option value="">{t('Your records')}</option>
          {views.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </EntityDialog>
  )
}

/** The address, which nobody can read again. */
function AddressOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { url } = useConfig()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={t('Calendar address')}
      description={t('Copy this now. It is not shown again.')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <div className="flex flex-col gap-5">
        <p className="rounded-md bg-muted p-3">
          <CopyButton text={`${url}/calendar/${secret}.ics`} />
        </p>
        <p className="text-pretty text-muted-foreground text-sm">
          {t(
            'Add it to your calendar app as a subscription. Keep it secret: anyone with it can read these dates until you remove it.',
          )}
        </p>
      </div>
    </EntityDialog>
  )
}
