import { LEVELS } from '@cairn/workspace/port/permission-level'
import { hasRank } from '@cairn/workspace/rules/can'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { RemovableBadge } from '@/ui/display/removable-badge.tsx'
import { SearchField } from '@/ui/form/search-field.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import type { TeamSearchFields } from './use-directory.ts'

interface TeamFiltersProps {
  fields: TeamSearchFields
  /** The number of people who match, and of all people; null while it is not known. */
  found: number | null
  all: number | null
  /** The button that exports them. */
  exported: ReactNode
}

/** The filters of the directory, and the number of people who match. */
export function TeamFilters({ fields, found, all, exported }: TeamFiltersProps) {
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
      <FilterSelect label={t('Permission')} value={level} onChange={setLevel} all={t('All Permissions')}>
        {LEVELS.map((known) => (
          <option key={known} value={known}>
            {permissionLabel(known, t)}
          </option>
        ))}
      </FilterSelect>
      {seesInvited && (
        <FilterSelect label={t('Status')} value={status} onChange={setStatus} all={t('Everyone')}>
          <option value="active">{t('Members')}</option>
          <option value="pending">{t('Invited')}</option>
        </FilterSelect>
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
      {exported}
    </div>
  )
}

function DepartmentFilter({ fields }: { fields: TeamSearchFields }) {
  const { t } = useTranslation()
  const { department, setDepartment } = fields
  const { data: departments = [] } = useQuery(teamQueries.departments(useWorkspace()))
  // A department that an address names stays chosen, whether anybody is in it or not.
  const offered =
    department === null || departments.includes(department) ? departments : [...departments, department]
  return (
    <FilterSelect
      label={t('Department')}
      value={department}
      onChange={setDepartment}
      all={t('All Departments')}
    >
      {offered.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </FilterSelect>
  )
}
