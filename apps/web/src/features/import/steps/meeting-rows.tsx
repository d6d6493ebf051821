import type { ImportKey } from '@cairn/workspace/port/imports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui/form/checkbox.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { keysFor } from '../matching/first-mapping.ts'
import type { ImportTarget, Mapping } from '../reading/mapping.ts'

interface MeetingRowsProps {
  mapping: Mapping
  targets: readonly ImportTarget[]
  onChange: (mapping: Mapping) => void
}

const LONGEST_SOURCE = 120

/** By what a row finds its record, and what empty cells do. */
export function MeetingRows({ mapping, targets, onChange }: MeetingRowsProps) {
  const { t } = useTranslation()
  const keys = keysFor(mapping.columns, targets)
  const hasSource = keys.includes('source')
  return (
    <section aria-label={t('How records are matched')} className="flex flex-col gap-4 border-t pt-4">
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Field
          label={t('Match records by')}
          hint={t('Matching rows update their record. All others create a new one.')}
        >
          <Select
            value={keys.includes(mapping.key) ? mapping.key : ''}
            onChange={({ target }) => {
              const key = keys.find((each) => each === target.value)
              if (key) onChange({ ...mapping, key })
            }}
          >
            {!keys.includes(mapping.key) && <option value="">{t('Choose…')}</option>}
            {keys.map((key) => (
              <option key={key} value={key}>
                {keyLabel(key, targets, t)}
              </option>
            ))}
          </Select>
        </Field>
        {hasSource && (
          <Field
            label={t('Source of the list')}
            hint={t('Tells the IDs of one inventory from those of another.')}
          >
            <Input
              value={mapping.source ?? ''}
              maxLength={LONGEST_SOURCE}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...mapping, source: target.value || null })}
            />
          </Field>
        )}
      </div>
      <Checkbox
        label={t('Empty cells empty the field')}
        hint={t('Otherwise they leave what the record has.')}
        checked={mapping.emptiesFields}
        onChange={(emptiesFields) => onChange({ ...mapping, emptiesFields })}
      />
    </section>
  )
}

function keyLabel(key: ImportKey, targets: readonly ImportTarget[], t: TFunction): string {
  if (key === 'source') return t('Source and its ID')
  return targets.find((target) => target.key === key)?.label ?? key
}

/** Why rows cannot be checked with these columns; null where they can. */
export function mappingProblem(
  mapping: Mapping,
  targets: readonly ImportTarget[],
  t: TFunction,
): string | null {
  const keys = keysFor(mapping.columns, targets)
  if (keys.length === 0) return t('Choose the column with the names first.')
  if (!keys.includes(mapping.key)) return t('Choose how records are matched.')
  if (mapping.key === 'source' && !mapping.source?.trim()) return t('Name the source of the list.')
  return null
}
