import { LEVELS } from '@cairn/workspace/port/permission-level'
import type { TeamSearch } from '@cairn/workspace/port/team'
import { useTranslation } from 'react-i18next'
import { ExportList } from '@/shared/export/export-list.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'

interface ExportTeamProps {
  search: TeamSearch
  onClose: () => void
}

/** Exports the people whom the directory shows, and on request what their profiles show. */
export function ExportTeam({ search, onClose }: ExportTeamProps) {
  const { t } = useTranslation()
  const levels = LEVELS.map((level) => [level, permissionLabel(level, t)])
  return (
    <ExportList
      wanted={{ list: 'team', search }}
      title={t('Team Directory')}
      columns={[
        { key: 'name', head: t('Name'), type: 'text' },
        { key: 'job_role', head: t('Job Role'), type: 'text' },
        {
          key: 'permission_level',
          head: t('Permission'),
          type: 'choice',
          words: Object.fromEntries(levels),
        },
        { key: 'department', head: t('Department'), type: 'text' },
        { key: 'knowledge_areas', head: t('Knowledge Areas'), type: 'choices' },
        {
          key: 'status',
          head: t('Status'),
          type: 'choice',
          words: { active: t('Active'), pending: t('Invited') },
        },
        { key: 'contribution_count', head: t('Contributions'), type: 'number' },
      ]}
      further={[
        { key: 'email', head: t('Email'), type: 'text' },
        { key: 'joined_at', head: t('Member since'), type: 'moment' },
      ]}
      onClose={onClose}
    />
  )
}
