import { Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/dates.ts'
import { DataTable } from '@/ui/data-table.tsx'
import type { DataColumn } from '@/ui/data-table-types.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { useRefusal } from '@/workspace/use-refusal.ts'
import { Owner } from './owner.tsx'
import { useTeam } from './use-team.ts'

interface SystemsTableProps {
  systems: readonly System[]
  loading: boolean
  onOpen: (system: System) => void
  onEdit: (system: System) => void
  onDelete: (system: System) => void
}

/** The systems, a row each. */
export function SystemsTable({ systems, loading, onOpen, onEdit, onDelete }: SystemsTableProps) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  return (
    <DataTable
      label={t('Systems')}
      columns={useColumns()}
      rows={systems}
      rowId={({ id }) => id}
      onOpen={onOpen}
      actionsHeader={t('Actions')}
      actions={(system) => (
        <>
          <IconButton
            icon={Pencil}
            label={t('Edit {{name}}', { name: system.name })}
            disabledReason={refusal('change-record', system)}
            onClick={() => onEdit(system)}
          />
          <IconButton
            icon={Trash2}
            label={t('Delete {{name}}', { name: system.name })}
            disabledReason={refusal('delete-record', system)}
            onClick={() => onDelete(system)}
          />
        </>
      )}
      loading={loading}
      loadingText={t('Loading systems...')}
      emptyText={t('No systems found.')}
      initialSort={{ id: 'name' }}
    />
  )
}

function useColumns(): readonly DataColumn<System>[] {
  const { t, i18n } = useTranslation()
  const { members } = useTeam()
  return useMemo(() => {
    const names = new Map(members.map(({ id, name }) => [id, name]))
    return [
      {
        id: 'name',
        header: t('Name'),
        cell: ({ name }) => name,
        sortBy: ({ name }) => name,
        width: '22%',
        onPhone: 'title',
      },
      {
        id: 'description',
        header: t('Description'),
        cell: ({ description }) => <span className="text-muted-foreground">{description}</span>,
      },
      {
        id: 'owner',
        header: t('Owner'),
        cell: ({ ownerId }) => <Owner ownerId={ownerId} />,
        sortBy: ({ ownerId }) => (ownerId && names.get(ownerId)) || null,
        width: '10.5rem',
      },
      {
        id: 'created',
        header: t('Created'),
        cell: ({ createdAt }) => <span className="tabular-nums">{formatDate(createdAt, i18n.language)}</span>,
        sortBy: ({ createdAt }) => createdAt,
        width: '8rem',
      },
    ]
  }, [t, i18n.language, members])
}
