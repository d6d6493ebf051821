import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogueQueries } from '@/queries/catalogue.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { LoadFailed } from '@/shared/load-failed.tsx'
import { Checkbox } from '@/ui/checkbox.tsx'
import { ChoiceButton } from '@/ui/choice-button.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import type { PickerOption } from '@/ui/list-picker.tsx'
import { CATALOGUES, type CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { DeletionWish } from '@/workspace/port/deletion.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { useRecordChoices } from './use-record-choices.ts'

interface WishFieldsProps {
  kind: CatalogueKind
  /** The records that are deleted: no links are moved to them. */
  deleted: readonly string[]
  /** Something depends on them. */
  hasDependents: boolean
  wish: DeletionWish
  onChange: (wish: DeletionWish) => void
}

/** What is done along with a deletion: its reason, links that go to another record, owners who are told why. */
export function WishFields({ kind, deleted, hasDependents, wish, onChange }: WishFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-4 flex flex-col gap-4">
      {hasDependents && (
        <StandIn
          kind={kind}
          deleted={deleted}
          value={wish.moveTo}
          onChange={(moveTo) => onChange({ ...wish, moveTo })}
        />
      )}
      <Field label={t('Reason')} optional={t('Optional')}>
        <Input
          maxLength={500}
          autoComplete="off"
          value={wish.reason}
          onChange={(event) => onChange({ ...wish, reason: event.target.value })}
        />
      </Field>
      {hasDependents && (
        <Checkbox
          label={t('Tell the owners')}
          hint={t('Whoever owns what depends on them gets a notification with the reason.', {
            count: deleted.length,
            defaultValue_one: 'Whoever owns what depends on it gets a notification with the reason.',
          })}
          checked={wish.tellsOwners}
          onChange={(tellsOwners) => onChange({ ...wish, tellsOwners })}
        />
      )}
      <p className="text-muted-foreground text-sm">{t('What is deleted can be restored from the bin.')}</p>
    </div>
  )
}

interface StandInProps {
  kind: CatalogueKind
  deleted: readonly string[]
  value: string | null
  onChange: (id: string | null) => void
}

/** The choice of the record that gets the links: any that stays, found by its name. */
function StandIn({ kind, deleted, value, onChange }: StandInProps) {
  const { t } = useTranslation()
  const part = useWorkspace()[CATALOGUES[kind].table]
  const records = catalogueQueries<CatalogueRecord>(kind, part)
  const { choices, search, error, isFetching, retry } = useRecordChoices(records, deleted)
  const nowhere: PickerOption = { id: '', label: t('Nowhere: the links end'), muted: true }
  const label = t('Move the links to…')
  return (
    <div>
      <Field label={label}>
        <ChoiceButton
          listLabel={label}
          options={[
            ...(search === null || search.typed === '' ? [nowhere] : []),
            ...choices.map(({ id, name }) => ({ id, label: name })),
          ]}
          search={search}
          value={value ?? ''}
          onChange={(id) => onChange(id || null)}
          emptyText={t('No matches.')}
        />
      </Field>
      {error && <LoadFailed error={error} isFetching={isFetching} onRetry={retry} className="pb-0" />}
    </div>
  )
}

interface TypedWordProps {
  label: string
  /** What has to be typed. */
  word: string
  onFit: (fits: boolean) => void
}

/** Asks for a word, where something in use depends on what is deleted. */
export function TypedWord({ label, word, onFit }: TypedWordProps) {
  const [typed, setTyped] = useState('')
  return (
    <Field label={label} className="mt-4">
      <Input
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onFit(event.target.value.trim() === word)
        }}
      />
    </Field>
  )
}
