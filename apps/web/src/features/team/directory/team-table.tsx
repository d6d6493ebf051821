import type { TeamEntry } from '@cairn/workspace/port/team'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { memberPath } from '@/shared/people/member-path.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { personName } from '@/shared/people/person-name.ts'
import { storedLabel } from '@/shared/stored-label.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import type { DataColumn, Sort } from '@/ui/data-table/types.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { Tooltip } from '@/ui/floating/tooltip.tsx'
import { KnowledgeAreas } from './knowledge-areas.tsx'
import type { useDirectory } from './use-directory.ts'

interface TeamTableProps {
  directory: Pick<ReturnType<typeof useDirectory>, 'rows' | 'isStale' | 'onShown'>
  sort: Sort | null
  onSort: (sort: Sort) => void
}

/** The people of the team, a row each. Invited people are marked, and have no profile yet. */
export function TeamTable({ directory, sort, onSort }: TeamTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useTeamColumns()
  const { rows, isStale, onShown } = directory
  const loadingText = t('Loading team members...')
  return (
    <DataTable
      label={t('Team Directory')}
      columns={columns}
      rows={rows ? { length: rows.length, at: rows.at, onShown, isStale, loadingText } : []}
      sort={sort}
      onSort={onSort}
      loading={rows === null}
      rowId={({ id }) => id}
      isInert={({ isPending }) => isPending}
      onOpen={({ id }) => void navigate(memberPath(id))}
      loadingText={loadingText}
      emptyText={t('No team members found')}
    />
  )
}

function useTeamColumns(): readonly DataColumn<TeamEntry>[] {
  const { t } = useTranslation()
  const { personId } = useMe()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('Name'),
        cell: (entry) => <MemberName entry={entry} isOneself={entry.id === personId} />,
        sortBy: ({ name }) => name,
        width: '17rem',
        onPhone: 'title',
      },
      {
        id: 'jobRole',
        header: t('Job Role'),
        cell: ({ jobRole }) => orMissing(jobRole, t),
        sortBy: ({ jobRole }) => jobRole,
      },
      {
        id: 'permission',
        header: t('Permission'),
        cell: ({ permissionLevel }) => permissionLabel(permissionLevel, t),
        sortBy: ({ permissionLevel }) => permissionLevel,
        width: '7rem',
        from: 'wide',
        onPhone: 'hidden',
      },
      {
        id: 'department',
        header: t('Department'),
        cell: ({ department }) => orMissing(department, t),
        sortBy: ({ department }) => department,
        from: 'wide',
        onPhone: 'hidden',
      },
      {
        id: 'knowledgeAreas',
        header: t('Knowledge Areas'),
        cell: ({ knowledgeAreas }) => <KnowledgeAreas areas={knowledgeAreas} />,
        width: '20%',
        from: 'widest',
        onPhone: 'hidden',
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (entry) => <Status entry={entry} />,
        sortBy: ({ contributionCount }) => contributionCount,
        width: '8.5rem',
      },
    ],
    [t, personId],
  )
}

/** A detail of a member; a dash for a detail that they do not share. */
function orMissing(text: string | null, t: TFunction) {
  return text === null ? <span className="text-muted-foreground">–</span> : storedLabel(text, t)
}

function MemberName({ entry, isOneself }: { entry: TeamEntry; isOneself: boolean }) {
  const { t } = useTranslation()
  const name = personName(entry.name, t)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name} src={entry.avatarUrl} initials size="sm" />
      <span className="truncate">{name}</span>
      {isOneself && (
        <Badge variant="secondary" className="shrink-0">
          {t('You')}
        </Badge>
      )}
      {entry.isPending && (
        <Badge variant="warning" className="shrink-0">
          {t('Pending')}
        </Badge>
      )}
    </span>
  )
}

function Status({ entry }: { entry: TeamEntry }) {
  const { t } = useTranslation()
  const count = entry.contributionCount
  if (!entry.isPending)
    return t('{{count}} contributions', { count, defaultValue_one: '{{count}} contribution' })
  return (
    <Tooltip content={t('Waiting for user to accept invitation')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what explains it must be within reach of the keyboard */}
      <span tabIndex={0} className="rounded-sm">
        {t('Invited')}
      </span>
    </Tooltip>
  )
}
