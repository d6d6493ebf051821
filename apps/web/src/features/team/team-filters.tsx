import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { LEVELS, permissionLabel } from '@/shared/permission-label.ts'
import { RemovableBadge } from '@/ui/removable-badge.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { Select } from '@/ui/select.tsx'
import { hasRank } from '@/workspace/rules/can.ts'
import type { TeamSearchFields } from './use-directory.ts'

interface TeamFiltersProps {
  fields: TeamSearchFields
  /** How many fit, and how many there are; null while that is not known. */
  found: number | null
  all: number | null
}

/** What narrows the directory down, and how much is left of it. */
export function TeamFilters({ fields, found, all }: TeamFiltersProps) {
  const { t } = useTranslation()
  const { text, setText, level, setLevel, status, setStatus, area, setArea } = fields
  const seesInvited = hasRank(useMe().permissionLevel, 'admin')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={t('Search team members')}
        placeholder={t('Search team members...')}
        value={text}
        onType={setText}
        className="max-w-72 max-md:max-w-none"
      />
      <DepartmentFilter fields={fields} />
      <Filter label={t('Permission')} value={level} onChange={setLevel} all={t('All Permissions')}>
        {LEVELS.map((known) => (
          <option key={known} value={known}>
            {permissionLabel(known, t)}
          </option>
        ))}
      </Filter>
      {seesInvited && (
        <Filter label={t('Status')} value={status} onChange={setStatus} all={t('Everybody')}>
          <option value="active">{t('Members')}</option>
          <option value="pending">{t('Invited')}</option>
        </Filter>
      )}
      {area !== null && (
        <RemovableBadge
          text={area}
          removeLabel={t('Show every knowledge area')}
          disabledReason={null}
          onRemove={() => setArea(null)}
        />
      )}
      <p role="status" className="ml-auto text-muted-foreground text-xs tabular-nums">
        {found !== null &&
          all !== null &&
          (found === all
            ? t('{{total}} in the team', { total: all })
            : t('{{shown}} of {{total}}', { shown: found, total: all }))}
      </p>
    </div>
  )
}

function DepartmentFilter({ fields }: { fields: TeamSearchFields }) {
  const { t } = useTranslation()
  const { department, setDepartment } = fields
  const { data: departments = [] } = useQuery(teamQueries.departments(useWorkspace()))
  // One that an address names stays chosen, whether anybody is in it or not.
  const offered =
    department === null || departments.includes(department) ? departments : [...departments, department]
  return (
    <Filter label={t('Department')} value={department} onChange={setDepartment} all={t('All Departments')}>
      {offered.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Filter>
  )
}

interface FilterProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
  /** The choice that narrows nothing down. */
  all: string
  children: ReactNode
}

function Filter({ label, value, onChange, all, children }: FilterProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      className="w-auto max-w-52 truncate max-md:min-w-[calc(50%-0.25rem)] max-md:max-w-none max-md:flex-1"
    >
      <option value="">{all}</option>
      {children}
    </Select>
  )
}
