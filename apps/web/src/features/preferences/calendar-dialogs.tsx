import type { CalendarSubject } from '@cairn/workspace/port/alerts'
import type { SavedView } from '@cairn/workspace/port/records/views'
import type { TeamName } from '@cairn/workspace/port/teams'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { useChangeCalendars } from './use-change-calendars.ts'

interface MakeAddressProps {
  views: readonly SavedView[]
  teams: readonly TeamName[]
  onMade: (secret: string) => void
  onClose: () => void
}

/** Asks of what a calendar is, and makes its address. */
export function MakeAddress({ views, teams, onMade, onClose }: MakeAddressProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState('')
  const { change: make, isChanging } = useChangeCalendars({
    write: (part, of: CalendarSubject) => part.makeCalendar(of),
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
        make(subjectOf(chosen, teams))
      }}
      footer={<SubmitButtons label={t('Create')} pending={isChanging} onCancel={onClose} />}
    >
      <Field label={t('Dates of')}>
        <Select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{t('Your records')}</option>
          <Options label={t('Teams')} named={teams} />
          <Options label={t('Views')} named={views} />
        </Select>
      </Field>
    </EntityDialog>
  )
}

/** Says of what a calendar is: ids of teams and views are never the same. */
function subjectOf(chosen: string, teams: readonly TeamName[]): CalendarSubject {
  if (chosen === '') return { viewId: null, teamId: null }
  return teams.some(({ id }) => id === chosen)
    ? { viewId: null, teamId: chosen }
    : { viewId: chosen, teamId: null }
}

function Options({ label, named }: { label: string; named: readonly TeamName[] }) {
  if (named.length === 0) return null
  return (
    <optgroup label={label}>
      {named.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

/** The address, which nobody can read again. */
export function AddressOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
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
