import { SEVERITIES } from '@cairn/workspace/port/audit'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditQueries } from '@/queries/audit.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Input } from '@/ui/form/input.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import { actionLabel } from '../entry/action-label.ts'
import { severityLabel } from '../entry/entry-words.ts'
import type { AuditFields } from './audit-filter.ts'
import type { useAuditFields } from './use-audit-log.ts'

/** The filters of the log: action, person, severity and days. */
export function AuditFilterBar({ fields, isFiltered, change, clear }: ReturnType<typeof useAuditFields>) {
  const { t } = useTranslation()
  return (
    <search aria-label={t('Filter the audit log')} className="flex flex-wrap items-end gap-2">
      <ActionAndPerson fields={fields} change={change} />
      <FilterSelect
        label={t('Severity')}
        value={fields.severity}
        onChange={(value) => change({ severity: SEVERITIES.find((known) => known === value) ?? null })}
        all={t('All severities')}
        className="max-md:basis-full"
      >
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severityLabel(severity, t)}
          </option>
        ))}
      </FilterSelect>
      <Day label={t('From')} value={fields.from} onChange={(from) => change({ from })} />
      <Day label={t('Until')} value={fields.until} onChange={(until) => change({ until })} />
      {isFiltered && (
        <Button variant="ghost" onClick={clear}>
          {t('Clear filters')}
        </Button>
      )}
    </search>
  )
}

interface FieldsProps {
  fields: AuditFields
  change: (changes: Partial<AuditFields>) => void
}

/** The choices from the account's log; a value that the address names stays chosen, whether the log has it or not. */
function ActionAndPerson({ fields: { action, person }, change }: FieldsProps) {
  const { t } = useTranslation()
  const { data } = useQuery(auditQueries.filters(useWorkspace()))
  const actions = data?.actions ?? []
  const people = data?.people ?? []
  const offeredActions = action === null || actions.includes(action) ? actions : [...actions, action]
  const isUnknown = person !== null && !people.some(({ id }) => id === person)
  return (
    <>
      <FilterSelect
        label={t('Action')}
        value={action}
        onChange={(value) => change({ action: value })}
        all={t('All actions')}
      >
        {offeredActions.map((name) => (
          <option key={name} value={name}>
            {actionLabel(name, t)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t('Person')}
        value={person}
        onChange={(value) => change({ person: value })}
        all={t('Everyone')}
      >
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isUnknown && <option value={person}>{t('Former member')}</option>}
      </FilterSelect>
    </>
  )
}

interface DayProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}

/** The typed text leads, and the address follows: a half-typed year must not be removed from the field. */
function Day({ label, value, onChange }: DayProps) {
  const id = useId()
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setTyped(value ?? '')
  }
  return (
    <div className="flex items-center gap-1.5 max-md:min-w-[calc(50%-0.25rem)] max-md:flex-1 max-md:flex-col max-md:items-start">
      <label htmlFor={id} className="text-muted-foreground text-xs">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.value || null)
        }}
        className="w-36 max-md:w-full"
      />
    </div>
  )
}
