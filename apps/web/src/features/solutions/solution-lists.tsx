import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Property } from '@/catalogue/properties/property.tsx'
import { recordPath } from '@/catalogue/record-path.ts'
import { useTeam } from '@/shared/people/use-team.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { memberMeant } from './match-users.ts'
import { useSystemNames } from './use-system-names.ts'

/** The use cases of a solution. */
export function UseCases({ entries }: { entries: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <BadgeList
      label={t('Use Cases')}
      emptyText={t('No use cases listed')}
      entries={entries.map((entry) => ({ id: entry, text: entry }))}
    />
  )
}

/** The users of a solution: members with their picture, all others by the entered word. */
export function Users({ entries }: { entries: readonly string[] }) {
  const { t } = useTranslation()
  const { members } = useTeam()
  return (
    <BadgeList
      label={t('Users')}
      emptyText={t('No users listed')}
      entries={entries.map((entry) => {
        const member = memberMeant(entry, members)
        if (!member) return { id: entry, text: entry }
        const { name, avatarUrl } = member
        return { id: entry, text: name, leading: <Avatar name={name} src={avatarUrl} size="sm" /> }
      })}
    />
  )
}

/** The systems that the solution depends on. */
export function RelatedSystems({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { systems, isLoading } = useSystemNames(ids)
  return (
    <BadgeList
      label={t('Related Systems')}
      emptyText={t('No related systems')}
      entries={ids.map((id) => ({
        id,
        text: systems.get(id) ?? (isLoading ? '…' : t('Unknown System')),
        path: recordPath({ kind: 'system', id }),
      }))}
    />
  )
}

interface Entry {
  id: string
  text: string
  leading?: ReactNode
  /** The path that it links to. */
  path?: string
}

interface BadgeListProps {
  label: string
  emptyText: string
  entries: readonly Entry[]
}

function BadgeList({ label, emptyText, entries }: BadgeListProps) {
  return (
    <Property label={label} wide>
      {entries.length === 0 ? (
        <p className="text-muted-foreground">{emptyText}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {entries.map(({ id, text, leading, path }) => (
            <li key={id} className="max-w-full">
              <Badge variant="secondary" className={`h-6 gap-1.5 ${leading ? 'pl-0.5' : ''}`}>
                {leading}
                {path ? (
                  <Link
                    to={path}
                    className="truncate rounded-sm text-link underline-offset-3 hover:underline"
                  >
                    {text}
                  </Link>
                ) : (
                  <span className="truncate">{text}</span>
                )}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Property>
  )
}
