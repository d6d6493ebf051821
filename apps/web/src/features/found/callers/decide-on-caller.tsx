import type { DiscoveredCaller } from '@cairn/workspace/port/discovery'
import { AGENT_PLATFORMS } from '@cairn/workspace/port/records/agents'
import { AUTOMATION_SOURCES } from '@cairn/workspace/port/records/automations'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { HEARTBEAT_KINDS, type HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { guessedFrom } from '@cairn/workspace/rules/guess-caller'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordChoices } from '@/catalogue/deletion/use-record-choices.ts'
import { useQueriesOf } from '@/catalogue/fields/use-record-name.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { useDecide } from './use-callers.ts'

/** Where a record of each kind runs. */
const PLACES: Record<HeartbeatKind, readonly string[]> = {
  automation: AUTOMATION_SOURCES,
  agent: AGENT_PLATFORMS,
}

interface DecideOnCallerProps {
  caller: DiscoveredCaller
  onClose: () => void
}

/** Makes a record of a caller, with what it probably is filled in, or joins it to one that is there. */
export function DecideOnCaller({ caller, onClose }: DecideOnCallerProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState(() => ({ ...guessedFrom(caller), recordId: '' }))
  const { kind, name, place, recordId } = form
  const decide = useDecide(
    async (part) => {
      if (recordId === '') await part.register(caller.id, { kind, name: name.trim(), place })
      else await part.join(caller.id, kind, recordId)
    },
    () => {
      toast({
        title: t('{{name}} is registered', { name: caller.name }),
        description: t('From now on its calls are runs of the record.'),
      })
      onClose()
    },
  )
  const isNamed = recordId !== '' || name.trim() !== ''
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      narrow
      locked={decide.isPending}
      title={t('Register {{name}}', { name: caller.name })}
      description={t('Make a record of it, or join it to one that is there.')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed) decide.mutate(null)
      }}
      footer={
        <Buttons
          label={recordId === '' ? t('Register') : t('Join')}
          pending={decide.isPending}
          isNamed={isNamed}
          onCancel={onClose}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <KindField
          kind={kind}
          onChange={(next) => setForm({ ...form, kind: next, place: 'Other', recordId: '' })}
        />
        <RecordChoice
          key={kind}
          kind={kind}
          value={recordId}
          onChange={(id) => setForm({ ...form, recordId: id })}
        />
        {recordId === '' && (
          <NewRecordFields {...{ kind, name, place }} onChange={(part) => setForm({ ...form, ...part })} />
        )}
      </div>
    </EntityDialog>
  )
}

interface ButtonsProps {
  label: string
  pending: boolean
  isNamed: boolean
  onCancel: () => void
}

function Buttons({ label, pending, isNamed, onCancel }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="outline" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" pending={pending} disabledReason={isNamed ? null : t('Enter a name first.')}>
        {label}
      </Button>
    </>
  )
}

function KindField({ kind, onChange }: { kind: HeartbeatKind; onChange: (kind: HeartbeatKind) => void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('Kind')}>
      <Select
        value={kind}
        onChange={({ target }) => onChange(HEARTBEAT_KINDS.find((each) => each === target.value) ?? kind)}
      >
        {HEARTBEAT_KINDS.map((each) => (
          <option key={each} value={each}>
            {t(CATALOGUES[each].one)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface NewRecordFieldsProps {
  kind: HeartbeatKind
  name: string
  place: string
  onChange: (part: { name: string } | { place: string }) => void
}

function NewRecordFields({ kind, name, place, onChange }: NewRecordFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('Name')}>
        <Input value={name} maxLength={120} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
      <Field label={kind === 'agent' ? t('Platform') : t('Source')}>
        <Select value={place} onChange={({ target }) => onChange({ place: target.value })}>
          {PLACES[kind].map((each) => (
            <option key={each} value={each}>
              {storedLabel(each, t)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

interface RecordChoiceProps {
  kind: HeartbeatKind
  /** Empty for a new record. */
  value: string
  onChange: (id: string) => void
}

function RecordChoice({ kind, value, onChange }: RecordChoiceProps) {
  const { t } = useTranslation()
  const { choices, search } = useRecordChoices(useQueriesOf(kind), [])
  return (
    <Field label={t('Record')}>
      <ChoiceButton
        listLabel={t('Record')}
        options={[
          { id: '', label: t('A new record') },
          ...choices.map(({ id, name, description }) => ({ id, label: name, keywords: description })),
        ]}
        value={value}
        onChange={onChange}
        search={search}
        emptyText={t('No matches.')}
      />
    </Field>
  )
}
