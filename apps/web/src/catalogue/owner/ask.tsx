import { teamOf } from '@cairn/workspace/port/records/team-owner'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { webAddress } from '@/lib/address/web-address.ts'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { teamsQueries } from '@/queries/teams.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

interface AskProps {
  /** A member, or a team as the owner of a record. */
  id: string
  /** The name of the record in question: the subject of an email. */
  about?: string
}

/** Leads to where a member or a team is asked: to their chat, otherwise to an email. Says so where they share neither. */
export function Ask({ id, about = '' }: AskProps) {
  const { t } = useTranslation()
  const nameOf = useOwnerName()
  const reach = useReach(id)
  if (reach === 'loading') return <Skeleton className="my-1 h-3 w-24" />
  const chat = reach && webAddress(reach.chatUrl)
  const label = t('Ask {{name}}', { name: nameOf(reach?.id ?? id) })
  if (chat) return <ExternalLink to={chat}>{label}</ExternalLink>
  if (!reach?.email) return <span className="text-muted-foreground">{t('No contact shared')}</span>
  const subject = about && `?subject=${encodeURIComponent(about)}`
  return (
    <a
      href={`mailto:${reach.email}${subject}`}
      title={reach.email}
      className="inline-block max-w-full truncate rounded-sm align-bottom font-medium text-link underline-offset-3 hover:underline"
    >
      {label}
    </a>
  )
}

interface Reach {
  /** The member or the team who is asked. */
  id: string
  chatUrl: string
  email: string | null
}

/** Returns how a member or a team is reached; null where that is not shared. A team without a contact has its lead's. */
function useReach(id: string): Reach | null | 'loading' {
  const workspace = useWorkspace()
  const teamId = teamOf(id)
  const teams = useQuery({ ...teamsQueries.list(workspace), enabled: teamId !== null })
  const team = teams.data?.find((known) => known.id === teamId)
  const isTeamReached = team !== undefined && (team.chatUrl !== '' || team.mail !== '')
  const lead = isTeamReached ? null : (team?.leadId ?? null)
  const person = teamId === null ? id : lead
  const contact = useQuery({ ...alertQueries.contact(workspace, person ?? ''), enabled: person !== null })
  if (isTeamReached) return { id, chatUrl: team.chatUrl, email: team.mail || null }
  if (person !== null)
    return contact.isPending ? 'loading' : contact.data ? { id: person, ...contact.data } : null
  return teams.isPending ? 'loading' : null
}
